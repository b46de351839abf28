-- Types that the engine's functions pass to each other. No function passes a table's row type, because on Citus a shard has
-- a row type of its own (D19). Amounts are points, values are centavos.

-- The company, which apply() reads once a call.
create type programme as (
  company_id           uuid,
  is_available         boolean,
  time_zone            text,
  points_per_real      bigint,
  reversal             text,        -- the policy for returned points that are spent (D4)
  intention_minutes    integer,
  has_subsidiaries     boolean,
  subsidiaries_strict  boolean,
  subsidiaries_version integer,
  levels_changed_at    timestamptz  -- null: the company has no levels
);

-- A client's command, with the facts that locate.sql reads before it is decided.
create type command as (
  n                integer,     -- position in the call, from 1
  verb             text,
  args             jsonb,       -- the command with the field names of engine/command.ts
  partner_key_id   uuid,        -- the till that asks
  caller_id        uuid,        -- the customer who asks
  is_limited       boolean,     -- the till's key has a limit of points a day
  is_first_use     boolean,     -- the till's key was not used before today
  customer_id      uuid,        -- the owner of the points; null: the document has no customer yet
  may_spend        boolean,     -- false: pre-registered, without a confirmed contact (D3)
  subject_id       uuid,        -- the record, intention or voucher that the command names
  is_use           boolean,     -- that record is a use of points
  prize_id         uuid,        -- of that voucher
  subsidiary_name  text,        -- in the company's spelling
  unlisted_in      integer,     -- the version of the company's list of shops that lacks the name
  known_id         uuid,        -- the record or intention of an earlier call with the external_id
  is_known_same    boolean,     -- that call had the same fingerprint
  wait_s           integer,     -- seconds until the till's key may look customers up again (T18)
  is_miss          boolean,     -- the look-up found no customer, which counts (T18)
  is_done          boolean,     -- the outcome is known
  error            text,
  details          jsonb,
  result           jsonb,
  is_replay        boolean,
  has_key          boolean      -- the idempotency key is locked: its outcome may be stored
);

-- A row of balance.
create type balance_state as (
  company_id        uuid,
  customer_id       uuid,
  amount            bigint,
  value             bigint,
  pending_amount    bigint,
  pending_value     bigint,
  held_amount       bigint,
  held_value        bigint,
  deficit_amount    bigint,
  deficit_value     bigint,
  difference_value  bigint,
  received_amount   bigint,
  spent_value       bigint,
  sequence          integer,
  last_hash         bytea,
  hold_steps        integer,
  changes_at        timestamptz,
  moved_at          timestamptz,
  level_left        bigint,
  level_due_at      timestamptz,
  level_settled_at  timestamptz,
  level_sequence    integer
);

-- A row of points_record.
create type ledger_entry as (
  company_id       uuid,
  id               uuid,
  customer_id      uuid,
  sequence         integer,
  type_id          text,
  origin           text,
  source_id        uuid,
  reverses_id      uuid,
  partner_key_id   uuid,
  external_id      text,
  fingerprint      bytea,
  subsidiary_name  text,
  purchase_value   bigint,
  amount           bigint,
  value            bigint,
  calculation      jsonb,
  available_on     date,
  expires_on       date,
  balance_amount   bigint,
  balance_value    bigint,
  created_at       timestamptz,
  hash             bytea
);

-- A row of lot.
create type lot_state as (
  id                uuid,
  amount            bigint,
  value             bigint,
  remaining_amount  bigint,
  remaining_value   bigint,
  expired_amount    bigint,
  expired_value     bigint,
  available_at      timestamptz,
  expires_at        timestamptz,
  created_at        timestamptz
);

-- The part that a movement takes from a lot; negative: gives back.
create type draw as (lot_id uuid, amount bigint, value bigint);

-- The amounts that a change adds to a lot. expires_at null: the date stays.
create type lot_change as (
  lot_id uuid, amount bigint, value bigint, expired_amount bigint, expired_value bigint, expires_at timestamptz);

-- A row of allocation.
create type allocated as (
  record_id uuid, lot_id uuid, absorbs_deficit boolean, amount bigint, value bigint, deficit_value bigint);

-- A row of hold, as it is opened.
create type opened_hold as (
  id uuid, amount bigint, value bigint, opened_after integer, opened_step integer, expires_at timestamptz, draws draw[]);

-- Points taken when they come back to a lot, because an earlier return let them go. The lot gives `value` centavos; the record
-- states `record_value`.
create type recovery as (lot_id uuid, spent_after integer, amount bigint, value bigint, record_value bigint);

-- A draw of a hold that ends. Its points are spent, recovered for a return that let them go, paid to the deficit, or free
-- again in their lot.
create type hold_part as (
  hold_id          uuid,
  lot_id           uuid,
  expires_at       timestamptz,  -- the lot's
  spent_amount     bigint,
  spent_value      bigint,
  paid_amount      bigint,
  paid_value       bigint,
  deficit_value    bigint,       -- centavos by which paid_amount lowers the deficit
  free_amount      bigint,
  free_value       bigint,
  recovered        recovery,
  difference_value bigint        -- added to the balance's
);

