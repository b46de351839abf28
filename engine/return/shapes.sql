-- The shortfalls of returns, and their recovery.

-- A recovery. An earlier return could not take these points, because they were spent or held. They are taken now that they
-- come back to their lot. The lot loses the centavos in `value`, and the record subtracts those in `record_value`. If the
-- two differ, value − record_value is added to balance.difference_value.
create type recovery as (lot_id uuid, spent_after integer, amount bigint, value bigint, record_value bigint);

-- A row of return_shortfall.
create type shortfall as (
  record_id uuid, lot_id uuid, sequence integer, owed_amount bigint, owed_value bigint, let_go_amount bigint,
  let_go_value bigint, kept_amount bigint, kept_value bigint, difference_value bigint);

-- The recovered part of a shortfall.
create type shortfall_part as (record_id uuid, amount bigint, value bigint);
