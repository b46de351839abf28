-- Levels (D6). level/level.sql holds the functions that write customer_level and level_change; nothing else does.

alter table level
  add column multiplier numeric(5,2) not null default 1 check (multiplier between 1 and 100),  -- of what a purchase earns
  add column prize      text;  -- the key of the related prize in the company's file (R11.1)

alter table company
  add column levels_system       text    check (levels_system in ('LOOKBACK', 'RENOVATION')),  -- null: no levels
  add column update_lookback     integer check (update_lookback > 0),      -- days
  add column renovation_interval integer check (renovation_interval > 0),  -- months
  add column levels_changed_at   timestamptz,  -- when the chain, or how it is climbed, was last another
  add column levels_settled_at   timestamptz,  -- the change that every customer has been settled by since
  add check (levels_system <> 'LOOKBACK' or update_lookback is not null),
  add check (levels_system <> 'RENOVATION' or renovation_interval is not null);

-- What a file of the version before could not say has the contract's defaults.
update company
   set levels_system       = file -> 'settings' ->> 'levels_system',
       update_lookback     = 365,
       renovation_interval = 12,
       levels_changed_at   = applied_at
 where exists (select from level where level.company_id = company.company_id);

-- Where a customer stands, as it was last settled. Sequences are those of points_record.
create table customer_level (
  company_id         uuid        not null,
  customer_id        uuid        not null,
  id                 uuid        not null default uuidv7(),
  -- No foreign key: a level may leave the company's file, and its customers are settled one by one after that.
  level_id           uuid,                  -- null: not even the first level is reached
  level_name         text,
  trigger_amount     bigint,                -- of that level, when it was settled
  consolidated_at    timestamptz not null,
  reseted_at         timestamptz,           -- RENOVATION: when the accumulator last returned to 0
  calculated_at      timestamptz not null,
  levels_system      text        not null check (levels_system in ('LOOKBACK', 'RENOVATION')),
  update_lookback    integer,               -- LOOKBACK: the days that were looked back on
  after_sequence     integer     not null,  -- the accumulation is of the records after this one …
  counted_sequence   integer     not null,  -- … up to this one
  accumulated_amount bigint      not null,
  standing_amount    bigint      not null,  -- RENOVATION: what the cycle before this one came to; the level does not fall below it
  cycle_sequence     integer     not null,  -- RENOVATION: the cycle is of the records after this one
  cycle_amount       bigint      not null,
  cycle_day          smallint    check (cycle_day between 1 and 31),  -- of the month, which a short month cuts for itself alone
  cycle_ends_on      date,                  -- RENOVATION: the first local day of the next cycle
  changes_on         date,                  -- LOOKBACK: the local day on which the oldest generation that counts leaves
  due_at             timestamptz,           -- before it the level cannot change by itself; null: never
  check (counted_sequence >= after_sequence and counted_sequence >= cycle_sequence and cycle_sequence >= after_sequence),
  check ((level_id is null) = (level_name is null) and (level_id is null) = (trigger_amount is null)),
  check (levels_system <> 'LOOKBACK' or update_lookback is not null),
  check (levels_system <> 'RENOVATION' or cycle_day is not null and cycle_ends_on is not null),
  primary key (company_id, customer_id),
  foreign key (company_id, customer_id) references customer
);
-- Serves the job: whose level can change by now, in the order in which it goes through them.
create index customer_level_due on customer_level (company_id, due_at, customer_id) where due_at is not null;

-- Append-only: how each customer came to the level. Names, because a level may be gone since.
create table level_change (
  company_id    uuid        not null,
  id            uuid        not null default uuidv7(),
  customer_id   uuid        not null,
  from_level_id uuid,
  from_name     text,
  to_level_id   uuid,
  to_name       text,
  reason        text        not null check (reason in ('EARNED', 'RETURNED', 'LOOKBACK', 'RENOVATION', 'COMPANY')),
  created_at    timestamptz not null,
  check (from_level_id is distinct from to_level_id),
  primary key (company_id, id),
  foreign key (company_id, customer_id) references customer
);
create index level_change_customer on level_change (company_id, customer_id, id desc);  -- a customer's history, newest first
