-- A message to the customer. contract/notification.ts lists the types and the fields of `data`.
create type notice as (customer_id uuid, type text, data jsonb, created_at timestamptz);
