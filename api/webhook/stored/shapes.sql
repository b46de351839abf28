-- An event for the company's servers. contract/webhook.ts lists the types and the fields of `data`.
create type event as (type text, data jsonb, created_at timestamptz);

-- An event that some endpoint of the company wants.
create type wanted_event as (id uuid, type text, data jsonb, created_at timestamptz);

-- An endpoint, with the types of events that it wants. Null: all.
create type event_target as (endpoint_id uuid, types text[], is_disabled boolean);
