-- Idempotency keys (D2, trust.md), and a till's wish to spend a customer's points (D5).

-- What a key was answered. A row is written in the transaction of the work that it answers for, so that one is never
-- without the other; an answer is seen with its row or not at all.
create table idempotency (
  company_id     uuid        not null references company,
  principal_kind text        not null check (principal_kind in ('customer', 'partner')),
  principal_id   uuid        not null,  -- whose key it is: a guessed one shows nothing to another
  key            text        not null,
  fingerprint    bytea       not null,  -- SHA-256 of route, path and checked body: tells a repeat from another call
  status         integer,               -- null only inside the transaction that does the work
  headers        jsonb,
  body           text,                  -- the bytes that were answered; null: none, or erased
  created_at     timestamptz not null,
  expires_at     timestamptz not null,
  primary key (company_id, principal_kind, principal_id, key)
);
-- Serves the purge.
create index idempotency_expiry on idempotency (company_id, expires_at);
