-- Points of a consumption go back to their lots (D4).

-- Adds the record `entry` and the amounts that it gives back to the lots of a consumption, in the order of drawing.
create function give_back(company programme, c change, spent ledger_entry, entry ledger_entry)
returns change
language plpgsql
as $$
declare
  b            balance_state := c.balance;
  source       record;
  back         lot_credit;
  recovered    recovery[] := '{}';
  allocations  allocated[] := '{}';
  is_over      boolean;
  until        timestamptz;
  -- Captured points left their lots when the hold was opened, not at its capture. So this is the last record before the opening.
  -- Null: the points were not held.
  held_after   integer := (
    select hold.opened_after
      from hold
     where hold.company_id = company.company_id
       and hold.id = spent.source_id
       and hold.captured_record_id = spent.id);
begin
  for source in
    select lot.id, lot.expires_at, lot.remaining_amount, lot.remaining_value, -allocation.amount as amount,
           -allocation.value as value, coalesce(held_after, spent.sequence) as spent_after
      from allocation
      join lot on lot.company_id = allocation.company_id and lot.id = allocation.lot_id
     where allocation.company_id = company.company_id
       and allocation.record_id = spent.id
     order by lot.expires_at, lot.created_at, lot.id
  loop
    back := credit_lot(b, source.id, source.spent_after, source.amount, source.value);
    b := back.balance;
    is_over := source.expires_at <= b.moved_at;
    until := case when is_over then returned_until(company, b.moved_at) else source.expires_at end;
    b.amount := b.amount + back.free_amount;
    b.value := b.value + back.free_value;
    b.changes_at := least(b.changes_at, until);
    -- The points that expired in the lot stay lost. Only the points that were spent in time come back.
    c.lot_changes := c.lot_changes || row(
      source.id,
      back.free_amount - case when is_over then source.remaining_amount else 0 end,
      back.free_value - case when is_over then source.remaining_value else 0 end,
      case when is_over then source.remaining_amount else 0 end,
      case when is_over then source.remaining_value else 0 end,
      until)::lot_change;
    allocations := allocations || row(null, source.id, false, source.amount, source.value, null)::allocated;
    if back.paid_amount > 0 then
      allocations := allocations
        || row(null, source.id, true, -back.paid_amount, -back.paid_value, back.deficit_value)::allocated;
    end if;
    recovered := recovered || back.recovered;
  end loop;
  b.spent_value := b.spent_value + spent.value;
  c.balance := b;
  c := add_entry(c, entry);
  entry := last_entry(c);
  for n in 1 .. cardinality(allocations) loop
    allocations[n].record_id := entry.id;
  end loop;
  c.allocations := c.allocations || allocations;
  c.result := record_result(entry, null);
  return add_recoveries(c, recovered);
end
$$;

-- The new expiry of points that come back to an expired lot: the first instant without them.
create function returned_until(company programme, p_now timestamptz)
returns timestamptz
language sql stable as $$
  select (local_day(company, p_now) + returned_lot_days() + 1)::timestamp at time zone company.time_zone
$$;
