-- Points promised to a till (D5). They are out of their lots while the hold is open, so that they neither are spent nor
-- expire. The places in the order of the customer's movements let a replay repeat what it did.

create table hold (
  company_id         uuid        not null,
  id                 uuid        not null,  -- of its intention
  customer_id        uuid        not null,
  amount             bigint      not null,  -- points
  value              bigint      not null,  -- centavos
  opened_after       integer     not null,  -- the customer's last record when it was made
  opened_step        integer     not null,  -- 1, 2, 3 … over the openings and endings of the customer's holds
  ended_after        integer,
  ended_step         integer,
  captured_record_id uuid,                  -- null: open or released
  created_at         timestamptz not null,
  expires_at         timestamptz not null,  -- from this instant its points are free, whether or not its end is written
  ended_at           timestamptz,
  primary key (company_id, id),
  unique (company_id, customer_id, opened_step),
  foreign key (company_id, customer_id) references customer,
  foreign key (company_id, captured_record_id) references points_record,
  check (
    least(amount - 1, value, opened_after, opened_step - 1, ended_after - opened_after, ended_step - opened_step - 1) >= 0
    and num_nulls(ended_after, ended_step, ended_at) in (0, 3)
    and (captured_record_id is null or ended_at is not null)
  )
);
-- Serves the look for a customer's open holds: at most one, by D5.
create index hold_open on hold (company_id, customer_id, expires_at) where ended_at is null;

-- The draws of a hold.
create table hold_allocation (
  company_id             uuid    not null,
  hold_id                uuid    not null,
  position               integer not null,  -- in the order of the draws, which is the order of a capture
  lot_id                 uuid    not null,
  amount                 bigint  not null,
  value                  bigint  not null,
  -- The part that was not captured and paid what the customer owed, when the hold ended: a release has no record to say so.
  absorbed_amount        bigint  not null default 0,
  absorbed_value         bigint  not null default 0,
  absorbed_deficit_value bigint  not null default 0,  -- centavos of the deficit that it paid
  primary key (company_id, hold_id, position),
  -- None to hold: write_holds writes both, one after the other (decision 020).
  foreign key (company_id, lot_id) references lot,
  check (
    least(amount - 1, value, absorbed_amount, absorbed_value, amount - absorbed_amount, value - absorbed_value,
          absorbed_deficit_value) >= 0
  )
);
