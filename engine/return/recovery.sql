-- Recovery: a return could not take points because they were spent or held (D4, docs/decisions/015-returns.md). The points are
-- taken when they come back to their lot.

-- The result of crediting points to a lot. A recovery takes its part first, then the deficit is paid, and the customer may
-- spend the rest.
create type lot_credit as (
  balance balance_state, recovered recovery, paid_amount bigint, paid_value bigint, deficit_value bigint,
  free_amount bigint, free_value bigint);

-- The part to take of p_amount points, worth p_value centavos, that come back to a lot: the points that a return had let go.
-- They were spent or held after the customer's record p_spent_after. A return let go only points that were spent before
-- it, so points that were spent later are not taken.
create function recovery_of(
  b balance_state, p_lot_id uuid, p_spent_after integer, p_amount bigint, p_value bigint)
returns recovery
language plpgsql stable
as $$
declare
  recovery   recovery := row(p_lot_id, p_spent_after, 0, 0, 0);
  shortfall  record;
  returned   record;
begin
  select coalesce(sum(entry.let_go_amount - entry.recovered_amount)
                    filter (where entry.sequence > p_spent_after), 0) as open_amount,
         sum(entry.let_go_amount - entry.recovered_amount) as left_amount,
         sum(entry.kept_amount) as kept_amount
    into shortfall
    from return_shortfall entry
   where entry.company_id = b.company_id
     and entry.lot_id = p_lot_id;
  recovery.amount := least(shortfall.open_amount, p_amount);
  if recovery.amount = 0 then
    return recovery;
  end if;
  select earned.value + coalesce(sum(reversal.value), 0) as value_left,
         share_returned(earned.amount, coalesce(sum(reversal.purchase_value), 0)::bigint, earned.purchase_value)
           = earned.amount as is_whole
    into strict returned
    from points_record earned
    left join points_record reversal
           on reversal.company_id = earned.company_id
          and reversal.reverses_id = earned.id
   where earned.company_id = b.company_id
     and earned.id = p_lot_id
   group by earned.amount, earned.value, earned.purchase_value;
  recovery.value := part_of_value(p_value, recovery.amount, p_amount);
  recovery.record_value := case
    when returned.is_whole and recovery.amount = shortfall.left_amount and shortfall.kept_amount = 0
    then returned.value_left
    else least(recovery.value, returned.value_left)
  end;
  if recovery.amount < p_amount then
    recovery.value := least(greatest(recovery.record_value - b.difference_value, 0), p_value);
  end if;
  return recovery;
end
$$;

-- Credits points to a lot. A part may pay a deficit first: the returned balance has that payment applied. The caller adds
-- free_amount, the points that remain.
create function credit_lot(
  b balance_state, p_lot_id uuid, p_spent_after integer, p_amount bigint, p_value bigint)
returns lot_credit
language plpgsql stable as $$
declare
  back  lot_credit;
  paid  deficit_payment;
begin
  back.recovered := recovery_of(b, p_lot_id, p_spent_after, p_amount, p_value);
  b.difference_value := b.difference_value + (back.recovered).value - (back.recovered).record_value;
  paid := pay_deficit(b, p_amount - (back.recovered).amount, p_value - (back.recovered).value);
  back.balance := paid.balance;
  back.paid_amount := paid.amount;
  back.paid_value := paid.value;
  back.deficit_value := paid.deficit_value;
  back.free_amount := p_amount - (back.recovered).amount - paid.amount;
  back.free_value := p_value - (back.recovered).value - paid.value;
  return back;
end
$$;

-- Adds a recovery: a record that takes the points which the return of the purchase could not take. Its purchase_value is null,
-- because no goods were returned. The caller has added these points neither to the lot nor to c.balance.
create function add_recovery(c change, recovery recovery)
returns change
language plpgsql
as $$
declare
  b       balance_state := c.balance;
  earned  record;
  entry   ledger_entry;
begin
  select points_record.subsidiary_name, points_record.amount, points_record.purchase_value into strict earned
    from points_record
   where points_record.company_id = b.company_id
     and points_record.id = recovery.lot_id;
  entry.type_id := 'GNR_REVERSAL';
  entry.origin := 'recovery';
  entry.reverses_id := recovery.lot_id;
  entry.subsidiary_name := earned.subsidiary_name;
  entry.amount := -recovery.amount;
  entry.value := -recovery.record_value;
  entry.calculation := jsonb_build_object('earned', earned.amount, 'purchase_value', earned.purchase_value,
                                          'recovered', recovery.amount);
  b.received_amount := b.received_amount + entry.amount;
  c.balance := b;
  c := add_entry(c, entry);
  entry := last_entry(c);
  c.allocations := c.allocations || row(entry.id, recovery.lot_id, false, -recovery.amount, -recovery.value, null)::allocated;
  c.recovered := c.recovered || recovered_shortfalls(b.company_id, recovery);
  if recovery.value <> recovery.record_value then
    c.shortfalls := c.shortfalls
      || row(entry.id, recovery.lot_id, entry.sequence, 0, 0, 0, 0, 0, 0, recovery.value - recovery.record_value)::shortfall;
  end if;
  return c;
end
$$;

-- Assigns a recovery to returns, the oldest first.
create function recovered_shortfalls(p_company_id uuid, recovery recovery)
returns shortfall_part[]
language plpgsql stable
as $$
declare
  parts    shortfall_part[] := '{}';
  entry    record;
  missing  bigint := recovery.amount;
  part     bigint;
begin
  for entry in
    select return_shortfall.record_id,
           return_shortfall.let_go_amount - return_shortfall.recovered_amount as amount,
           return_shortfall.let_go_value - return_shortfall.recovered_value as value
      from return_shortfall
     where return_shortfall.company_id = p_company_id
       and return_shortfall.lot_id = recovery.lot_id
       and return_shortfall.sequence > recovery.spent_after
       and return_shortfall.let_go_amount > return_shortfall.recovered_amount
     order by return_shortfall.sequence
  loop
    part := least(missing, entry.amount);
    parts := parts || row(entry.record_id, part, part_of_value(entry.value, part, entry.amount))::shortfall_part;
    missing := missing - part;
    exit when missing = 0;
  end loop;
  return parts;
end
$$;

-- The change with a record for each recovery.
create function add_recoveries(c change, p_recovered recovery[])
returns change
language plpgsql as $$
declare
  recovery  recovery;
begin
  foreach recovery in array p_recovered loop
    if recovery.amount > 0 then
      c := add_recovery(c, recovery);
    end if;
  end loop;
  return c;
end
$$;
