-- The ledger (D4): what a purchase earns, what happened, what is left. Only the functions of the ledger write these tables.
--
-- A hot table has one check with several conditions: PostgreSQL reads the text of every check anew at every statement that
-- writes. As one check a column they took a third of a sale's time.

-- How a purchase earns.
create table calculation_rule (
  company_id             uuid         not null references company,
  id                     uuid         not null default uuidv7(),
  key                    text         not null,  -- the rule's stable word in the company's file (D13): tills name the rule by it
  name                   text         not null,
  -- 0 is used where the till names no rule. Null: no longer in the company's file; the row stays, because records name it.
  position               integer,
  type                   text         not null,
  rate                   numeric(7,3) not null,
  cap                    bigint,                 -- of one purchase: points; centavos where the type is PERCENTAGE
  minimum_purchase_value bigint       not null,  -- centavos
  expires_in_days        integer,
  expires_in_months      integer,
  expires_at_end_of      text,
  waiting_days           integer      not null default 0,
  valid_from             date,
  valid_to               date,                   -- the last day
  is_multiplied_by_level boolean      not null default true,
  earns_on_points        boolean      not null default false,  -- also on the part that was paid with points
  primary key (company_id, id),
  unique (company_id, key),
  unique (company_id, position) deferrable initially deferred,
  check (
    key ~ '^[a-z][a-z0-9-]{1,30}$'
    and position >= 0
    and type in ('POINTS_PER_REAL', 'PERCENTAGE')
    and rate > 0
    and cap > 0
    and least(minimum_purchase_value, waiting_days, expires_in_days - 1, expires_in_months - 1) >= 0
    and expires_at_end_of in ('MONTH', 'YEAR')
    and num_nonnulls(expires_in_days, expires_in_months, expires_at_end_of) <= 1
    and valid_from <= valid_to
  )
);

-- Append-only: what happened. A balance is the sum of these. `amount` and `value` are what the record did to the customer's
-- points: a consumption's are negative. Without a till (a voucher, a promotion) there is neither key, nor external_id, nor
-- purchase.
create table points_record (
  company_id      uuid        not null,
  id              uuid        not null default uuidv7(),
  customer_id     uuid        not null,
  sequence        integer     not null,  -- 1, 2, 3 … a customer, without gaps
  type_id         text        not null,  -- 'GNR': earned; 'CNS': consumed; and their reversals
  origin          text        not null,  -- the call or job that wrote it
  source_id       uuid,                  -- the intention, voucher or promotion behind it
  reverses_id     uuid,
  partner_key_id  uuid,
  external_id     text,
  fingerprint     bytea,                 -- SHA-256 of the request: tells a repeat from another sale
  subsidiary_name text,
  purchase_value  bigint,                -- centavos; of a generation's reversal: what was returned of it, this time
  amount          bigint      not null,  -- points
  value           bigint      not null,  -- centavos, frozen at earning
  calculation     jsonb,
  available_on    date,                  -- the first day on which they can be spent; null: at once
  expires_on      date,                  -- the last day, in the company's time zone, on which they are good
  balance_amount  bigint      not null,  -- after this record
  balance_value   bigint      not null,
  created_at      timestamptz not null,
  -- Of this record and the hash of the customer's record before it (I8): whoever changes, removes or slips in a record past
  -- the functions would have to write anew all that came after.
  hash            bytea       not null,
  primary key (company_id, id),
  unique (company_id, customer_id, sequence),    -- and serves the history, newest first
  foreign key (company_id, customer_id) references customer,
  -- None to partner_key: rows of keys are never removed, and each sale would pay for a look-up (decision 020).
  foreign key (company_id, reverses_id) references points_record,
  constraint points_record_kind check (
    least(sequence - 1, balance_amount, balance_value, purchase_value - 1) >= 0
    and length(hash) = 32
    and (reverses_id is null) = (type_id in ('GNR', 'CNS'))
    and case when type_id in ('GNR', 'CNS_REVERSAL') then least(amount, value) >= 0
             when type_id in ('CNS', 'GNR_REVERSAL') then greatest(amount, value) <= 0
             else false
        end
  )
);
-- D3: a till that repeats a sale gets the first answer. Not of vouchers and grants, which have no external_id.
create unique index points_record_external on points_record (company_id, type_id, external_id) where external_id is not null;
-- Serves what was returned of a purchase so far, and the marks of the history.
create index points_record_reversals on points_record (company_id, reverses_id) where reverses_id is not null;
-- A consumption is given back once.
create unique index points_record_given_back on points_record (company_id, reverses_id) where type_id = 'CNS_REVERSAL';

-- What is left of each generation.
create table lot (
  company_id       uuid        not null,
  id               uuid        not null,            -- of its points_record
  customer_id      uuid        not null,
  amount           bigint      not null,            -- points of its record: what the lot can never exceed
  value            bigint      not null,            -- centavos of its record
  remaining_amount bigint      not null,
  remaining_value  bigint      not null,
  expired_amount   bigint      not null default 0,  -- left by their date before the lot came back
  expired_value    bigint      not null default 0,
  available_at     timestamptz not null default '-infinity',  -- the first instant with them
  expires_at       timestamptz not null,            -- the first instant without them; infinity: never
  created_at       timestamptz not null,
  -- Has points left. The index below names this column and not remaining_amount, so that a draw that leaves points changes no
  -- indexed column, and its new row version fits beside the old one (HOT).
  is_open          boolean     not null generated always as (remaining_amount > 0) stored,
  primary key (company_id, id),
  -- The record names the customer.
  foreign key (company_id, id) references points_record,
  constraint lot_bounds check (
    least(remaining_amount, remaining_value, expired_amount, expired_value,
          amount - remaining_amount - expired_amount, value - remaining_value - expired_value) >= 0
    and available_at < expires_at
  )
) with (fillfactor = 90);
-- Serves the sum of a customer's good lots, and the draws of a consumption in their order.
create index lot_open on lot (company_id, customer_id, expires_at, created_at, id) where is_open;
-- Serves the history's expired points that left before the rest of their lot came back: few lots have any.
create index lot_expired on lot (company_id, customer_id) where expired_amount > 0;

