-- A hold as it is opened and as it ends.

-- A row of the table hold, as the hold is opened.
create type opened_hold as (
  id uuid, amount bigint, value bigint, opened_after integer, opened_step integer, expires_at timestamptz, draws draw[]);

-- A draw of a hold that ends. Its points are spent, recovered for an earlier return, paid to the deficit, or free again in
-- their lot.
create type hold_part as (
  hold_id          uuid,
  lot_id           uuid,
  expires_at       timestamptz,  -- when the lot expires
  spent_amount     bigint,
  spent_value      bigint,
  paid_amount      bigint,
  paid_value       bigint,
  deficit_value    bigint,       -- centavos by which paid_amount lowers the deficit
  free_amount      bigint,
  free_value       bigint,
  recovered        recovery,
  difference_value bigint        -- centavos to add to the balance's difference_value
);

-- A hold as it ends.
create type ended_hold as (
  id uuid, ended_after integer, ended_step integer, ended_at timestamptz, captured_record_id uuid, parts hold_part[]);
