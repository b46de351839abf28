-- A row of the table lot. Its points are those of one earning.
create type lot_state as (
  id uuid, amount bigint, value bigint, remaining_amount bigint, remaining_value bigint, expired_amount bigint,
  expired_value bigint, available_at timestamptz, expires_at timestamptz, created_at timestamptz);

-- The part that a movement takes from a lot; a negative part is given back.
create type draw as (lot_id uuid, amount bigint, value bigint);

-- The amounts that a change adds to a lot. expires_at null: the date stays.
create type lot_change as (
  lot_id uuid, amount bigint, value bigint, expired_amount bigint, expired_value bigint, expires_at timestamptz);

-- A row of the table allocation.
create type allocated as (
  record_id uuid, lot_id uuid, absorbs_deficit boolean, amount bigint, value bigint, deficit_value bigint);
