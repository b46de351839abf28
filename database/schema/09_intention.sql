-- A till's request to spend a customer's points (D5). Its code is in no table: intention_code makes it.

create table intention (
  company_id      uuid        not null,
  id              uuid        not null,  -- its hold has the same
  customer_id     uuid        not null,
  partner_key_id  uuid        not null,
  external_id     text        not null,
  fingerprint     bytea       not null,  -- SHA-256 of the request: tells a repeat from another request
  status          text        not null,
  subsidiary_name text        not null,
  purchase_value  bigint      not null,  -- centavos
  points_amount   bigint      not null,  -- points held
  points_value    bigint      not null,  -- centavos held
  balance_amount  bigint      not null,  -- before it
  balance_value   bigint      not null,
  wrong_codes     integer     not null default 0,
  captured_amount bigint,
  captured_value  bigint,
  record_id       uuid,                  -- of the consumption
  -- Set where the shop asks for less after the customer's decline. Unique: a decline is followed by one such request at most.
  retried_id      uuid,
  created_at      timestamptz not null,
  expires_at      timestamptz not null,
  authorized_at   timestamptz,
  ended_at        timestamptz,
  primary key (company_id, id),
  unique (company_id, external_id),      -- D3: a till that repeats it gets the first answer
  foreign key (company_id, customer_id) references customer,
  -- None to partner_key, as in points_record.
  foreign key (company_id, record_id) references points_record,
  foreign key (company_id, retried_id) references intention,
  check (
    status in ('PENDING', 'AUTHORIZED', 'CAPTURED', 'DECLINED', 'CANCELLED', 'EXPIRED')
    and least(purchase_value - 1, points_amount - 1, points_value, balance_amount - points_amount,
              balance_value - points_value) >= 0
    and wrong_codes between 0 and 5
    and captured_amount between 1 and points_amount
    and captured_value between 0 and points_value
    and num_nulls(captured_amount, captured_value, record_id) in (0, 3)
    and (status = 'CAPTURED') = (record_id is not null)
    and (status in ('PENDING', 'AUTHORIZED')) = (ended_at is null)
    and (status <> 'AUTHORIZED' or authorized_at is not null)
  )
);
-- One open intention a customer (D5); serves the poll, and the job that looks for those whose time is over: few are open.
create unique index intention_open on intention (company_id, customer_id) where status in ('PENDING', 'AUTHORIZED');
-- One retry of a declined intention; serves the look for it.
create unique index intention_retried on intention (company_id, retried_id) where retried_id is not null;
-- Serves the limits of T6: how often a till has asked a customer lately.
create index intention_asked on intention (company_id, customer_id, partner_key_id, created_at desc);
