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
