-- How a hold ends (D4, D5). At its instant its points are free, whether or not a job ran: readers count them as free
-- (free_points), and the customer's next movement writes it (settle_ended_holds). Leans on ledger.sql and recovery.sql.

-- What the end of a hold makes of one of its draws: spent, recovered for a return that let it go, paid to what the customer
-- owes, or free, back in its lot.
create type hold_part as (
  hold_id       uuid,
  lot_id        uuid,
  expires_at    timestamptz,  -- the lot's
  spent_amount  bigint,
  spent_value   bigint,
  paid_amount   bigint,
  paid_value    bigint,
  deficit_value bigint,       -- centavos by which paid_amount lowers what is owed
  free_amount   bigint,
  free_value    bigint,
  recovered     recovery,
  difference_value bigint);   -- added to the balance's

-- The parts of a hold that ends with p_captured points taken, in the order of its draws. Each freed part goes first to the
-- return that let it go, then to the deficit (D4), then back to its lot. This holds for an expired lot too: its points were
-- good while they were held.
create function end_of_hold(kept balance, p_hold_id uuid, p_captured bigint)
returns setof hold_part
language plpgsql stable
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
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
     where hold.company_id = kept.company_id
       and hold.id = p_hold_id
     order by drawn.position
  loop
    part.lot_id := held.lot_id;
    part.expires_at := held.expires_at;
    part.spent_amount := least(p_captured, held.amount);
    part.spent_value := part_of_value(held.value, part.spent_amount, held.amount);
    p_captured := p_captured - part.spent_amount;
    back.kept := kept;
    back.lot_id := held.lot_id;
    back.spent_after := held.opened_after;
    back.amount := held.amount - part.spent_amount;
    back.value := held.value - part.spent_value;
    back := credit_lot(back);
    part.recovered := back.recovered;
    part.paid_amount := back.absorbed;
    part.paid_value := back.absorbed_value;
    part.deficit_value := back.absorbed_deficit_value;
    part.free_amount := back.free_amount;
    part.free_value := back.free_value;
    part.difference_value := (back.kept).difference_value - kept.difference_value;
    kept := back.kept;
    return next part;
  end loop;
end
$$;

-- The parts of the customer's holds that have ended by p_instant, and whose end is not written yet. Not of a hold that ends
-- with a recovery: that is a record, and until it is written the points stay held.
create function ended_hold_parts(p_company_id uuid, p_customer_id uuid, p_instant timestamptz)
returns setof hold_part
language plpgsql stable
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  ended  record;
  kept   balance;
  part   hold_part;
begin
  for ended in
    select hold.id
      from hold
     where hold.company_id = p_company_id
       and hold.customer_id = p_customer_id
       and hold.ended_at is null
       and hold.expires_at <= p_instant
       and not ends_with_recovery(hold.company_id, hold.id)
     order by hold.expires_at, hold.opened_step
  loop
    if kept.company_id is null then
      select * into kept
        from balance
       where balance.company_id = p_company_id
         and balance.customer_id = p_customer_id;
    end if;
    for part in select * from end_of_hold(kept, ended.id, 0) loop
      kept.deficit_amount := kept.deficit_amount - part.paid_amount;
      kept.deficit_value := kept.deficit_value - part.deficit_value;
      kept.difference_value := kept.difference_value + part.difference_value;
      return next part;
    end loop;
  end loop;
end
$$;

-- Whether a return let points of an open hold go.
create function ends_with_recovery(p_company_id uuid, p_hold_id uuid)
returns boolean
language sql stable as $$
  select exists (
    select
      from hold
      join hold_allocation drawn on drawn.company_id = hold.company_id and drawn.hold_id = hold.id
      join return_shortfall shortfall on shortfall.company_id = drawn.company_id and shortfall.lot_id = drawn.lot_id
     where hold.company_id = p_company_id
       and hold.id = p_hold_id
       and shortfall.sequence > hold.opened_after
       and shortfall.let_go_amount > shortfall.recovered_amount)
$$;

-- What is in the customer's lots at p_instant: what is left of them, and what holds that ended since have freed. A lot may
-- have several lines, and its date may have passed. What was held is available: only such points can be held.
create function free_points(p_company_id uuid, p_customer_id uuid, p_instant timestamptz)
returns table (lot_id uuid, amount bigint, value bigint, available_at timestamptz, expires_at timestamptz)
language sql stable as $$
  select lot.id, lot.remaining_amount, lot.remaining_value, lot.available_at, lot.expires_at
    from lot
   where lot.company_id = p_company_id
     and lot.customer_id = p_customer_id
     and lot.remaining_amount > 0
   union all
  select part.lot_id, part.free_amount, part.free_value, '-infinity', part.expires_at
    from ended_hold_parts(p_company_id, p_customer_id, p_instant) part
   where part.free_amount > 0
