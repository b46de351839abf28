-- Two accounts of one person become one (D15, docs/decisions/054-customer-merge.md). The absorbed account gives its lots to the
-- staying one: each move is a consumption (CNS) there and a generation (GNR) here, both of the origin 'merge', of the same points,
-- centavos and dates. So each account's records add up, and the company owes the same. source_id is the other account.

-- Begins the merge: a record of 0 points on the staying account. It carries the points that the absorbed account has counted
-- towards its level, and they count as earned now. swept() then moves the points.
create function merge(company programme, cmd command, c change)
returns change
language plpgsql as $$
declare
  terms  level_terms := terms_of(company.company_id);
  entry  ledger_entry;
begin
  entry.type_id := 'GNR';
  entry.origin := 'merge';
  entry.source_id := cmd.absorbed_id;
  entry.amount := 0;
  entry.value := 0;
  entry.calculation := jsonb_build_object('level_amount', case
    when terms.company_id is null then 0
    else coalesce((level_standing(terms, cmd.absorbed_id, (c.balance).moved_at)).accumulated_amount, 0)
  end);
  c := credit(c, entry, '-infinity', 'infinity');
  c.settles_level := company.levels_changed_at is not null;
  c.result := record_result(last_entry(c), null);
  return c;
end
$$;

-- Ends the merge: recalled() has given the points back. The record of 0 points is reversed, and its level points with it.
-- Errors: not_found, already_reversed.
create function undo_merge(company programme, cmd command, c change)
returns change
language plpgsql as $$
declare
  begun  ledger_entry := known_record(company.company_id, cmd.subject_id);
  entry  ledger_entry;
begin
  if begun.origin is distinct from 'merge' or begun.type_id <> 'GNR' or begun.source_id is distinct from cmd.absorbed_id then
    c.error := 'not_found';
    return c;
  elsif is_reversed(company.company_id, begun.id) then
    c.error := 'already_reversed';
    return c;
  end if;
  entry.type_id := 'GNR_REVERSAL';
  entry.origin := 'merge';
  entry.source_id := cmd.absorbed_id;
  entry.reverses_id := begun.id;
  entry.amount := 0;
  entry.value := 0;
  c := add_entry(c, entry);
  c.settles_level := company.levels_changed_at is not null;
  c.result := record_result(last_entry(c), null);
  return c;
end
$$;

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

-- Moves every lot of the absorbed account that has not expired, the earliest expiry first.
create function move_lots(company programme, p_absorbed_id uuid, p_staying_id uuid, p_now timestamptz)
returns void
language plpgsql as $$
declare
  c      change := change_of(company.company_id, p_absorbed_id, p_staying_id, p_now);
  d      change := change_of(company.company_id, p_staying_id, p_absorbed_id, p_now);
  good   record;
  both   record;
  lots   uuid[] := '{}';
begin
  for good in
    select lot.id, lot.remaining_amount, lot.remaining_value, lot.available_at, lot.expires_at, earned.subsidiary_name
      from lot
      join points_record earned on earned.company_id = lot.company_id and earned.id = lot.id
     where lot.company_id = company.company_id
       and lot.customer_id = p_absorbed_id
       and lot.is_open
       and lot.expires_at > (c.balance).moved_at
     order by lot.expires_at, lot.created_at, lot.id
  loop
    c := leave_account(c, row(good.id, good.remaining_amount, good.remaining_value)::draw, good.available_at, p_staying_id);
    d := join_account(
      company, d, last_entry(c), good.subsidiary_name, good.available_at, good.expires_at);
    lots := lots || good.id;
  end loop;
  if cardinality(lots) = 0 then
    return;
  end if;
  perform write_both(company, c, d);
  insert into moved_lot (company_id, id, customer_id, lot_id, consumption_id)
  select company.company_id, arrived.id, p_absorbed_id, moved.lot_id, gone.id
    from unnest(lots) with ordinality moved (lot_id, n)
    join unnest(c.entries) with ordinality gone on gone.ordinality = moved.n
    join unnest(d.entries) with ordinality arrived on arrived.ordinality = moved.n;
end
$$;

-- The consumption of a whole lot, also of one whose points cannot be spent yet.
create function leave_account(c change, p_draw draw, p_available_at timestamptz, p_staying_id uuid)
returns change
language plpgsql as $$
declare
  b      balance_state := c.balance;
  entry  ledger_entry;
begin
  b := with_points(b, -p_draw.amount, -p_draw.value, p_available_at);
  b.spent_value := b.spent_value + p_draw.value;
  c.balance := b;
  entry.type_id := 'CNS';
  entry.origin := 'merge';
  entry.source_id := p_staying_id;
  entry.amount := -p_draw.amount;
  entry.value := -p_draw.value;
  entry.calculation := jsonb_build_object('lot_id', p_draw.lot_id);
  c := add_entry(c, entry);
  c := take_from_lots(c, array[p_draw]);
  return allocate(c, (last_entry(c)).id, array[p_draw]);
end
$$;

-- The lot that the staying account gets. The shop is that of the purchase, so that reports tell whose points expire.
create function join_account(
  company programme, d change, gone ledger_entry, p_shop text, p_available_at timestamptz, p_expires_at timestamptz)
returns change
language plpgsql as $$
declare
  entry  ledger_entry;
begin
  entry.type_id := 'GNR';
  entry.origin := 'merge';
  entry.source_id := gone.customer_id;
  entry.subsidiary_name := p_shop;
  entry.amount := -gone.amount;
  entry.value := -gone.value;
  entry.calculation := '{}';
  if p_available_at > (d.balance).moved_at then
    entry.available_on := (p_available_at at time zone company.time_zone)::date;
  else
    p_available_at := '-infinity';
  end if;
  if p_expires_at < 'infinity' then
    entry.expires_on := (p_expires_at at time zone company.time_zone)::date - 1;
  end if;
  return credit(d, entry, p_available_at, p_expires_at);
end
$$;

-- The balance with points added to what can be spent, or to what cannot be spent yet.
create function with_points(b balance_state, p_amount bigint, p_value bigint, p_available_at timestamptz)
returns balance_state
language plpgsql immutable as $$
begin
  if p_available_at > b.moved_at then
    b.pending_amount := b.pending_amount + p_amount;
    b.pending_value := b.pending_value + p_value;
  else
    b.amount := b.amount + p_amount;
    b.value := b.value + p_value;
  end if;
  return b;
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
