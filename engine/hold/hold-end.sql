-- The end of a hold (D4, D5). Its points are free from expires_at on, without any job: readers count them as free (free_points),
-- and the customer's next movement writes the end (end_due_hold).

-- The parts of a hold that ends with p_captured points taken, in the order of its draws. Each freed part goes first to the
-- return that let it go, then to the deficit (D4), then back to its lot. This applies to an expired lot too, because
-- held points do not expire.
create function end_of_hold(b balance_state, p_hold_id uuid, p_captured bigint)
returns setof hold_part
language plpgsql stable
as $$
declare
  held  record;
  part  hold_part;
  back  lot_credit;
begin
  part.hold_id := p_hold_id;
  for held in
    select drawn.lot_id, drawn.amount, drawn.value, lot.expires_at, hold.opened_after
      from hold
      join hold_allocation drawn on drawn.company_id = hold.company_id and drawn.hold_id = hold.id
      join lot on lot.company_id = drawn.company_id and lot.id = drawn.lot_id
     where hold.company_id = b.company_id
       and hold.id = p_hold_id
     order by drawn.position
  loop
    part.lot_id := held.lot_id;
    part.expires_at := held.expires_at;
    part.spent_amount := least(p_captured, held.amount);
    part.spent_value := part_of_value(held.value, part.spent_amount, held.amount);
    p_captured := p_captured - part.spent_amount;
    if part.spent_amount = held.amount then
      back := row(b, row(held.lot_id, held.opened_after, 0, 0, 0)::recovery, 0, 0, 0, 0, 0)::lot_credit;
    else
      back := credit_lot(
        b, held.lot_id, held.opened_after, held.amount - part.spent_amount, held.value - part.spent_value);
    end if;
    part.recovered := back.recovered;
    part.paid_amount := back.paid_amount;
    part.paid_value := back.paid_value;
    part.deficit_value := back.deficit_value;
    part.free_amount := back.free_amount;
    part.free_value := back.free_value;
    part.difference_value := (back.balance).difference_value - b.difference_value;
    b := back.balance;
    return next part;
  end loop;
end
$$;

-- The parts of holds that ended by p_instant and whose end is not stored yet. Holds that end with a recovery
-- are excluded: a recovery is a record, and the points stay held until it is written.
create function ended_hold_parts(p_company_id uuid, p_customer_id uuid, p_instant timestamptz)
returns setof hold_part
language plpgsql stable
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  ended  record;
  b      balance_state;
  part   hold_part;
begin
  for ended in
    select hold.id
      from hold
     where hold.company_id = p_company_id
       and hold.customer_id = p_customer_id
       and hold.ended_at is null
       and hold.expires_at <= p_instant
     order by hold.expires_at, hold.opened_step
  loop
    continue when ends_with_recovery(p_company_id, ended.id);
    if b.company_id is null then
      b := saved_balance(p_company_id, p_customer_id);
    end if;
    for part in select * from end_of_hold(b, ended.id, 0) loop
      b.deficit_amount := b.deficit_amount - part.paid_amount;
      b.deficit_value := b.deficit_value - part.deficit_value;
      b.difference_value := b.difference_value + part.difference_value;
      return next part;
    end loop;
  end loop;
end
$$;

-- Whether a return could not take points because this open hold had them, and has not taken them since.
create function ends_with_recovery(p_company_id uuid, p_hold_id uuid)
returns boolean
language plpgsql stable
as $$
begin
  return exists (
    select
      from hold
      join hold_allocation drawn on drawn.company_id = hold.company_id and drawn.hold_id = hold.id
      join return_shortfall on return_shortfall.company_id = drawn.company_id and return_shortfall.lot_id = drawn.lot_id
     where hold.company_id = p_company_id
       and hold.id = p_hold_id
       and return_shortfall.sequence > hold.opened_after
       and return_shortfall.let_go_amount > return_shortfall.recovered_amount);
end
$$;

-- The instant after p_now at which the customer's next hold ends; infinity: no hold is open.
create function next_hold_end(p_company_id uuid, p_customer_id uuid, p_now timestamptz)
returns timestamptz
language plpgsql stable as $$
begin
  return (
    select coalesce(min(hold.expires_at), 'infinity')
      from hold
     where hold.company_id = p_company_id
       and hold.customer_id = p_customer_id
       and hold.ended_at is null
       and hold.expires_at > p_now);
end
$$;

-- The change with the end of a hold. p_amount and p_value are those of the hold. p_ended_at null: the hold ends
-- with this movement. Recoveries are not written here: the caller adds them after a capture's record.
create function end_hold(
  c change, p_hold_id uuid, p_amount bigint, p_value bigint, p_parts hold_part[], p_ended_at timestamptz)
returns change
language plpgsql immutable as $$
declare
  b     balance_state := c.balance;
  part  hold_part;
begin
  foreach part in array p_parts loop
    if part.free_amount > 0 then
      c.lot_changes := c.lot_changes || row(part.lot_id, part.free_amount, part.free_value, 0, 0, null)::lot_change;
      if part.expires_at > b.moved_at then
        b.amount := b.amount + part.free_amount;
        b.value := b.value + part.free_value;
        b.changes_at := least(b.changes_at, part.expires_at);
      end if;
    end if;
    b.deficit_amount := b.deficit_amount - part.paid_amount;
    b.deficit_value := b.deficit_value - part.deficit_value;
    b.difference_value := b.difference_value + part.difference_value;
  end loop;
  b.held_amount := b.held_amount - p_amount;
  b.held_value := b.held_value - p_value;
  b.hold_steps := b.hold_steps + 1;
  c.hold_ends := c.hold_ends
    || row(p_hold_id, b.sequence, b.hold_steps, coalesce(p_ended_at, b.moved_at), null, p_parts)::ended_hold;
  c.balance := b;
  c.is_moved := true;
  return c;
end
$$;

-- Ends the customer's first hold that expired by the balance's moved_at, at its own instant. A hold that ends with a recovery
-- ends at the instant of that record. Null: no hold has expired.
create function end_due_hold(c change)
returns change
language plpgsql as $$
declare
  ended      record;
  parts      hold_part[];
  recovered  recovery[];
  b          balance_state := c.balance;
begin
  select hold.id, hold.amount, hold.value, hold.expires_at into ended
    from hold
   where hold.company_id = b.company_id
     and hold.customer_id = b.customer_id
     and hold.ended_at is null
     and hold.expires_at <= b.moved_at
   order by hold.expires_at, hold.opened_step
   limit 1;
  if not found then
    return null;
  end if;
  parts := array(select part from end_of_hold(b, ended.id, 0) part);
  recovered := array(select part.recovered from unnest(parts) part where (part.recovered).amount > 0);
  c := end_hold(
    c, ended.id, ended.amount, ended.value, parts, case when cardinality(recovered) = 0 then ended.expires_at end);
  return add_recoveries(c, recovered);
end
$$;
