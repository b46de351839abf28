-- A moved lot goes back to its account (docs/decisions/054-customer-merge.md).

-- Takes the rest of a lot from the staying account.
create function leave_again(
  d change, p_lot_id uuid, p_amount bigint, p_value bigint, p_available_at timestamptz, p_absorbed_id uuid)
returns change
language plpgsql as $$
declare
  b      balance_state := d.balance;
  entry  ledger_entry;
begin
  b := with_points(b, -p_amount, -p_value, p_available_at);
  b.received_amount := b.received_amount - p_amount;
  d.balance := b;
  entry.type_id := 'GNR_REVERSAL';
  entry.origin := 'merge';
  entry.source_id := p_absorbed_id;
  entry.reverses_id := p_lot_id;
  entry.amount := -p_amount;
  entry.value := -p_value;
  d := add_entry(d, entry);
  d.lot_changes := d.lot_changes || row(p_lot_id, -p_amount, -p_value, 0, 0, null)::lot_change;
  d.allocations := d.allocations
    || row((last_entry(d)).id, p_lot_id, false, -p_amount, -p_value, null)::allocated;
  return d;
end
$$;

-- Gives points back to their lot in the absorbed account. As with an undone use of points, a recovery and a deficit take their part
-- (give-back.sql).
create function come_home(
  c change, p_back draw, p_consumption_id uuid, p_sequence integer, p_available_at timestamptz, p_expires_at timestamptz,
  p_staying_id uuid)
returns change
language plpgsql as $$
declare
  back   lot_credit := credit_lot(c.balance, p_back.lot_id, p_sequence, p_back.amount, p_back.value);
  b      balance_state := back.balance;
  entry  ledger_entry;
begin
  b := with_points(b, back.free_amount, back.free_value, p_available_at);
  b.spent_value := b.spent_value - p_back.value;
  b.changes_at := least(b.changes_at, case when p_available_at > b.moved_at then p_available_at else p_expires_at end);
  c.balance := b;
  entry.type_id := 'CNS_REVERSAL';
  entry.origin := 'merge';
  entry.source_id := p_staying_id;
  entry.reverses_id := p_consumption_id;
  entry.amount := p_back.amount;
  entry.value := p_back.value;
  c := add_entry(c, entry);
  entry := last_entry(c);
  c.lot_changes := c.lot_changes
    || row(p_back.lot_id, back.free_amount, back.free_value, 0, 0, null)::lot_change;
  c.allocations := c.allocations || row(entry.id, p_back.lot_id, false, p_back.amount, p_back.value, null)::allocated;
  if back.paid_amount > 0 then
    c.allocations := c.allocations
      || row(entry.id, p_back.lot_id, true, -back.paid_amount, -back.paid_value, back.deficit_value)::allocated;
  end if;
  return add_recoveries(c, array[back.recovered]);
end
$$;
