-- The lots of an absorbed account move to the staying one (docs/decisions/054-customer-merge.md).

-- Moves every lot of the absorbed account that has not expired, the earliest expiry first.
create function move_lots(company programme, p_absorbed_id uuid, p_staying_id uuid, p_now timestamptz)
returns void
language plpgsql as $$
declare
  c      change := change_of(company.company_id, p_absorbed_id, p_staying_id, p_now);
  d      change := change_of(company.company_id, p_staying_id, p_absorbed_id, p_now);
  good   record;
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
  select company.company_id, arrived.id, p_absorbed_id, source.lot_id, gone.id
    from unnest(lots) with ordinality source (lot_id, n)
    join unnest(c.entries) with ordinality gone on gone.ordinality = source.n
    join unnest(d.entries) with ordinality arrived on arrived.ordinality = source.n;
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