$$;

-- The instant at which the next of the customer's open holds ends; infinity: none does.
create function next_hold_end(p_company_id uuid, p_customer_id uuid)
returns timestamptz
language sql stable as $$
  select coalesce(min(hold.expires_at), 'infinity')
    from hold
   where hold.company_id = p_company_id
     and hold.customer_id = p_customer_id
     and hold.ended_at is null
$$;

-- Writes the end of the holds that ended by kept.moved_at, each at its own instant; one that ends with a recovery at the
-- instant of that record. The caller has the lock, sums the lots anew, and saves the balance that is returned.
create function settle_ended_holds(kept balance)
returns balance
language plpgsql
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  ended      hold;
  parts      hold_part[];
  recovered  recovery[];
begin
  for ended in
    select *
      from hold
     where hold.company_id = kept.company_id
       and hold.customer_id = kept.customer_id
       and hold.ended_at is null
       and hold.expires_at <= kept.moved_at
     order by hold.expires_at, hold.opened_step
  loop
    parts := array(select part from end_of_hold(kept, ended.id, 0) part);
    recovered := array(select part.recovered from unnest(parts) part where (part.recovered).amount > 0);
    kept := without_hold(kept, ended, parts);
    perform write_hold_end(
      kept, ended.id, parts, kept.sequence, null,
      case when cardinality(recovered) > 0 then kept.moved_at else ended.expires_at end);
    if cardinality(recovered) > 0 then
      -- The record says the balance that it leaves.
      kept := write_recoveries(sum_lots(kept), recovered, kept.moved_at);
    end if;
  end loop;
  return kept;
end
$$;

-- The balance once a hold has ended: what it captured is gone, and of the rest what its lot still holds good is free.
create function without_hold(kept balance, ended hold, parts hold_part[])
returns balance
language plpgsql stable as $$
declare
  freed record;
begin
  select coalesce(sum(part.free_amount) filter (where part.expires_at > kept.moved_at), 0) as amount,
         coalesce(sum(part.free_value) filter (where part.expires_at > kept.moved_at), 0) as value,
         min(part.expires_at) filter (where part.free_amount > 0 and part.expires_at > kept.moved_at) as changes_at,
         sum(part.paid_amount) as paid_amount,
         sum(part.deficit_value) as deficit_value,
         sum(part.difference_value) as difference_value
    into freed
    from unnest(parts) part;
  kept.amount := kept.amount + freed.amount;
  kept.value := kept.value + freed.value;
  kept.changes_at := least(kept.changes_at, freed.changes_at);
  kept.deficit_amount := kept.deficit_amount - freed.paid_amount;
  kept.deficit_value := kept.deficit_value - freed.deficit_value;
  kept.difference_value := kept.difference_value + freed.difference_value;
  kept.held_amount := kept.held_amount - ended.amount;
  kept.held_value := kept.held_value - ended.value;
  kept.hold_steps := kept.hold_steps + 1;
  return kept;
end
$$;

-- Writes the end of a hold as kept has it. p_ended_after: the customer's last record before it. p_record_id: of its capture;
-- null: released.
create function write_hold_end(
  kept balance, p_hold_id uuid, parts hold_part[], p_ended_after integer, p_record_id uuid, p_ended_at timestamptz)
returns void
language plpgsql
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
begin
  perform take_from_lots(kept.company_id, array(
    select row(part.lot_id, -part.free_amount, -part.free_value)::draw
      from unnest(parts) part
     where part.free_amount > 0));
  update hold_allocation
     set absorbed_amount        = part.paid_amount,
         absorbed_value         = part.paid_value,
         absorbed_deficit_value = part.deficit_value
    from unnest(parts) part
   where hold_allocation.company_id = kept.company_id
     and hold_allocation.hold_id = p_hold_id
     and hold_allocation.lot_id = part.lot_id
     and part.paid_amount > 0;
  update hold
     set ended_after        = p_ended_after,
         ended_step         = kept.hold_steps,
         ended_at           = p_ended_at,
         captured_record_id = p_record_id
   where hold.company_id = kept.company_id
     and hold.id = p_hold_id;
end
$$;
