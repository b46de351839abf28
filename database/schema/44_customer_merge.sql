-- Two accounts of one person become one (D15, docs/decisions/054-customer-merge.md).

-- The account into which the customer's account was merged. Null: the account stands by itself. Never a chain: the account that it
-- names has null. The index serves the accounts that a customer has taken in. An update of a balance changes no indexed column, so
-- its new row version still fits beside the old one (HOT).
alter table balance add column merged_into_id uuid;
create index balance_merged on balance (company_id, merged_into_id, customer_id) where merged_into_id is not null;

-- A merge by a staff member, and its undoing.
create table customer_merge (
  company_id   uuid        not null references company,
  id           uuid        not null default uuidv7(),
  staying_id   uuid        not null,
  absorbed_id  uuid        not null,
  record_id    uuid        not null,  -- the record of 0 points that begins the merge on the staying account
  key          uuid        not null,  -- of the console's request
  proof        text        not null,  -- how the staff member knows that both accounts are one person's
  filled       text[]      not null,  -- the fields that were empty in the staying account and were copied from the absorbed one
  lots         integer     not null,
  points_amount bigint     not null,
  points_value bigint      not null,
  merged_at    timestamptz not null,
  undone_at    timestamptz,
  primary key (company_id, id),
  foreign key (company_id, staying_id) references customer,
  foreign key (company_id, absorbed_id) references customer,
  foreign key (company_id, record_id) references points_record
);
alter table customer_merge alter column company_id set statistics 0;
-- A request is carried out once.
create unique index customer_merge_key on customer_merge (company_id, key);
-- An account is part of one other account at most.
create unique index customer_merge_absorbed on customer_merge (company_id, absorbed_id) where undone_at is null;
-- Serves the accounts that the record of a customer names.
create index customer_merge_staying on customer_merge (company_id, staying_id, id) where undone_at is null;

-- A lot that went from an absorbed account to the staying one. Append-only.
create table moved_lot (
  company_id     uuid not null,
  id             uuid not null,  -- the new lot, of the staying account
  customer_id    uuid not null,  -- the absorbed account
  lot_id         uuid not null,  -- the lot there
  consumption_id uuid not null,  -- the record that emptied it
  primary key (company_id, id),
  foreign key (company_id, id) references lot,
  foreign key (company_id, lot_id) references lot,
  foreign key (company_id, consumption_id) references points_record
);
alter table moved_lot alter column company_id set statistics 0;
-- Serves the return of points to the absorbed account.
create index moved_lot_customer on moved_lot (company_id, customer_id, lot_id);
