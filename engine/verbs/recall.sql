-- Points of a merge go back to the absorbed account (docs/decisions/054-customer-merge.md): all of them to undo the merge, and
-- those of one lot before a command about its record, as the return of a purchase. Points that were spent, are held or have expired
-- since stay with the staying account.

-- Gives points back before the commands are decided. Returns the balances as they are after that.
create function recalled(company programme, p_commands command[], p_balances balance_state[], p_now timestamptz)
returns balance_state[]
language plpgsql as $$
declare
  cmd  command;
  b    balance_state;
begin
  foreach cmd in array p_commands loop
    continue when cmd.is_done or cmd.is_miss or cmd.absorbed_id is null;
    if cmd.verb = 'undo_merge' then
      perform recall(company, cmd.absorbed_id, cmd.staying_id, null, p_now);
    elsif cmd.args ? 'record_id' and not cmd.is_use then
      perform recall(company, cmd.absorbed_id, cmd.staying_id, cmd.subject_id, p_now);
    end if;
  end loop;
  for at in 1 .. cardinality(p_balances) loop
    if exists (
         select
           from unnest(p_commands) one
          where (p_balances[at]).customer_id in (one.absorbed_id, one.staying_id)) then
      b := saved_balance(company.company_id, (p_balances[at]).customer_id);
      b.moved_at := greatest(b.moved_at, (p_balances[at]).moved_at);
      p_balances[at] := with_free_points(b, '-infinity');
    end if;
  end loop;
  return p_balances;
end
$$;

-- p_lot_id: the lot of the absorbed account; null: all lots. A lot whose date has changed in one of the accounts stays, and so does a
-- lot that has come back before.
create function recall(company programme, p_absorbed_id uuid, p_staying_id uuid, p_lot_id uuid, p_now timestamptz)
returns void
language plpgsql as $$
declare
  c      change := change_of(company.company_id, p_absorbed_id, p_staying_id, p_now);
  d      change := change_of(company.company_id, p_staying_id, p_absorbed_id, p_now);
  moved  record;
begin
  for moved in
    select moved_lot.id, moved_lot.lot_id, moved_lot.consumption_id, lot.remaining_amount as amount,
           lot.remaining_value as value, lot.available_at, lot.expires_at, gone.sequence
      from moved_lot
      join lot on lot.company_id = moved_lot.company_id and lot.id = moved_lot.id
      join lot home on home.company_id = moved_lot.company_id and home.id = moved_lot.lot_id
      join points_record gone on gone.company_id = moved_lot.company_id and gone.id = moved_lot.consumption_id
     where moved_lot.company_id = company.company_id
       and moved_lot.customer_id = p_absorbed_id
       and lot.customer_id = p_staying_id
       and (p_lot_id is null or moved_lot.lot_id = p_lot_id)
       and lot.is_open
       and lot.expires_at > (d.balance).moved_at
       and lot.expires_at = home.expires_at
       and not is_reversed(moved_lot.company_id, moved_lot.consumption_id)
     order by gone.sequence
  loop
    d := leave_again(d, moved.id, moved.amount, moved.value, moved.available_at, p_absorbed_id);
    c := come_home(
      c, row(moved.lot_id, moved.amount, moved.value)::draw, moved.consumption_id, moved.sequence, moved.available_at,
      moved.expires_at, p_staying_id);
  end loop;
  if c.entries is not null then
    perform write_both(company, c, d);
  end if;
end
$$;

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
