-- What an absorbed account has goes to the staying one (docs/decisions/054-customer-merge.md).

-- Moves what absorbed accounts have to their staying accounts, after the commands are written. A return or a cancelled voucher may
-- have given points back to an absorbed account.
create function swept(company programme, p_commands command[], p_now timestamptz)
returns void
language plpgsql as $$
declare
  cmd  command;
begin
  foreach cmd in array p_commands loop
    continue when cmd.is_done or cmd.is_miss or cmd.absorbed_id is null or cmd.verb = 'undo_merge';
    perform move_lots(company, cmd.absorbed_id, cmd.staying_id, p_now);
    perform pay_for(company, cmd.absorbed_id, cmd.staying_id, p_now);
  end loop;
end
$$;

-- An empty change on the account's balance as it is written, at p_now or after the last movement of both accounts.
create function change_of(p_company_id uuid, p_customer_id uuid, p_other_id uuid, p_now timestamptz)
returns change
language plpgsql as $$
declare
  b  balance_state := saved_balance(p_company_id, p_customer_id);
  c  change;
begin
  b.moved_at := greatest(p_now, b.moved_at, (saved_balance(p_company_id, p_other_id)).moved_at);
  c.n := 0;
  c.customer_id := p_customer_id;
  c.balance := with_free_points(b, '-infinity');
  return c;
end
$$;

-- Writes a change of both accounts. Their levels are settled where that is due.
create function write_both(company programme, c change, d change)
returns void
language plpgsql as $$
begin
  c.settles_level := false;
  d.settles_level := company.levels_changed_at is not null
                 and (d.balance).sequence - (d.balance).level_sequence >= max_unsettled_records();
  perform write_changes(company.company_id, array[c, d], (d.balance).moved_at);
  perform write_effects(company, array[c, d], null);
end
$$;

-- The staying account pays the deficit of the absorbed one, as far as its points reach: a consumption of the staying account, and
-- a generation that pays the deficit at once. The rest waits for the job 'collect'.
create function pay_for(company programme, p_absorbed_id uuid, p_staying_id uuid, p_now timestamptz)
returns void
language plpgsql as $$
declare
  c       change := change_of(company.company_id, p_absorbed_id, p_staying_id, p_now);
  d       change := change_of(company.company_id, p_staying_id, p_absorbed_id, p_now);
  amount  bigint := least((c.balance).deficit_amount, (d.balance).amount);
  entry   ledger_entry;
  used    record;
begin
  if amount = 0 or (d.balance).deficit_amount > 0 then
    return;
  end if;
  entry.origin := 'merge';
  entry.source_id := p_absorbed_id;
  entry.calculation := '{}';
  used := consume(
    d, entry, amount, lots_to_draw(company.company_id, p_staying_id, amount, null, (d.balance).moved_at));
  d := used.c;
  entry.type_id := 'GNR';
  entry.source_id := p_staying_id;
  entry.amount := amount;
  entry.value := -(last_entry(d)).value;
  c := credit(c, entry, '-infinity', 'infinity');
  perform write_both(company, c, d);
end
$$;
