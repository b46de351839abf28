-- The stored rows of a customer's balance and records, as values. No function passes a table's row type, because on Citus a
-- shard has a row type of its own (D19). Amounts are points, values are centavos, in every shapes.sql.

-- A row of the table balance.
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

-- A row of the table points_record.
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
