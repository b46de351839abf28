-- What a company owes its customers after the end of a day (D18), for reports. Points whose last day has ended are out; held points
-- are in, because a till may still capture them.

-- The points and centavos that customers have after p_day, by the months of their earning and of their last day (null: they never
-- expire). p_day has ended.
create function liability_after(p_company_id uuid, p_day date)
returns table (earned_month date, expires_month date, amount bigint, value bigint)
language plpgsql stable as $$
declare
  zone    text := (select one from time_zone_of(p_company_id) one);
  end_at  timestamptz := (p_day + 1)::timestamp at time zone zone;
begin
  return query
    select date_trunc('month', owed.earned_on::timestamp)::date, date_trunc('month', owed.expires_on::timestamp)::date,
           sum(owed.amount)::bigint, sum(owed.value)::bigint
      from (-- Without a movement since, and without a hold, the lots are as they were.
            select (lot.created_at at time zone zone)::date as earned_on,
                   case when lot.expires_at < 'infinity' then (lot.expires_at at time zone zone)::date - 1 end as expires_on,
                   lot.remaining_amount as amount, lot.remaining_value as value
              from balance
              join lot
                on lot.company_id = balance.company_id
               and lot.customer_id = balance.customer_id
               and lot.is_open
               and lot.expires_at > end_at
             where balance.company_id = p_company_id
               and balance.moved_at < end_at
               and balance.held_amount = 0
             union all
            select past.earned_on, past.expires_on, past.amount, past.value
              from balance
             cross join lateral past_points(p_company_id, balance.customer_id, p_day, zone) past
             where balance.company_id = p_company_id
               and (balance.moved_at >= end_at or balance.held_amount > 0)) owed
     where owed.amount > 0
     group by 1, 2;
end
$$;

-- A customer's points after p_day, in lots and in holds, from records.
create function past_points(p_company_id uuid, p_customer_id uuid, p_day date, p_time_zone text)
returns table (amount bigint, value bigint, earned_on date, expires_on date)
language plpgsql stable as $$
declare
  last_instant  timestamptz := (p_day + 1)::timestamp at time zone p_time_zone - interval '1 microsecond';
begin
  return query
    select lot.amount, lot.value, lot.earned_on, lot.expires_on
      from lots_on(p_company_id, p_customer_id, last_instant, p_day, p_time_zone) lot
     where coalesce(lot.expires_on > p_day, true)
     union all
    -- A held lot may be past its date: its points count in the month after p_day.
    select drawn.amount, drawn.value, (lot.created_at at time zone p_time_zone)::date,
           case when lot.expires_at < 'infinity'
                then greatest((lot.expires_at at time zone p_time_zone)::date - 1, p_day + 1) end
      from hold_draws(p_company_id, p_customer_id, last_instant) drawn
      join lot on lot.company_id = p_company_id and lot.id = drawn.lot_id
     where drawn.is_open;
end
$$;

-- What the ledger says about the same day, without lots: the sums of records before its end, the deficit that customers owe, what
-- expired, and the centavos by which lots and records differ (balance.difference_value). Then records = liability - deficit +
-- expired + difference. The part of customers who have moved since is told by records alone: what is neither owed to them nor
-- by them has expired.
create function ledger_after(p_company_id uuid, p_day date)
returns table (
  records_amount bigint, records_value bigint, deficit_amount bigint, deficit_value bigint, expired_amount bigint,
  expired_value bigint, difference_value bigint)
language plpgsql stable as $$
declare
  zone    text := (select one from time_zone_of(p_company_id) one);
  end_at  timestamptz := (p_day + 1)::timestamp at time zone zone;
begin
  select sum(entry.amount), sum(entry.value) into records_amount, records_value
    from points_record entry
   where entry.company_id = p_company_id
     and entry.created_at < end_at;
  select sum(part.deficit_amount), sum(part.deficit_value), sum(part.expired_amount), sum(part.expired_value),
         sum(part.difference_value)
    into deficit_amount, deficit_value, expired_amount, expired_value, difference_value
    from (select balance.deficit_amount, balance.deficit_value, 0 as expired_amount, 0 as expired_value,
                 balance.difference_value
            from balance
           where balance.company_id = p_company_id
             and balance.moved_at < end_at
             and balance.held_amount = 0
           union all
          select 0, 0, lot.expired_amount + case when lot.expires_at <= end_at then lot.remaining_amount else 0 end,
                 lot.expired_value + case when lot.expires_at <= end_at then lot.remaining_value else 0 end, 0
            from balance
            join lot on lot.company_id = balance.company_id and lot.customer_id = balance.customer_id
           where balance.company_id = p_company_id
             and balance.moved_at < end_at
             and balance.held_amount = 0
           union all
          select owed.deficit_amount, owed.deficit_value, entry.amount - have.amount + owed.deficit_amount,
                 entry.value - have.value + owed.deficit_value, 0
            from balance
           cross join lateral deficit_at(p_company_id, balance.customer_id, end_at - interval '1 microsecond') owed
           cross join lateral (
                 select coalesce(sum(past.amount), 0) as amount, coalesce(sum(past.value), 0) as value
                   from past_points(p_company_id, balance.customer_id, p_day, zone) past) have
           cross join lateral (
                 select coalesce(sum(record.amount), 0) as amount, coalesce(sum(record.value), 0) as value
                   from points_record record
                  where record.company_id = p_company_id
                    and record.customer_id = balance.customer_id
                    and record.created_at < end_at) entry
           where balance.company_id = p_company_id
             and (balance.moved_at >= end_at or balance.held_amount > 0)) part;
  records_amount := coalesce(records_amount, 0);
  records_value := coalesce(records_value, 0);
  deficit_amount := coalesce(deficit_amount, 0);
  deficit_value := coalesce(deficit_value, 0);
  expired_amount := coalesce(expired_amount, 0);
  expired_value := coalesce(expired_value, 0);
  difference_value := coalesce(difference_value, 0);
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