-- What a record did to a lot beside opening it: a draw is negative, a return positive.
create table allocation (
  company_id      uuid    not null,
  record_id       uuid    not null,
  lot_id          uuid    not null,
  absorbs_deficit boolean not null,  -- the part of a credit that paid what the customer owed
  amount          bigint  not null,
  value           bigint  not null,  -- what the lot gave
  deficit_value   bigint,            -- centavos of the deficit that an absorbed part paid; null: nothing absorbed
  primary key (company_id, record_id, lot_id, absorbs_deficit),
  foreign key (company_id, record_id) references points_record,
  foreign key (company_id, lot_id) references lot,
  check ((deficit_value is not null) = absorbs_deficit)
);

-- The sum, kept in the same transaction as the record that changes it. `amount` and `value` are the sum of what is good,
-- free and available, whatever is owed.
create table balance (
  company_id       uuid        not null,
  customer_id      uuid        not null,
  amount           bigint      not null default 0,
  value            bigint      not null default 0,
  pending_amount   bigint      not null default 0,
  pending_value    bigint      not null default 0,
  held_amount      bigint      not null default 0,
  held_value       bigint      not null default 0,
  deficit_amount   bigint      not null default 0,
  deficit_value    bigint      not null default 0,
  received_amount  bigint      not null default 0,
  spent_value      bigint      not null default 0,
  -- Points that pay a deficit may be worth more or less than the points that are owed. Where a lot gives its last point, or a
  -- deficit is paid to its last point, one of the two has no centavos left to match. The customer's sum of these differences:
  -- positive where lots gave more than records say. Records = lots + holds - deficit + difference, to the centavo.
  difference_value bigint      not null default 0,
  sequence         integer     not null default 0,    -- of the customer's last record
  last_hash        bytea       not null default '',   -- of the record that `sequence` names
  hold_steps       integer     not null default 0,    -- openings and endings of the customer's holds
  changes_at       timestamptz not null default 'infinity',  -- the next lot or hold ends, or becomes available: then sum anew
  -- The instant of the customer's last movement. A later movement is not earlier than it, whatever its node's clock says: a
  -- balance that was kept after midnight has lost what was good before it.
  moved_at         timestamptz not null default '-infinity',
  -- Whether the next earning must settle the level (note_level): the points that lack to the next level, null where there is
  -- none; the first instant at which the level can change by itself; when it was last settled.
  level_left       bigint,
  level_due_at     timestamptz not null default '-infinity',
  level_settled_at timestamptz not null default '-infinity',
  level_sequence   integer     not null default 0,    -- the last record that was settled
  primary key (company_id, customer_id),
  foreign key (company_id, customer_id) references customer,
  -- 2^53 - 1: beyond it a number is not exact in JSON.
  constraint balance_bounds check (
    least(amount, value, pending_amount, pending_value, held_amount, held_value, deficit_amount, deficit_value,
          received_amount, spent_value, sequence, hold_steps) >= 0
    and greatest(amount, value, pending_amount, pending_value, held_amount, held_value, deficit_amount, deficit_value,
                 received_amount, spent_value) <= 9007199254740991
  )
) with (fillfactor = 70);  -- updated at each movement, never indexed but by its key: HOT

-- What a return claims and its lot does not give. At most one row per GNR_REVERSAL record. Returns account for every point
-- and centavo of an earning (docs/decisions/015-returns.md).
create table return_shortfall (
  company_id       uuid    not null,
  record_id        uuid    not null,  -- the return
  lot_id           uuid    not null,  -- the lot of the purchase
  sequence         integer not null,  -- the return's
  -- Became the customer's deficit.
  owed_amount      bigint  not null default 0,
  owed_value       bigint  not null default 0,
  -- Was spent or held. The company's policy lets it go, until it comes back to the lot.
  let_go_amount    bigint  not null default 0,
  let_go_value     bigint  not null default 0,
  -- The part of let_go that has come back since and was taken.
  recovered_amount bigint  not null default 0,
  recovered_value  bigint  not null default 0,
  -- Was available and unspent: the customer's, where the policy is pending_only.
  kept_amount      bigint  not null default 0,
  kept_value       bigint  not null default 0,
  -- Centavos that the lot gave and the record does not say; negative: the other way round.
  difference_value bigint  not null default 0,
  primary key (company_id, record_id),
  foreign key (company_id, record_id) references points_record,
  foreign key (company_id, lot_id) references lot,
  check (
    least(sequence - 1, owed_amount, owed_value, let_go_amount, let_go_value, recovered_amount, recovered_value, kept_amount,
          kept_value, let_go_amount - recovered_amount, let_go_value - recovered_value) >= 0
  )
);
-- Serves the earlier returns of a purchase, and what was let go of a lot.
create index return_shortfall_of_lot on return_shortfall (company_id, lot_id);
