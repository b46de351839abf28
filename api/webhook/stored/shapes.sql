-- An event for the company's servers. contract/webhook.ts lists the types and the fields of `data`.
create type event as (type text, data jsonb, created_at timestamptz);
