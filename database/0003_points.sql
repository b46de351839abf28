-- The ledger (D4). points/ledger.sql holds the functions that write these tables; nothing else does.

-- Append-only: what happened. A balance is the sum of these.
create table points_record (
  company_id      uuid        not null,
  id              uuid        not null default uuidv7(),
  customer_id     uuid        not null,
  sequence        integer     not null check (sequence > 0),  -- 1, 2, 3 … a customer, without gaps
  type_id         text        not null check (type_id = 'GNR'),
  origin          text        not null check (origin = 'api:/points/generate'),
  partner_key_id  uuid        not null,
  external_id     text        not null,
  fingerprint     bytea       not null,  -- SHA-256 of the request: tells a repeat from another sale
  subsidiary_name text        not null,
  purchase_value  bigint      not null check (purchase_value > 0),   -- centavos
  amount          bigint      not null check (amount >= 0),          -- points
  value           bigint      not null check (value >= 0),           -- centavos, frozen at earning
  calculation     jsonb       not null,
  expires_on      date,                  -- the last day, in the company's time zone, on which they are good
  balance_amount  bigint      not null,  -- after this record
  balance_value   bigint      not null,
  created_at      timestamptz not null,
  primary key (company_id, id),
  unique (company_id, type_id, external_id),     -- D3: a till that repeats a sale gets the first answer
  unique (company_id, customer_id, sequence),    -- and serves the history, newest first
  foreign key (company_id, customer_id) references customer,
  foreign key (company_id, partner_key_id) references partner_key
);

-- What is left of each generation.
create table lot (
  company_id       uuid        not null,
  id               uuid        not null,  -- of its points_record
  customer_id      uuid        not null,
  remaining_amount bigint      not null check (remaining_amount >= 0),
  remaining_value  bigint      not null check (remaining_value >= 0),
  expires_at       timestamptz not null,  -- the first instant without them; infinity: never
  primary key (company_id, id),
  foreign key (company_id, id) references points_record,
  foreign key (company_id, customer_id) references customer
);
-- Serves the sum of a customer's good lots, when a date has passed since the balance was kept.
create index lot_open on lot (company_id, customer_id, expires_at) where remaining_amount > 0;

-- The sum, kept in the same transaction as the record that changes it.
create table balance (
  company_id      uuid        not null,
  customer_id     uuid        not null,
  amount          bigint      not null default 0 check (amount between 0 and 9007199254740991),
  value           bigint      not null default 0 check (value between 0 and 9007199254740991),
  received_amount bigint      not null default 0 check (received_amount between 0 and 9007199254740991),
  sequence        integer     not null default 0,  -- of the customer's last record
  changes_at      timestamptz not null default 'infinity',  -- the next lot leaves: from then on the lots are summed
  primary key (company_id, customer_id),
  foreign key (company_id, customer_id) references customer
);
