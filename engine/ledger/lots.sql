-- Lots: what remains of each earning, and the order in which it is spent (D4).

-- The value of p_amount points out of p_whole_amount: rounded down; the last points take what remains (D4).
-- Exact: div() divides integers, where a numeric's quotient is rounded.
create function part_of_value(p_value bigint, p_amount bigint, p_whole_amount bigint)
returns bigint
language sql immutable as $$
  select case when p_amount = p_whole_amount then p_value else div(p_value::numeric * p_amount, p_whole_amount)::bigint end
$$;

-- The lots that a consumption draws from: the earliest expiry first, lots that never expire last, then the oldest (D4). Enough
-- lots for p_amount points or p_value centavos; one of the two is null. The caller has checked that the balance suffices.
create function lots_to_draw(p_company_id uuid, p_customer_id uuid, p_amount bigint, p_value bigint, p_now timestamptz)
returns lot_state[]
language plpgsql stable as $$
declare
  lots  lot_state[] := '{}';
  good  lot_state;
begin
  for good.id, good.remaining_amount, good.remaining_value in
    select lot.id, lot.remaining_amount, lot.remaining_value
      from lot
     where lot.company_id = p_company_id
       and lot.customer_id = p_customer_id
       and lot.is_open
       and lot.expires_at > p_now
       and lot.available_at <= p_now
     order by lot.expires_at, lot.created_at, lot.id
  loop
    exit when coalesce(p_amount, p_value) <= 0;
    lots := lots || good;
    p_amount := p_amount - good.remaining_amount;
    p_value := p_value - good.remaining_value;
  end loop;
  if coalesce(p_amount, p_value) > 0 then
    raise exception 'customer % of company % has less in lots than in the balance', p_customer_id, p_company_id;
  end if;
  return lots;
end
$$;

-- Draws p_amount points from lots in their order. p_lots returns the lots as they remain for the
-- next draw.
create function draw_from(inout p_lots lot_state[], p_amount bigint, out draws draw[])
language plpgsql immutable as $$
declare
  part  draw;
begin
  draws := '{}';
  for n in 1 .. cardinality(p_lots) loop
    exit when p_amount = 0;
    part.lot_id := p_lots[n].id;
    part.amount := least(p_amount, p_lots[n].remaining_amount);
    continue when part.amount = 0;
    part.value := part_of_value(p_lots[n].remaining_value, part.amount, p_lots[n].remaining_amount);
    p_lots[n].remaining_amount := p_lots[n].remaining_amount - part.amount;
    p_lots[n].remaining_value := p_lots[n].remaining_value - part.value;
    p_amount := p_amount - part.amount;
    draws := draws || part;
  end loop;
end
$$;

create function value_of(p_draws draw[])
returns bigint
language plpgsql immutable as $$
declare
  drawn  draw;
  total  bigint := 0;
begin
  foreach drawn in array p_draws loop
    total := total + drawn.value;
  end loop;
  return total;
end
$$;

-- The change with these draws taken from their lots.
create function take_from_lots(c change, p_draws draw[])
returns change
language plpgsql immutable as $$
declare
  drawn      draw;
  reduction  lot_change;
begin
  reduction.expired_amount := 0;
  reduction.expired_value := 0;
  foreach drawn in array p_draws loop
    reduction.lot_id := drawn.lot_id;
    reduction.amount := -drawn.amount;
    reduction.value := -drawn.value;
    c.lot_changes := c.lot_changes || reduction;
  end loop;
  return c;
end
$$;

-- The change with the allocations of a consumption.
create function allocate(c change, p_record_id uuid, p_draws draw[])
returns change
language plpgsql immutable as $$
declare
  drawn  draw;
  spent  allocated;
begin
  spent.record_id := p_record_id;
  spent.absorbs_deficit := false;
  foreach drawn in array p_draws loop
    spent.lot_id := drawn.lot_id;
    spent.amount := -drawn.amount;
    spent.value := -drawn.value;
    c.allocations := c.allocations || spent;
  end loop;
  return c;
end
$$;

-- Credits points: one record and, unless it is of 0 points, one lot. The deficit is paid from it at once.
create function credit(c change, entry ledger_entry, p_available_at timestamptz, p_expires_at timestamptz)
returns change
language plpgsql as $$
declare
  b         balance_state := c.balance;
  paid      deficit_payment := pay_deficit(b, entry.amount, entry.value);
  earned    lot_state;
  absorbed  allocated;
begin
  b := paid.balance;
  if p_available_at > b.moved_at then
    b.pending_amount := b.pending_amount + entry.amount - paid.amount;
    b.pending_value := b.pending_value + entry.value - paid.value;
    b.changes_at := least(b.changes_at, p_available_at);
  else
    b.amount := b.amount + entry.amount - paid.amount;
    b.value := b.value + entry.value - paid.value;
    if entry.amount > paid.amount then
      b.changes_at := least(b.changes_at, p_expires_at);
    end if;
  end if;
  b.received_amount := b.received_amount + entry.amount;
  c.balance := b;
  c := add_entry(c, entry);
  entry := last_entry(c);

  if entry.amount > 0 then
    earned.id := entry.id;
    earned.amount := entry.amount;
    earned.value := entry.value;
    earned.remaining_amount := entry.amount - paid.amount;
    earned.remaining_value := entry.value - paid.value;
    earned.expired_amount := 0;
    earned.expired_value := 0;
    earned.available_at := p_available_at;
    earned.expires_at := p_expires_at;
    earned.created_at := b.moved_at;
    c.lots := c.lots || earned;
  end if;
  if paid.amount > 0 then
    absorbed.record_id := entry.id;
    absorbed.lot_id := entry.id;
    absorbed.absorbs_deficit := true;
    absorbed.amount := -paid.amount;
    absorbed.value := -paid.value;
    absorbed.deficit_value := paid.deficit_value;
    c.allocations := c.allocations || absorbed;
  end if;
  return c;
end
$$;

-- Draws p_amount points from lots: one record and its allocations. 0 points is the record of a free prize. The caller has
-- checked that there are enough points.
create function consume(inout c change, entry ledger_entry, p_amount bigint, inout p_lots lot_state[])
language plpgsql as $$
declare
  b      balance_state := c.balance;
  draws  draw[];
begin
  assert p_amount >= 0;
  select drawn.p_lots, drawn.draws into p_lots, draws from draw_from(p_lots, p_amount) drawn;
  entry.type_id := 'CNS';
  entry.amount := -p_amount;
  entry.value := -value_of(draws);
  b.amount := b.amount + entry.amount;
  b.value := b.value + entry.value;
  b.spent_value := b.spent_value - entry.value;
  c.balance := b;
  c := add_entry(c, entry);
  c := take_from_lots(c, draws);
  c := allocate(c, (last_entry(c)).id, draws);
end
$$;

-- The number of missing points; null when the customer can spend p_amount points now.
create function missing_points(b balance_state, p_amount bigint)
returns bigint
language sql immutable as $$
  select case
           when p_amount > 0 and (b.deficit_amount > 0 or b.amount < p_amount)
           then p_amount - case when b.deficit_amount > 0 then 0 else b.amount end
         end
$$;
