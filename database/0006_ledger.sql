-- The whole ledger (D4): consumption, pending points, holds, reversals, and the rules by which a purchase earns.
--
-- Few checks with much in each: PostgreSQL reads the text of every check anew at every statement that writes. As one a
-- column they took a third of a generation's time.

alter table company
  -- What happens to points that a return takes back and the customer has spent.
  add column reversal text not null default 'deficit' check (reversal in ('deficit', 'clamp', 'pending_only'));

alter table calculation_rule
  add column cap                    bigint  check (cap > 0),  -- of one purchase: points; centavos where the type is PERCENTAGE
  add column expires_at_end_of      text    check (expires_at_end_of in ('MONTH', 'YEAR')),
  add column waiting_days           integer not null default 0 check (waiting_days >= 0),
  add column valid_from             date,
  add column valid_to               date,  -- the last day
  add column is_multiplied_by_level boolean not null default true,
  add column earns_on_points        boolean not null default false,  -- also on the part that was paid with points
  add check (num_nonnulls(expires_in_days, expires_in_months, expires_at_end_of) <= 1),
  add check (valid_from <= valid_to);

-- A record's amount and value are what it did to the customer's points: a consumption's are negative.
alter table points_record
  drop constraint points_record_type_id_check,
  drop constraint points_record_origin_check,
  drop constraint points_record_amount_check,
  drop constraint points_record_value_check,
  drop constraint points_record_sequence_check,
  -- Without a till (a voucher, a promotion) there is neither key, nor external_id, nor purchase.
  alter column partner_key_id  drop not null,
  alter column external_id     drop not null,
  alter column fingerprint     drop not null,
  alter column subsidiary_name drop not null,
  alter column purchase_value  drop not null,  -- of a generation's reversal: what was returned of it, this time
  alter column calculation     drop not null,
  add column source_id    uuid,  -- the intention, voucher or promotion behind it
  add column reverses_id  uuid,
  add column available_on date,  -- the first day on which they can be spent; null: at once
  add foreign key (company_id, reverses_id) references points_record,
  add constraint points_record_kind check (
    sequence > 0
    and (reverses_id is null) = (type_id in ('GNR', 'CNS'))
    and case when type_id in ('GNR', 'CNS_REVERSAL') then least(amount, value) >= 0
             when type_id in ('CNS', 'GNR_REVERSAL') then greatest(amount, value) <= 0
             else false
        end
  );
-- Serves what was returned of a purchase so far, and the marks of the history.
create index points_record_reversals on points_record (company_id, reverses_id) where reverses_id is not null;
-- A consumption is given back once.
create unique index points_record_given_back on points_record (company_id, reverses_id) where type_id = 'CNS_REVERSAL';

alter table lot
  add column amount         bigint,       -- of its record: what a lot can never exceed
  add column value          bigint,
  add column expired_amount bigint      not null default 0,  -- left by their date before the lot came back
  add column expired_value  bigint      not null default 0,
  add column available_at   timestamptz not null default '-infinity',  -- the first instant with them
  add column created_at     timestamptz;
update lot
   set amount     = points_record.amount,
       value      = points_record.value,
       created_at = points_record.created_at
  from points_record
 where points_record.company_id = lot.company_id
   and points_record.id = lot.id;
alter table lot
  alter column amount     set not null,
  alter column value      set not null,
  alter column created_at set not null,
  drop constraint lot_remaining_amount_check,
  drop constraint lot_remaining_value_check,
  add constraint lot_bounds check (
    least(remaining_amount, remaining_value, expired_amount, expired_value,
          amount - remaining_amount - expired_amount, value - remaining_value - expired_value) >= 0
    and available_at < expires_at
  );
-- Serves the sum of a customer's good lots, and the draws of a consumption in their order.
drop index lot_open;
create index lot_open on lot (company_id, customer_id, expires_at, created_at, id) where remaining_amount > 0;

-- What a record did to a lot beside opening it: a draw is negative, a return positive.
create table allocation (
  company_id      uuid    not null,
  record_id       uuid    not null,
  lot_id          uuid    not null,
  absorbs_deficit boolean not null,  -- the part of a credit that paid what the customer owed
  amount          bigint  not null,
  value           bigint  not null,
  primary key (company_id, record_id, lot_id, absorbs_deficit),
  foreign key (company_id, record_id) references points_record,
  foreign key (company_id, lot_id) references lot
);

-- Points promised to a till (D5). They are out of their lots while the hold is open, so that they neither are spent nor
-- expire. The places in the order of the customer's movements let a replay repeat what it did.
create table hold (
  company_id         uuid        not null,
  id                 uuid        not null,
  customer_id        uuid        not null,
  amount             bigint      not null,
  value              bigint      not null,
  opened_after       integer     not null,  -- the customer's last record when it was made
  opened_step        integer     not null,  -- 1, 2, 3 … over the openings and endings of the customer's holds
  ended_after        integer,
  ended_step         integer,
  captured_record_id uuid,                  -- null: released
  created_at         timestamptz not null,
  ended_at           timestamptz,
  primary key (company_id, id),
  unique (company_id, customer_id, opened_step),
  foreign key (company_id, customer_id) references customer,
  foreign key (company_id, captured_record_id) references points_record,
  check (
    least(amount - 1, value) >= 0
    and num_nulls(ended_after, ended_step, ended_at) in (0, 3)
    and (captured_record_id is null or ended_at is not null)
  )
);

create table hold_allocation (
  company_id uuid    not null,
  hold_id    uuid    not null,
  position   integer not null,  -- in the order of the draws, which is the order of a capture
  lot_id     uuid    not null,
  amount     bigint  not null,
  value      bigint  not null,
  primary key (company_id, hold_id, position),
  check (least(amount - 1, value) >= 0),
  foreign key (company_id, hold_id) references hold,
  foreign key (company_id, lot_id) references lot
);

-- amount and value: the sum of what is good, free and available, whatever is owed.
-- changes_at: the next lot leaves or becomes available.
alter table balance
  add column pending_amount bigint  not null default 0,
  add column pending_value  bigint  not null default 0,
  add column held_amount    bigint  not null default 0,
  add column held_value     bigint  not null default 0,
  add column deficit_amount bigint  not null default 0,
  add column deficit_value  bigint  not null default 0,
  add column spent_value    bigint  not null default 0,
  add column hold_steps     integer not null default 0,
  drop constraint balance_amount_check,
  drop constraint balance_value_check,
  drop constraint balance_received_amount_check,
  -- 2^53 - 1: beyond it a number is not exact in JSON.
  add constraint balance_bounds check (
    least(amount, value, pending_amount, pending_value, held_amount, held_value, deficit_amount, deficit_value,
          received_amount, spent_value) >= 0
    and greatest(amount, value, pending_amount, pending_value, held_amount, held_value, deficit_amount, deficit_value,
                 received_amount, spent_value) <= 9007199254740991
  );
