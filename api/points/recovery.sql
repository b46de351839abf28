-- Points that a return let go because they were spent or held (D4, docs/decisions/015-returns.md): they are taken when they
-- come back to their lot. Leans on ledger.sql.

-- What is taken of the points that come back to a lot. The lot gives `value` centavos; the record says `record_value`.
create type recovery as (lot_id uuid, spent_after integer, amount bigint, value bigint, record_value bigint);

-- The result of crediting points to a lot. A recovery takes its part first, then the deficit is paid, and the customer may
-- spend the rest. `amount` and `value` include all three parts.
-- spent_after: the customer's record after which the points were spent or held.
create type lot_credit as (
  kept balance, lot_id uuid, spent_after integer, amount bigint, value bigint, absorbed bigint, absorbed_value bigint,
  absorbed_deficit_value bigint, free_amount bigint, free_value bigint, recovered recovery, is_expired boolean, expires_at timestamptz);

-- What to take of points that come back to a lot. Only what was spent before a return was let go by it: what the customer
-- spends later is not what that return claimed.
create function recovery_of(back lot_credit)
returns recovery
language plpgsql stable
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  taken        recovery := row(back.lot_id, back.spent_after, 0, 0, 0);
  open_amount  bigint;
  left_amount  bigint;
  kept_amount  bigint;
  returns      record;
begin
  select coalesce(sum(shortfall.let_go_amount - shortfall.recovered_amount)
                    filter (where shortfall.sequence > back.spent_after), 0),
         sum(shortfall.let_go_amount - shortfall.recovered_amount),
         sum(shortfall.kept_amount)
    into open_amount, left_amount, kept_amount
    from return_shortfall shortfall
   where shortfall.company_id = (back.kept).company_id
     and shortfall.lot_id = back.lot_id;
  taken.amount := least(open_amount, back.amount);
  if taken.amount = 0 then
    return taken;
  end if;
  select earned.value + coalesce(sum(reversal.value), 0) as value_left,
         share_returned(earned.amount, coalesce(sum(reversal.purchase_value), 0)::bigint, earned.purchase_value)
           = earned.amount as is_whole
    into strict returns
    from points_record earned
    left join points_record reversal
           on reversal.company_id = earned.company_id
          and reversal.reverses_id = earned.id
   where earned.company_id = (back.kept).company_id
     and earned.id = back.lot_id
   group by earned.amount, earned.value, earned.purchase_value;
  taken.value := part_of_value(back.value, taken.amount, back.amount);
  taken.record_value := case when returns.is_whole and taken.amount = left_amount and kept_amount = 0
                             then returns.value_left
                             else least(taken.value, returns.value_left)
                        end;
  if taken.amount < back.amount then
    taken.value := least(greatest(taken.record_value - (back.kept).difference_value, 0), back.value);
  end if;
  return taken;
end
$$;

-- Works out a credit from its kept, lot_id, spent_after, amount and value. `kept` then has what it did to the deficit; what is
-- free is not in it yet. Writes nothing.
create function credit_lot(back lot_credit)
returns lot_credit
language plpgsql stable as $$
declare
  kept  balance := back.kept;
  paid  deficit_payment;
begin
  back.recovered := recovery_of(back);
  kept.difference_value := kept.difference_value + (back.recovered).value - (back.recovered).record_value;
  paid := pay_deficit(kept, back.amount - (back.recovered).amount, back.value - (back.recovered).value);
  back.kept := paid.kept;
  back.absorbed := paid.amount;
  back.absorbed_value := paid.value;
  back.absorbed_deficit_value := paid.deficit_value;
  back.free_amount := back.amount - (back.recovered).amount - paid.amount;
  back.free_value := back.value - (back.recovered).value - paid.value;
  return back;
end
$$;

-- Writes a record for each recovery. kept: with the place of the last record, and with the balance that the whole movement
-- leaves. Returns it with the place of the last of these.
create function write_recoveries(kept balance, p_recovered recovery[], p_now timestamptz)
returns balance
language plpgsql as $$
declare
  taken  recovery;
begin
  foreach taken in array p_recovered loop
    if taken.amount > 0 then
      kept := write_recovery(kept, taken, p_now);
    end if;
  end loop;
  return kept;
end
$$;

-- Writes what was recovered: a record of its own, which takes back the points that the return of the purchase could not
-- take. It has no purchase_value, because nothing more was returned. Neither its lot nor the balance of `kept` has the points.
-- Returns `kept` with the place of the new record.
create function write_recovery(kept balance, taken recovery, p_now timestamptz)
returns balance
language plpgsql
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  earned  points_record;
  entry   points_record;
begin
  select * into strict earned
    from points_record
   where points_record.company_id = kept.company_id
     and points_record.id = taken.lot_id;
  entry.type_id := 'GNR_REVERSAL';
  entry.origin := 'recovery';
  entry.reverses_id := taken.lot_id;
  entry.subsidiary_name := earned.subsidiary_name;
  entry.amount := -taken.amount;
  entry.value := -taken.record_value;
  entry.calculation := jsonb_build_object('earned', earned.amount, 'purchase_value', earned.purchase_value,
                                          'recovered', taken.amount);
  entry.created_at := p_now;
  kept.received_amount := kept.received_amount + entry.amount;
  entry := add_record(entry, kept);
  kept.sequence := entry.sequence;
  kept.last_hash := entry.hash;

  insert into allocation (company_id, record_id, lot_id, absorbs_deficit, amount, value)
  values (kept.company_id, entry.id, taken.lot_id, false, -taken.amount, -taken.value);
  perform note_recovered(kept.company_id, taken);
  if taken.value <> taken.record_value then
    insert into return_shortfall (company_id, record_id, lot_id, sequence, difference_value)
    values (kept.company_id, entry.id, taken.lot_id, entry.sequence, taken.value - taken.record_value);
  end if;
  perform tell_reversal(entry, p_now);
  return kept;
end
$$;

-- The oldest return first.
create function note_recovered(p_company_id uuid, taken recovery)
returns void
language plpgsql
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  shortfall  return_shortfall;
  missing    bigint := taken.amount;
  part       bigint;
begin
  for shortfall in
    select *
      from return_shortfall entry
     where entry.company_id = p_company_id
       and entry.lot_id = taken.lot_id
       and entry.sequence > taken.spent_after
       and entry.let_go_amount > entry.recovered_amount
     order by entry.sequence
  loop
    part := least(missing, shortfall.let_go_amount - shortfall.recovered_amount);
    update return_shortfall
       set recovered_amount = shortfall.recovered_amount + part,
           recovered_value  = shortfall.recovered_value
             + part_of_value(shortfall.let_go_value - shortfall.recovered_value, part,
                             shortfall.let_go_amount - shortfall.recovered_amount)
     where return_shortfall.company_id = p_company_id
       and return_shortfall.record_id = shortfall.record_id;
    missing := missing - part;
    exit when missing = 0;
  end loop;
end
$$;
