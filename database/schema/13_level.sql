-- Levels (D6). Only the functions of levels write customer_level and level_change.

create table level (
  company_id      uuid         not null references company,
  id              uuid         not null default uuidv7(),
  name            text         not null,
  description     text,
  description_url text,
  color           text,
  trigger_amount  bigint       not null check (trigger_amount >= 0),  -- points; inclusive (D6)
  multiplier      numeric(5,2) not null default 1 check (multiplier between 1 and 100),  -- of what a purchase earns
  prize           text,                  -- the key of the related prize in the company's file (R11.1)
  integrator_id   text,
  created_at      timestamptz  not null,
  primary key (company_id, id),
  unique (company_id, name),
  -- A rising chain has no two levels at one height. Deferred: an edit may swap two.
  unique (company_id, trigger_amount) deferrable initially deferred
);

-- The customer's level, as it was last settled. Sequences are those of points_record.
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
  levels_system      text        not null,
  update_lookback    integer,               -- LOOKBACK: the days that were looked back on
  after_sequence     integer     not null,  -- the accumulation is of the records after this one …
  counted_sequence   integer     not null,  -- … up to this one
  accumulated_amount bigint      not null,
  standing_amount    bigint      not null,  -- RENOVATION: what the cycle before this one came to; the level does not fall below it
  -- RENOVATION: what standing_amount is of, so that a purchase that comes back after its cycle's end is out of it: the
  -- generations after standing_sequence, as they stood after the record standing_until.
  standing_sequence  integer     not null default 0,
  standing_until     integer     not null default 0,
  cycle_sequence     integer     not null,  -- RENOVATION: the cycle is of the records after this one
  cycle_amount       bigint      not null,
  cycle_day          smallint,              -- of the month, which a short month cuts for itself alone
  cycle_ends_on      date,                  -- RENOVATION: the first local day of the next cycle
  changes_on         date,                  -- LOOKBACK: the local day on which the oldest generation that counts leaves
  due_at             timestamptz,           -- before it the level cannot change by itself; null: never
  primary key (company_id, customer_id),
  foreign key (company_id, customer_id) references customer,
  check (
    counted_sequence >= after_sequence
    and counted_sequence >= cycle_sequence
    and cycle_sequence >= after_sequence
    and standing_until >= standing_sequence
    and num_nulls(level_id, level_name, trigger_amount) in (0, 3)
    and cycle_day between 1 and 31
    and case levels_system
          when 'LOOKBACK' then update_lookback is not null
          when 'RENOVATION' then cycle_day is not null and cycle_ends_on is not null
          else false
        end
  )
);
-- Serves the job: customers whose level can change by now, in the order in which the job goes through them.
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
  reason        text        not null,
  created_at    timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, customer_id) references customer,
  check (
    reason in ('EARNED', 'RETURNED', 'LOOKBACK', 'RENOVATION', 'COMPANY')
    and from_level_id is distinct from to_level_id
    and (from_level_id is null) = (from_name is null)
    and (to_level_id is null) = (to_name is null)
  )
);
create index level_change_customer on level_change (company_id, customer_id, id desc);  -- a customer's history, newest first
