-- The daily heads of a company's record chains (docs/decisions/058-daily-head.md). All three tables are append-only (database/runtime.sql).

-- The public keys that sign heads. A key follows from a secret of the server and outlives it, because old heads must still verify.
create table head_key (
  public_key bytea       primary key check (length(public_key) = 44),  -- Ed25519, as SubjectPublicKeyInfo in DER
  since      timestamptz not null
);

-- The head of a day: a hash over the last record of each customer, chained to the head before it.
create table record_head (
  company_id    uuid        not null references company,
  number        integer     not null,  -- 1, 2, 3 … a company, without gaps
  day           date        not null,  -- in the company's time zone
  until_at      timestamptz not null,  -- the end of the day
  customers     integer     not null,  -- with records that no earlier head covers
  records       bigint      not null,  -- of all customers that this head and the earlier ones cover
  entries_hash  bytea       not null,
  previous_hash bytea       not null,  -- of the head before; zeros for the first
  hash          bytea       not null,
  public_key    bytea       not null,  -- of head_key, which is of the server: no foreign key, because keys begin with the company
  signature     bytea       not null,  -- Ed25519 of the hash
  taken_at      timestamptz not null,
  primary key (company_id, number),
  unique (company_id, day),
  check (
    least(number - 1, customers, records) >= 0
    and length(entries_hash) = 32
    and length(previous_hash) = 32
    and length(hash) = 32
    and length(signature) = 64
  )
);

-- How many records of a customer a head covers. Only customers with new records have an entry; the others stand as in their entry
-- before. The hash of the record is not stored: a proof reads it from the ledger. No foreign keys: the first head of a company may have
-- a million entries, and each would lock the row of its customer.
create table record_head_entry (
  company_id  uuid    not null,
  customer_id uuid    not null,
  number      integer not null check (number > 0),     -- of the head
  sequence    integer not null check (sequence > 0),   -- of the customer's last record that the head covers
  primary key (company_id, customer_id, number)
);

-- As in 23_statistics.sql.
alter table record_head alter column company_id set statistics 0;
alter table record_head_entry alter column company_id set statistics 0;
