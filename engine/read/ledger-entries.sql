-- The ledger as reports read it: records in the order of their ids, and what expired.

-- The id of the p_limit-th record after p_after and before p_before, or of the last such record. Null: no record is between
-- them.
create function last_entry_id(p_company_id uuid, p_after uuid, p_before uuid, p_limit integer)
returns uuid
language plpgsql stable
set enable_seqscan = off
as $$
begin
  return (
    select page.id
      from (select entry.id
              from points_record entry
             where entry.company_id = p_company_id
               and entry.id > p_after
               and entry.id < p_before
             order by entry.id
             limit p_limit) page
     order by page.id desc
     limit 1);
end
$$;

-- The records after p_after, up to p_until. A reversal has the origin, source and rule of the record that it reverses, except a
-- recovery, which keeps its origin.
create function ledger_entries(p_company_id uuid, p_after uuid, p_until uuid)
returns table (
  customer_id uuid, type_id text, origin text, source_id uuid, rule_id text, subsidiary_name text, purchase_value bigint,
  amount bigint, value bigint, created_at timestamptz)
language plpgsql stable
set enable_seqscan = off
as $$
begin
  return query
    select entry.customer_id, entry.type_id,
           case when entry.origin = 'recovery' then entry.origin else coalesce(reversed.origin, entry.origin) end,
           coalesce(reversed.source_id, entry.source_id),
           coalesce(reversed.calculation, entry.calculation) ->> 'rule_id',
           entry.subsidiary_name, entry.purchase_value, entry.amount, entry.value, entry.created_at
      from points_record entry
      left join points_record reversed
             on reversed.company_id = p_company_id
            and reversed.id = entry.reverses_id
     where entry.company_id = p_company_id
       and entry.id > p_after
       and entry.id <= p_until;
end
$$;

-- The points of customers after p_after and up to p_until that have expired by p_now, as the history shows them now
-- (left_by_date). A row counts the points of one shop by the last day on which they were good. An expiry writes no record,
-- so lots are its only source. Amounts are negative, as a consumption's.
create function expired_by_day(p_company_id uuid, p_after uuid, p_until uuid, p_now timestamptz)
returns table (day date, shop text, count bigint, amount bigint, value bigint)
language plpgsql stable as $$
begin
  return query
    select gone.day, coalesce(entry.subsidiary_name, ''), count(distinct gone.lot_id), -sum(gone.amount)::bigint,
           -sum(gone.value)::bigint
      from expired_points(p_company_id, p_after, p_until, p_now) gone
      join points_record entry on entry.company_id = p_company_id and entry.id = gone.lot_id
     group by gone.day, coalesce(entry.subsidiary_name, '');
end
$$;

-- The expired points of each lot. day: the last day on which they were good.
create function expired_points(p_company_id uuid, p_after uuid, p_until uuid, p_now timestamptz)
returns table (lot_id uuid, day date, amount bigint, value bigint)
language plpgsql stable as $$
declare
  zone  text := (select one from time_zone_of(p_company_id) one);
begin
  return query
    select lot.id, (lot.expires_at at time zone zone)::date - 1, lot.remaining_amount, lot.remaining_value
      from lot
     where lot.company_id = p_company_id
       and lot.customer_id > p_after
       and lot.customer_id <= p_until
       and lot.is_open
       and lot.expires_at <= p_now
     union all
    -- Holds that have ended and whose end is not written yet.
    select part.lot_id, (part.expires_at at time zone zone)::date - 1, part.free_amount, part.free_value
      from unsaved_hold_ends(p_company_id, p_after, p_until, p_now) part
     where part.free_amount > 0
       and part.expires_at <= p_now
     union all
    -- Points that expired before other points came back to the same lot and gave it a later date.
    select lot.id, earned.expires_on, lot.expired_amount, lot.expired_value
      from lot
      join points_record earned on earned.company_id = p_company_id and earned.id = lot.id
     where lot.company_id = p_company_id
       and lot.customer_id > p_after
       and lot.customer_id <= p_until
       and lot.expired_amount > 0;
end
$$;

-- The parts of holds that have ended by p_now and whose end is not written yet, of customers after p_after and up to p_until.
create function unsaved_hold_ends(p_company_id uuid, p_after uuid, p_until uuid, p_now timestamptz)
returns table (lot_id uuid, expires_at timestamptz, free_amount bigint, free_value bigint, paid_amount bigint)
language plpgsql stable as $$
begin
  return query
    select part.lot_id, part.expires_at, part.free_amount, part.free_value, part.paid_amount
      from (select distinct hold.customer_id
              from hold
             where hold.company_id = p_company_id
               and hold.customer_id > p_after
               and hold.customer_id <= p_until
               and hold.ended_at is null
               and hold.expires_at <= p_now) holder
     cross join lateral ended_hold_parts(p_company_id, holder.customer_id, p_now) part;
end
$$;

-- The lots that a merge moved to the account after the record of sequence p_after, and their points. For the account's lock holder.
create function merged_after(p_company_id uuid, p_customer_id uuid, p_after integer)
returns table (lots integer, amount bigint, value bigint)
language plpgsql stable
set enable_seqscan = off
as $$
begin
  return query
    select count(*)::integer, coalesce(sum(entry.amount), 0)::bigint, coalesce(sum(entry.value), 0)::bigint
      from points_record entry
     where entry.company_id = p_company_id
       and entry.customer_id = p_customer_id
       and entry.sequence > p_after
       and entry.type_id = 'GNR'
       and entry.origin = 'merge';
end
$$;

-- The points of an account that a merge moved and that are still part of the staying account's records, whether spent or not.
create function moved_points(p_company_id uuid, p_customer_id uuid)
returns table (amount bigint, value bigint)
language plpgsql stable as $$
begin
  return query
    select coalesce(sum(came.amount), 0)::bigint, coalesce(sum(came.value), 0)::bigint
      from moved_lot
      join points_record came on came.company_id = p_company_id and came.id = moved_lot.id
     where moved_lot.company_id = p_company_id
       and moved_lot.customer_id = p_customer_id
       and not is_reversed(p_company_id, moved_lot.consumption_id);
end
$$;

-- The points that came back to an absorbed account after its record of sequence p_after.
create function recalled_after(p_company_id uuid, p_customer_id uuid, p_after integer)
returns table (amount bigint, value bigint)
language plpgsql stable
set enable_seqscan = off
as $$
begin
  return query
    select coalesce(sum(entry.amount), 0)::bigint, coalesce(sum(entry.value), 0)::bigint
      from points_record entry
     where entry.company_id = p_company_id
       and entry.customer_id = p_customer_id
       and entry.sequence > p_after
       and entry.type_id = 'CNS_REVERSAL'
       and entry.origin = 'merge';
end
$$;
