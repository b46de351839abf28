-- What an idempotency key was answered (D2, trust.md). A row is written in the transaction of the work that it answers for,
-- so that one is never without the other; an answer is seen with its row or not at all.

create table idempotency (
  company_id     uuid        not null references company,
  principal_kind text        not null,
  principal_id   uuid        not null,  -- whose key it is: a guessed one shows nothing to another
  key            text        not null,
  fingerprint    bytea       not null,  -- SHA-256 of route, path and checked body: tells a repeat from another call
  status         integer,               -- null only inside the transaction that does the work
  headers        jsonb,
  sealed_body    bytea,                 -- the bytes that were answered, sealed: they hold codes; null: none, or erased
  created_at     timestamptz not null,
  expires_at     timestamptz not null,
  primary key (company_id, principal_kind, principal_id, key),
  check (
    principal_kind in ('customer', 'partner')
    and (sealed_body is null or status is not null)
  )
);
-- Serves the purge.
create index idempotency_expiry on idempotency (company_id, expires_at);
