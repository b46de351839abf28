-- Holds: points reserved for a till until it captures or releases them (D5). They leave the balance and their lots, so that they
-- cannot be spent twice and do not expire while the hold is open.

-- Adds a hold of p_amount points. p_expires_at: the first instant without the hold. The caller has checked that there are
-- enough points.
create function open_hold(c change, p_hold_id uuid, p_amount bigint, p_expires_at timestamptz, p_draws draw[])
returns change
language plpgsql immutable as $$
declare
  b           balance_state := c.balance;
  held_value  bigint := value_of(p_draws);
begin
  assert p_amount > 0;
  b.hold_steps := b.hold_steps + 1;
  b.amount := b.amount - p_amount;
  b.value := b.value - held_value;
  b.held_amount := b.held_amount + p_amount;
  b.held_value := b.held_value + held_value;
  b.changes_at := least(b.changes_at, p_expires_at);
  c.balance := b;
  c.is_moved := true;
  c.holds := c.holds
    || row(p_hold_id, p_amount, held_value, b.sequence, b.hold_steps, p_expires_at, p_draws)::opened_hold;
  return take_from_lots(c, p_draws);
end
$$;

-- Ends a hold. p_amount null: releases all its points. Otherwise `entry` consumes p_amount of them, in the order of its draws.
-- Errors: intention_over (no such hold, or it has ended), capture_exceeds_hold {"held"}.
create function finish_hold(c change, p_hold_id uuid, p_amount bigint, entry ledger_entry)
returns change
language plpgsql
as $$
declare
  promised  record;
  parts     hold_part[];
  spent     draw[];
  b         balance_state;
begin
  assert p_amount is null or p_amount > 0;
  select hold.amount, hold.value, hold.ended_at into promised
    from hold
   where hold.company_id = (c.balance).company_id
     and hold.id = p_hold_id
     and hold.customer_id = c.customer_id;
  if not found or promised.ended_at is not null then
    c.error := 'intention_over';
    return c;
  elsif p_amount > promised.amount then
    c.error := 'capture_exceeds_hold';
    c.details := jsonb_build_object('held', promised.amount);
    return c;
  end if;

  parts := array(select part from end_of_hold(c.balance, p_hold_id, coalesce(p_amount, 0)) part);
  c := end_hold(c, p_hold_id, promised.amount, promised.value, parts, null);
  if p_amount is not null then
    spent := array(
      select row(part.lot_id, part.spent_amount, part.spent_value)::draw
        from unnest(parts) part
       where part.spent_amount > 0);
    entry.type_id := 'CNS';
    entry.amount := -p_amount;
    entry.value := -value_of(spent);
    b := c.balance;
    b.spent_value := b.spent_value - entry.value;
    c.balance := b;
    c := add_entry(c, entry);
    c.hold_ends[cardinality(c.hold_ends)].captured_record_id := (last_entry(c)).id;
    c := allocate(c, (last_entry(c)).id, spent);
  end if;
  return add_recoveries(c, array(select part.recovered from unnest(parts) part));
end
$$;