-- A hold as it ends.
create type ended_hold as (
  id uuid, ended_after integer, ended_step integer, ended_at timestamptz, captured_record_id uuid, parts hold_part[]);

-- A row of return_shortfall.
create type shortfall as (
  record_id uuid, lot_id uuid, sequence integer, owed_amount bigint, owed_value bigint, let_go_amount bigint,
  let_go_value bigint, kept_amount bigint, kept_value bigint, difference_value bigint);

-- The recovered part of a shortfall.
create type shortfall_part as (record_id uuid, amount bigint, value bigint);

-- A row of intention.
create type intention_state as (
  company_id       uuid,
  id               uuid,
  customer_id      uuid,
  partner_key_id   uuid,
  external_id      text,
  fingerprint      bytea,
  status           text,
  subsidiary_name  text,
  purchase_value   bigint,
  points_amount    bigint,
  points_value     bigint,
  balance_amount   bigint,
  balance_value    bigint,
  wrong_codes      integer,
  captured_amount  bigint,
  captured_value   bigint,
  record_id        uuid,
  retried_id       uuid,
  created_at       timestamptz,
  expires_at       timestamptz,
  authorized_at    timestamptz,
  ended_at         timestamptz,
  session_ref      bytea,
  code_step        integer
);

-- A row of voucher.
create type voucher_state as (
  id                       uuid,
  customer_id              uuid,
  prize_id                 uuid,
  code_key                 bytea,
  sealed_code              bytea,
  points_amount            bigint,
  record_id                uuid,
  expires_on               date,
  created_at               timestamptz,
  withdrawn_at             timestamptz,
  withdrawn_at_subsidiary  text,
  withdrawn_by             uuid,
  cancelled_at             timestamptz,
  cancelled_by             uuid
);

-- A code as it is stored (T16): the look-up hash, and the code sealed by the server.
create type code_pair as (code_key bytea, sealed_code bytea);

-- A key with a daily limit, its row locked: the points that it may still give today.
create type key_quota as (partner_key_id uuid, left_over bigint);

-- A prize that a command redeems or gives back. Its row is locked if its stock is counted.
create type prize_state as (
  id                        uuid,
  name                      text,
  description               text,
  tos_url                   text,
  photo_url                 text,
  category                  text,
  value                     bigint,
  expires_in_days           integer,
  expires_on                date,
  is_offered                boolean,
  level_required            text,
  requires_complete_profile boolean,
  has_code_pool             boolean,
  is_busy                   boolean,      -- another transaction counts its stock
  is_contended              boolean,      -- of a pool: another transaction has locked free codes
  stock_left                bigint,       -- null: no end
  codes                     code_pair[]   -- of a pool: free codes, locked
);

-- A promotion that a command activates. Its row is locked.
create type promotion_state as (
  id                        uuid,
  code                      text,
  name                      text,
  starts_on                 date,
  ends_on                   date,
  new_register_days         integer,
  limit_per_customer        integer,
  limit_in_all              integer,
  requires_complete_profile boolean,
  points_amount             bigint,
  expires_in_days           integer,
  expires_in_months         integer,
  activations               bigint,
  code_key                  text,
  is_busy                   boolean       -- another transaction counts its activations
);

-- A shop that the company's list lacks, as a row of unlisted_subsidiary.
create type unlisted_shop as (kind text, source_id uuid, name text, version integer);

-- The changes of one command. Verbs decide them in memory, write.sql writes them. With an error it holds only what is written
-- nevertheless: a counted wrong code, or the end of an overdue intention.
create type change as (
  n            integer,
  error        text,
  details      jsonb,
  result       jsonb,
  customer_id  uuid,
  document     text,             -- of a customer who is pre-registered with this change
  balance      balance_state,
  is_moved     boolean,          -- the balance is to be saved
  entries      ledger_entry[],
  lots         lot_state[],      -- new ones
  lot_changes  lot_change[],
  allocations  allocated[],
  holds        opened_hold[],
  hold_ends    ended_hold[],
  shortfalls   shortfall[],
  recovered    shortfall_part[],
  opened       intention_state,  -- a new one
  intentions   intention_state[],-- changed ones
  issued       voucher_state[],  -- new ones
  voucher      voucher_state,    -- that was withdrawn or cancelled
  activated    promotion_state,
  activation   integer,          -- its number, of this customer's
  unlisted     unlisted_shop,
  settles_level boolean          -- the customer's level may have changed
);

-- A message to the customer (a notification) or to the company's servers (an event). contract/notification.ts and
-- contract/webhook.ts list the types and the fields of `data`.
create type notice as (customer_id uuid, type text, data jsonb, created_at timestamptz);
create type event as (type text, data jsonb, created_at timestamptz);

-- The outcome of a command. error null: done.
-- changed_customer_id: the customer whose intention changed, for the stream.
create type outcome as (
  n integer, error text, details jsonb, result jsonb, is_replay boolean, is_stored boolean, changed_customer_id uuid);
