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

alter table company
  add column intention_minutes integer not null default 10 check (intention_minutes between 1 and 60);

-- A till's wish to spend a customer's points (D5). Its hold has its id. Its code is in no table: intention_code makes it.
create table intention (
  company_id      uuid        not null,
  id              uuid        not null,
  customer_id     uuid        not null,
  partner_key_id  uuid        not null,
  external_id     text        not null,
  fingerprint     bytea       not null,  -- SHA-256 of the request: tells a repeat from another wish
  status          text        not null check (status in ('PENDING', 'AUTHORIZED', 'CAPTURED', 'DECLINED', 'CANCELLED', 'EXPIRED')),
  subsidiary_name text        not null,
  purchase_value  bigint      not null check (purchase_value > 0),  -- centavos
  points_amount   bigint      not null check (points_amount > 0),   -- held
  points_value    bigint      not null check (points_value >= 0),   -- centavos
  balance_amount  bigint      not null check (balance_amount >= points_amount),  -- before it
  balance_value   bigint      not null check (balance_value >= points_value),
  wrong_codes     integer     not null default 0 check (wrong_codes between 0 and 5),
  captured_amount bigint,
  captured_value  bigint,
  record_id       uuid,                  -- of the consumption
  created_at      timestamptz not null,
  expires_at      timestamptz not null,
  authorized_at   timestamptz,
  ended_at        timestamptz,
  check (captured_amount between 1 and points_amount),
  check (captured_value between 0 and points_value),
  check ((status = 'CAPTURED') = (record_id is not null)),
  check (num_nulls(captured_amount, captured_value, record_id) in (0, 3)),
  check ((status in ('PENDING', 'AUTHORIZED')) = (ended_at is null)),
  check (status <> 'AUTHORIZED' or authorized_at is not null),
  primary key (company_id, id),
  unique (company_id, external_id),      -- D3: a till that repeats it gets the first answer
  foreign key (company_id, customer_id) references customer,
  foreign key (company_id, partner_key_id) references partner_key,
  foreign key (company_id, record_id) references points_record
);
-- One open intention a customer (D5); serves the poll.
create unique index intention_open on intention (company_id, customer_id) where status in ('PENDING', 'AUTHORIZED');
-- Serves the look for those whose time is over.
create index intention_overdue on intention (company_id, expires_at) where status in ('PENDING', 'AUTHORIZED');
-- Serves the limits of T6: what a till has asked a customer of late.
create index intention_asked on intention (company_id, customer_id, partner_key_id, created_at desc);

-- What the subscription club trades for the customer (R12.2). One live code a customer, so that asking often fills nothing.
create table integration_token (
  company_id  uuid        not null,
  customer_id uuid        not null,
  token_hash  bytea       not null,  -- SHA-256
  expires_at  timestamptz not null,
  primary key (company_id, customer_id),
  unique (company_id, token_hash),
  foreign key (company_id, customer_id) references customer
);
