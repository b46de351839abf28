-- The balance at the end of a day (GET /points/statement). Writes nothing.
--
-- The tables of lots and balances hold only the present, so the lots of a past day are computed from records,
-- allocations and holds. The function ended_hold_parts adds the holds that have ended and whose end is not
-- stored yet. The replay (engine/audit/replay.ts) derives the same figures from the rules alone, and
-- statement.test.ts compares the two.

-- The balance at the end of p_at, a local date of the company. For today it is the balance at p_now. For a later date it is the
-- balance after the lots that mature or expire and the holds that end by then. A customer with a deficit has a balance of 0.
create function statement(p_company_id uuid, p_customer_id uuid, p_at date, p_now timestamptz)
returns table (
  amount_balance bigint, value_balance bigint, pending_amount bigint, pending_value bigint,
  held_amount bigint, held_value bigint, deficit_amount bigint, deficit_value bigint)
language plpgsql stable
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  zone     text;
  instant  timestamptz;
  day      date;
begin
  select one.zone, statement_instant(p_at, p_now, one.zone, (saved_balance(p_company_id, p_customer_id)).moved_at)
    into zone, instant
    from time_zone_of(p_company_id) one (zone);
  day := (instant at time zone zone)::date;

  return query
  select case when owed.deficit_amount > 0 then 0 else good.amount end,
         case when owed.deficit_amount > 0 then 0 else good.value end,
         good.pending_amount, good.pending_value, held.amount, held.value, owed.deficit_amount, owed.deficit_value
    from (select coalesce(sum(lot.amount) filter (where lot.is_available), 0)::bigint as amount,
                 coalesce(sum(lot.value) filter (where lot.is_available), 0)::bigint as value,
                 coalesce(sum(lot.amount) filter (where not lot.is_available), 0)::bigint as pending_amount,
                 coalesce(sum(lot.value) filter (where not lot.is_available), 0)::bigint as pending_value
            from lots_on(p_company_id, p_customer_id, instant, day, zone) lot) good
   cross join (
           select coalesce(sum(drawn.amount), 0)::bigint as amount,
                  coalesce(sum(drawn.value), 0)::bigint as value
             from hold_draws(p_company_id, p_customer_id, instant) drawn
            where drawn.is_open) held
   cross join deficit_at(p_company_id, p_customer_id, instant) owed;
end
$$;

-- The last instant that a statement includes. A statement of today or later includes every movement up to p_moved_at. The
-- last movement may come from a node whose clock is ahead of p_now.
create function statement_instant(p_at date, p_now timestamptz, p_time_zone text, p_moved_at timestamptz)
returns timestamptz
language plpgsql stable as $$
declare
  today    date := (p_now at time zone p_time_zone)::date;
  day_end  timestamptz := (p_at + 1)::timestamp at time zone p_time_zone - interval '1 microsecond';
begin
  return case
    when p_at < today then day_end
    when p_at = today then greatest(p_now, p_moved_at)
    else greatest(day_end, p_moved_at)
  end;
end
$$;

-- The points of each lot that are neither spent nor held at p_instant: `amount` is good on p_day, `expired_amount` has expired by
-- then.
--
-- The reversal of a consumption may give points back to an expired lot. The points that expired in that lot stay lost, and the
-- returned points can be spent for returned_lot_days() more days (D4). A later return of the purchase takes the lot's points
-- first and only then the expired points.
create function lots_on(
  p_company_id uuid, p_customer_id uuid, p_instant timestamptz, p_day date, p_time_zone text)
returns table (
  amount bigint, value bigint, expired_amount bigint, expired_value bigint, is_available boolean, earned_on date,
  expires_on date)
language plpgsql stable as $$
declare
  change  record;
begin
  for change in
    select made.*,
           lead(made.lot_id) over (order by made.lot_id, made.sequence, made.step) is distinct from made.lot_id as is_last
      from lot_changes(p_company_id, p_customer_id, p_instant, p_time_zone) made
     order by made.lot_id, made.sequence, made.step
  loop
    if change.type_id = 'GNR' then
      amount := 0;
      value := 0;
      expired_amount := 0;
      expired_value := 0;
      is_available := coalesce(change.available_on <= p_day, true);
      earned_on := change.day;
      expires_on := change.expires_on;
    elsif change.type_id = 'CNS_REVERSAL' and expires_on < change.day then
      expired_amount := expired_amount + amount;
      expired_value := expired_value + value;
      amount := 0;
      value := 0;
      expires_on := change.day + returned_lot_days();
    end if;
    if change.type_id = 'GNR_REVERSAL' and amount + change.amount <= 0 then
      expired_amount := expired_amount + amount + change.amount;
      expired_value := expired_value + value + change.value;
      amount := 0;
      value := 0;
    else
      amount := amount + change.amount;
      value := value + change.value;
    end if;
    if change.is_last then
      if p_day > expires_on then
        expired_amount := expired_amount + amount;
        expired_value := expired_value + value;
        amount := 0;
        value := 0;
      end if;
      return next;
    end if;
  end loop;
end
$$;

-- The changes of each lot up to p_instant, in the order of sequence and step. A record has step 0. Holds that
-- are opened or ended after the record have steps from 1. The first change of a lot is its earning minus the
-- points that paid a deficit. day: the record's date in the company's time zone.
create function lot_changes(p_company_id uuid, p_customer_id uuid, p_instant timestamptz, p_time_zone text)
returns table (
  lot_id uuid, sequence integer, step integer, type_id text, day date, amount bigint, value bigint, available_on date,
  expires_on date)
language plpgsql stable as $$
begin
  return query
  select entry.id, entry.sequence, 0, entry.type_id, (entry.created_at at time zone p_time_zone)::date, entry.amount + coalesce(paid.amount, 0),
         entry.value + coalesce(paid.value, 0), entry.available_on, entry.expires_on
    from points_record entry
    left join allocation paid
           on paid.company_id = entry.company_id
          and paid.record_id = entry.id
   where entry.company_id = p_company_id
     and entry.customer_id = p_customer_id
     and entry.created_at <= p_instant
     and entry.type_id = 'GNR'
     and entry.amount > 0
   union all
  select part.lot_id, entry.sequence, 0, entry.type_id, (entry.created_at at time zone p_time_zone)::date,
         sum(part.amount)::bigint, sum(part.value)::bigint, null::date, null::date
    from points_record entry
    join allocation part
      on part.company_id = entry.company_id
     and part.record_id = entry.id
   where entry.company_id = p_company_id
     and entry.customer_id = p_customer_id
     and entry.created_at <= p_instant
     and entry.type_id <> 'GNR'
   group by part.lot_id, entry.sequence, entry.type_id, entry.created_at
   union all
  select drawn.lot_id, drawn.opened_after, drawn.opened_step, null, null, -drawn.amount, -drawn.value, null, null
    from hold_draws(p_company_id, p_customer_id, p_instant) drawn
   union all
  select drawn.lot_id, drawn.ended_after, drawn.ended_step, null, null, drawn.amount - drawn.paid_amount,
         drawn.value - drawn.paid_value, null, null
    from hold_draws(p_company_id, p_customer_id, p_instant) drawn
   where not drawn.is_open;
end
$$;
