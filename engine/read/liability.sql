-- What a company owes its customers after the end of a day (D18), for reports. Points whose last day has ended are out; held points
-- are in, because a till may still capture them.

-- The points and centavos that customers have after p_day, and those that have expired by then, by the months of their earning and of
-- their last day (null: they never expire). p_day has ended.
create function points_after(p_company_id uuid, p_day date)
returns table (
  earned_month date, expires_month date, amount bigint, value bigint, expired_amount bigint, expired_value bigint)
language plpgsql stable as $$
declare
  zone    text := (select one from time_zone_of(p_company_id) one);
  end_at  timestamptz := (p_day + 1)::timestamp at time zone zone;
begin
  return query
    select date_trunc('month', have.earned_on::timestamp)::date, date_trunc('month', have.expires_on::timestamp)::date,
           sum(have.amount)::bigint, sum(have.value)::bigint, sum(have.expired_amount)::bigint, sum(have.expired_value)::bigint
      from (-- Without a movement since, and without a hold, the lots are as they were.
            select (lot.created_at at time zone zone)::date as earned_on,
                   case when lot.expires_at < 'infinity' then (lot.expires_at at time zone zone)::date - 1 end as expires_on,
                   case when lot.expires_at > end_at then lot.remaining_amount else 0 end as amount,
                   case when lot.expires_at > end_at then lot.remaining_value else 0 end as value,
                   lot.expired_amount + case when lot.expires_at > end_at then 0 else lot.remaining_amount end as expired_amount,
                   lot.expired_value + case when lot.expires_at > end_at then 0 else lot.remaining_value end as expired_value
              from balance
              join lot
                on lot.company_id = balance.company_id
               and lot.customer_id = balance.customer_id
             where balance.company_id = p_company_id
               and balance.moved_at < end_at
               and balance.held_amount = 0
             union all
            select past.earned_on, past.expires_on, past.amount, past.value, past.expired_amount, past.expired_value
              from balance
             cross join lateral past_points(p_company_id, balance.customer_id, p_day, zone) past
             where balance.company_id = p_company_id
               and (balance.moved_at >= end_at or balance.held_amount > 0)) have
     where have.amount > 0
        or have.expired_amount > 0
     group by 1, 2;
end
$$;

-- A customer's points after p_day, in lots and in holds, and those that have expired by then, from records.
create function past_points(p_company_id uuid, p_customer_id uuid, p_day date, p_time_zone text)
returns table (
  amount bigint, value bigint, expired_amount bigint, expired_value bigint, earned_on date, expires_on date)
language plpgsql stable as $$
declare
  last_instant  timestamptz := (p_day + 1)::timestamp at time zone p_time_zone - interval '1 microsecond';
begin
  return query
    -- Points whose last day is p_day have expired with its end.
    select lot.amount, lot.value, lot.expired_amount, lot.expired_value, lot.earned_on, lot.expires_on
      from lots_on(p_company_id, p_customer_id, last_instant, p_day + 1, p_time_zone) lot
     union all
    -- A held lot may be past its date: its points count in the month after p_day.
    select drawn.amount, drawn.value, 0::bigint, 0::bigint, (lot.created_at at time zone p_time_zone)::date,
           case when lot.expires_at < 'infinity'
                then greatest((lot.expires_at at time zone p_time_zone)::date - 1, p_day + 1) end
      from hold_draws(p_company_id, p_customer_id, last_instant) drawn
      join lot on lot.company_id = p_company_id and lot.id = drawn.lot_id
     where drawn.is_open;
end
$$;

-- What the ledger says about the same day, from records, deficits and differences alone: no lot is read. Then
-- records = liability - deficit + expired + difference, where points_after gives liability and expired.
create function ledger_after(p_company_id uuid, p_day date)
returns table (
  records_amount bigint, records_value bigint, deficit_amount bigint, deficit_value bigint, difference_value bigint)
language plpgsql stable as $$
declare
  zone    text := (select one from time_zone_of(p_company_id) one);
  end_at  timestamptz := (p_day + 1)::timestamp at time zone zone;
begin
  select coalesce(sum(entry.amount), 0), coalesce(sum(entry.value), 0)
    into records_amount, records_value
    from points_record entry
   where entry.company_id = p_company_id
     and entry.created_at < end_at;
  select coalesce(sum(part.deficit_amount), 0), coalesce(sum(part.deficit_value), 0),
         coalesce(sum(part.difference_value), 0)
    into deficit_amount, deficit_value, difference_value
    from (select balance.deficit_amount, balance.deficit_value, balance.difference_value
            from balance
           where balance.company_id = p_company_id
             and balance.moved_at < end_at
             and balance.held_amount = 0
           union all
          select owed.deficit_amount, owed.deficit_value, owed.difference_value
            from balance
           cross join lateral deficit_at(p_company_id, balance.customer_id, end_at - interval '1 microsecond') owed
           where balance.company_id = p_company_id
             and (balance.moved_at >= end_at or balance.held_amount > 0)) part;
  return next;
end
$$;

-- What the customers owe after returns, now.
create function deficits(p_company_id uuid, out amount bigint, out value bigint)
language plpgsql stable as $$
begin
  select coalesce(sum(balance.deficit_amount), 0), coalesce(sum(balance.deficit_value), 0)
    into deficits.amount, deficits.value
    from balance
   where balance.company_id = p_company_id
     and balance.deficit_amount > 0;
end
$$;

-- The points of each month of earning without what returns took (age -1), and the part of them that was used in the month of age 0,
-- 1, 2 … after it, less what was given back.
create function redemption_curve(p_company_id uuid)
returns table (earned_month date, age integer, amount bigint)
language plpgsql stable as $$
declare
  zone  text := (select one from time_zone_of(p_company_id) one);
begin
  return query
    select flow.earned_month, flow.age, sum(flow.amount)::bigint
      from (select date_trunc('month', entry.created_at at time zone zone)::date as earned_month, -1 as age, entry.amount
              from points_record entry
             where entry.company_id = p_company_id
               and entry.type_id = 'GNR'
             union all
            select moved.earned_month,
                   case
                     when moved.type_id = 'GNR_REVERSAL' then -1
                     else (extract(year from age(moved.used_month, moved.earned_month)) * 12
                           + extract(month from age(moved.used_month, moved.earned_month)))::integer
                   end,
                   case when moved.type_id = 'GNR_REVERSAL' then moved.amount else -moved.amount end
              from (select entry.type_id, part.amount,
                           date_trunc('month', lot.created_at at time zone zone)::date as earned_month,
                           date_trunc('month', entry.created_at at time zone zone)::date as used_month
                      from allocation part
                      join points_record entry on entry.company_id = p_company_id and entry.id = part.record_id
                      join lot on lot.company_id = p_company_id and lot.id = part.lot_id
                     where part.company_id = p_company_id
                       and not part.absorbs_deficit
                       and entry.type_id <> 'GNR') moved) flow
     group by flow.earned_month, flow.age;
end
$$;
