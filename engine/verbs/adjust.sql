-- A staff member gives or takes points, and undoes that (D15). An adjustment is a record of the origin 'adjustment'. Its
-- reason is in `calculation`. Its external_id is the key under which the console sent it.

-- Gives `amount` points, or takes them if it is negative. A repeat of the external_id gets the first record (locate.sql).
-- Errors: insufficient_balance {"missing"}.
create function adjust(company programme, cmd command, c change)
returns change
language plpgsql as $$
declare
  b        balance_state := c.balance;
  amount   bigint := (cmd.args ->> 'amount')::bigint;
  missing  bigint := missing_points(b, -amount);
  entry    ledger_entry;
  used     record;
begin
  if missing > 0 then
    c.error := 'insufficient_balance';
    c.details := jsonb_build_object('missing', missing);
    return c;
  end if;
  entry.origin := 'adjustment';
  entry.external_id := cmd.args ->> 'external_id';
  entry.fingerprint := (cmd.args ->> 'fingerprint')::bytea;
  entry.calculation := jsonb_build_object('reason', cmd.args ->> 'reason');
  if amount < 0 then
    used := consume(c, entry, -amount, lots_to_draw(company.company_id, b.customer_id, -amount, null, b.moved_at));
    c := used.c;
  else
    entry.type_id := 'GNR';
    entry.amount := amount;
    entry.value := div(amount * 100::numeric, company.points_per_real);
    -- As the points of a purchase: the first day counts as day 0, and a null number of days means no end.
    entry.expires_on := local_day(company, b.moved_at) + (cmd.args ->> 'expires_in_days')::integer;
    c := credit(
      c, entry, '-infinity',
      coalesce((entry.expires_on + 1)::timestamp at time zone company.time_zone, 'infinity'));
    c := note_level(company, c, amount);
  end if;
  c.result := record_result(last_entry(c), null);
  return c;
end
$$;

-- Undoes an adjustment. Points that were taken go back to their lots. Points that were given leave their lot, which must
-- still have all of them. Points that were spent, held or expired, or that paid a deficit, cannot be taken back.
-- Errors: not_found, already_reversed, adjustment_used.
create function undo_adjustment(company programme, cmd command, c change)
returns change
language plpgsql as $$
declare
  credited  ledger_entry := known_record(company.company_id, cmd.subject_id);
  source    lot_state;
  b         balance_state := c.balance;
  entry     ledger_entry;
begin
  if credited.origin is distinct from 'adjustment' or credited.type_id not in ('GNR', 'CNS') then
    c.error := 'not_found';
    return c;
  elsif credited.type_id = 'CNS' then
    return undo(company, c, credited.id, 'adjustment', null, null);
  elsif is_reversed(company.company_id, credited.id) then
    c.error := 'already_reversed';
    return c;
  end if;
  select lot.id, lot.amount, lot.value, lot.remaining_amount, lot.remaining_value, lot.expired_amount, lot.expired_value,
         lot.available_at, lot.expires_at, lot.created_at
    into source
    from lot
   where lot.company_id = company.company_id
     and lot.id = credited.id;
  if source.remaining_amount < credited.amount or source.expires_at <= b.moved_at then
    c.error := 'adjustment_used';
    return c;
  end if;
  b.amount := b.amount - credited.amount;
  b.value := b.value - credited.value;
  b.received_amount := b.received_amount - credited.amount;
  c.balance := b;
  entry.type_id := 'GNR_REVERSAL';
  entry.origin := 'adjustment';
  entry.reverses_id := credited.id;
  entry.amount := -credited.amount;
  entry.value := -credited.value;
  c := add_entry(c, entry);
  entry := last_entry(c);
  c.lot_changes := c.lot_changes || row(credited.id, -credited.amount, -credited.value, 0, 0, null)::lot_change;
  c.allocations := c.allocations || row(entry.id, credited.id, false, -credited.amount, -credited.value, null)::allocated;
  c.settles_level := company.levels_changed_at is not null;
  c.result := record_result(entry, null);
  return c;
end
$$;
