-- Messages to the company's servers (D3): the outbox, and what became of each message.

-- Where a company wants to be told. Never deleted: deliveries name it.
create table webhook_endpoint (
  company_id  uuid        not null references company,
  id          uuid        not null default uuidv7(),
  url         text        not null,
  types       text[]      check (cardinality(types) > 0),  -- null: all
  created_at  timestamptz not null,
  removed_at  timestamptz,           -- the company's file names it no more
  disabled_at timestamptz,           -- it answered 410: nobody wants to be told any more
  primary key (company_id, id),
  unique (company_id, url)
);

-- What an endpoint's messages are signed with. Several live ones sign side by side, so that a change interrupts nothing.
create table webhook_secret (
  company_id  uuid        not null,
  id          uuid        not null default uuidv7(),
  endpoint_id uuid        not null,
  secret      bytea       not null check (length(secret) between 24 and 64),
  created_at  timestamptz not null,
  expires_at  timestamptz not null,  -- infinity: the newest
  primary key (company_id, id),
  foreign key (company_id, endpoint_id) references webhook_endpoint
);
create index webhook_secret_endpoint on webhook_secret (company_id, endpoint_id);

-- The outbox: what happened, written by the transaction in which it happened. Holds ids and figures, no personal data.
create table webhook_event (
  company_id uuid        not null,                    -- an endpoint's, which has a foreign key
  id         uuid        not null default uuidv7(),  -- webhook-id, by which the receiver tells a repeat
  type       text        not null,
  data       jsonb       not null,
  created_at timestamptz not null,
  primary key (company_id, id)
);
-- Serves replay and purge, which name a time.
create index webhook_event_created on webhook_event (company_id, created_at);

create table webhook_delivery (
  company_id   uuid        not null,
  event_id     uuid        not null,
  endpoint_id  uuid        not null,
  attempts     integer     not null default 0,
  due_at       timestamptz,            -- the next attempt, or, while one is under way, when it counts as lost; null: over
  give_up_at   timestamptz not null,   -- no attempt is made after the first one from here on
  delivered_at timestamptz,
  primary key (company_id, event_id, endpoint_id),
  -- No foreign keys: add_events writes event and delivery in one statement and reads the endpoint in it, and endpoints are
  -- never deleted. Each delivery would pay for two look-ups (decision 020).
  check (attempts >= 0 and (due_at is null or delivered_at is null))
);
-- Serves the look for what is due, endpoint by endpoint, so that a slow one holds up no other.
create index webhook_delivery_due on webhook_delivery (company_id, endpoint_id, due_at) where due_at is not null;

-- Append-only: every attempt. What was sent and answered is not kept.
create table webhook_attempt (
  company_id   uuid        not null,
  id           uuid        not null default uuidv7(),
  event_id     uuid        not null,
  endpoint_id  uuid        not null,
  status       integer,                -- null: no answer came
  failure      text,
  duration_ms  integer     not null,
  attempted_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, event_id, endpoint_id) references webhook_delivery,
  check (
    (status is null) = (failure is not null)
    and failure in ('address', 'timeout', 'connection')
    and duration_ms >= 0
  )
);
create index webhook_attempt_delivery on webhook_attempt (company_id, event_id, endpoint_id);
