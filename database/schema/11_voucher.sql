-- What a customer bought, and the codes that the company brought for it (D8). A copy of the database tells no code (T16,
-- docs/decisions/014-sealed-codes.md): the server seals them with its secret, which SQL does not know.

create table voucher (
  company_id              uuid        not null,
  id                      uuid        not null default uuidv7(),
  customer_id             uuid        not null,
  prize_id                uuid        not null,
  code_key                bytea       not null,  -- a keyed hash of the code without case and hyphens
  sealed_code             bytea       not null,
  points_amount           bigint      not null,  -- what it cost
  record_id               uuid        not null,  -- the consumption that paid for it, and for nothing else: it can be given back
  expires_on              date,                  -- the last local day, fixed at issue; null: never
  created_at              timestamptz not null,
  withdrawn_at            timestamptz,
  withdrawn_at_subsidiary text,
  withdrawn_by            uuid,                  -- the till's key
  cancelled_at            timestamptz,
  cancelled_by            uuid,                  -- the till's key
  primary key (company_id, id),
  unique (company_id, code_key),                 -- T16: one code, one voucher
  unique (company_id, record_id),
  foreign key (company_id, customer_id) references customer,
  foreign key (company_id, prize_id) references prize,
  foreign key (company_id, record_id) references points_record,
  foreign key (company_id, withdrawn_by) references partner_key,
  foreign key (company_id, cancelled_by) references partner_key,
  check (
    points_amount >= 0
    and num_nulls(withdrawn_at, withdrawn_at_subsidiary, withdrawn_by) in (0, 3)
    and (cancelled_at is null) = (cancelled_by is null)
    and (withdrawn_at is null or cancelled_at is null)
  )
);
-- Serves a customer's vouchers, newest first.
create index voucher_customer on voucher (company_id, customer_id, id);
-- Serves the notices before a voucher's last day (D11): those that are still to be withdrawn.
create index voucher_expiring on voucher (company_id, expires_on, customer_id)
  where withdrawn_at is null and cancelled_at is null;

-- Codes that the company brought, sold in the order of its file. A sold code has the key of its voucher.
create table prize_code (
  company_id  uuid    not null,
  code_key    bytea   not null,
  sealed_code bytea   not null,
  prize_id    uuid    not null,
  position    integer not null,
  voucher_id  uuid,               -- null: free
  primary key (company_id, code_key),
  unique (company_id, voucher_id),
  foreign key (company_id, prize_id) references prize,
  foreign key (company_id, voucher_id) references voucher
);
-- Serves the next free code of a prize, and how many there are.
create index prize_code_free on prize_code (company_id, prize_id, position) where voucher_id is null;
