-- The outcome of the command that an idempotency key was sent with (D2, trust.md). Written in the transaction of its effects,
-- so that one is never without the other. engine/idempotency.sql alone writes it.

create table idempotency (
  company_id     uuid        not null references company,
  principal_kind text        not null,
  principal_id   uuid        not null,  -- whose key it is: a guessed one shows nothing to another
  key            text        not null,
  fingerprint    bytea       not null,  -- SHA-256 of route, path and checked body: tells a repeat from another call
  error          text,                  -- a code of contract/refusal.ts; null: done
  details        jsonb,                 -- figures of the error
  result         jsonb,                 -- what Node renders; voucher codes in it are sealed (T16); null: an error, or erased
  created_at     timestamptz not null,
  expires_at     timestamptz not null,
  primary key (company_id, principal_kind, principal_id, key),
  check (
    principal_kind in ('customer', 'partner')
    and (error is null or result is null)
  )
);
-- Serves the purge.
create index idempotency_expiry on idempotency (company_id, expires_at);
