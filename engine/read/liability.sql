-- What a company owes its customers after the end of a day (D18), for reports. Points whose last day has ended are out; held points
-- are in, because a till may still capture them. Points that a customer forfeited by leaving (D16) count as expired: nobody can use them.

-- The points and centavos that customers after p_after and up to p_until have after p_day, and those that have expired by then, by the
-- months of their earning and of their last day (null: they never expire). p_day has ended.
create function points_after(p_company_id uuid, p_after uuid, p_until uuid, p_day date)
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
      from (select (lot.created_at at time zone zone)::date as earned_on,
                   case when lot.expires_at < 'infinity' then (lot.expires_at at time zone zone)::date - 1 end as expires_on,
                   lot.amount, lot.value, lot.expired_amount, lot.expired_value
              from resting_lots(p_company_id, p_after, p_until, end_at) lot
             union all
            select past.earned_on, past.expires_on,
                   case when gone.is_gone then 0 else past.amount end,
                   case when gone.is_gone then 0 else past.value end,
                   past.expired_amount + case when gone.is_gone then past.amount else 0 end,
                   past.expired_value + case when gone.is_gone then past.value else 0 end
              from balance
             cross join lateral (
                   select balance.is_erased and left_programme_at(p_company_id, balance.customer_id) < end_at) gone (is_gone)
             cross join lateral past_points(p_company_id, balance.customer_id, p_day, zone) past
             where balance.company_id = p_company_id
               and balance.customer_id > p_after
               and balance.customer_id <= p_until
               and (balance.moved_at >= end_at or balance.held_amount > 0)) have
     where have.amount > 0
        or have.expired_amount > 0
     group by 1, 2;
end
$$;

-- The lots of customers without a movement since p_end and without a hold. They are as they were at p_end.
create function resting_lots(p_company_id uuid, p_after uuid, p_until uuid, p_end timestamptz)
returns table (
  created_at timestamptz, expires_at timestamptz, amount bigint, value bigint, expired_amount bigint, expired_value bigint)
language plpgsql stable as $$
begin
  return query
    select lot.created_at, lot.expires_at,
           case when good.is_good then lot.remaining_amount else 0 end,
           case when good.is_good then lot.remaining_value else 0 end,
           lot.expired_amount + case when good.is_good then 0 else lot.remaining_amount end,
           lot.expired_value + case when good.is_good then 0 else lot.remaining_value end
      from balance
     cross join lateral (
           select balance.is_erased and left_programme_at(p_company_id, balance.customer_id) < p_end) gone (is_gone)
      join lot
        on lot.company_id = balance.company_id
       and lot.customer_id = balance.customer_id
       -- PostgreSQL does not derive the range of lots from that of balances, and reads all lots for each page.
       and lot.customer_id > p_after
       and lot.customer_id <= p_until
       -- As in the two partial indexes of lots by customer.
       and (lot.is_open or lot.expired_amount > 0)
     cross join lateral (select lot.expires_at > p_end and not gone.is_gone) good (is_good)
     where balance.company_id = p_company_id
       and balance.customer_id > p_after
       and balance.customer_id <= p_until
       and balance.moved_at < p_end
       and balance.held_amount = 0;
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

-- What the ledger says about the same customers and day, from records, deficits and differences alone: no lot is read. Then
-- records = liability - deficit + expired + difference, where points_after gives liability and expired.
create function ledger_after(p_company_id uuid, p_after uuid, p_until uuid, p_day date)
returns table (
  records_amount bigint, records_value bigint, deficit_amount bigint, deficit_value bigint, difference_value bigint)
language plpgsql stable as $$
declare
  zone    text := (select one from time_zone_of(p_company_id) one);
  end_at  timestamptz := (p_day + 1)::timestamp at time zone zone;
begin
  return query
    select book.amount, book.value, owed.amount, owed.value, owed.difference_value
      from (select coalesce(sum(entry.amount), 0)::bigint as amount, coalesce(sum(entry.value), 0)::bigint as value
              from points_record entry
             where entry.company_id = p_company_id
               and entry.customer_id > p_after
               and entry.customer_id <= p_until
               and entry.created_at < end_at) book
     cross join deficits_after(p_company_id, p_after, p_until, p_day) owed;
end
$$;

-- What customers after p_after and up to p_until owe after p_day, and the centavos by which their lots and records differ then.
create function deficits_after(
  p_company_id uuid, p_after uuid, p_until uuid, p_day date, out amount bigint, out value bigint, out difference_value bigint)
language plpgsql stable as $$
declare
  zone    text := (select one from time_zone_of(p_company_id) one);
  end_at  timestamptz := (p_day + 1)::timestamp at time zone zone;
begin
  select coalesce(sum(part.deficit_amount), 0), coalesce(sum(part.deficit_value), 0),
         coalesce(sum(part.difference_value), 0)
    into deficits_after.amount, deficits_after.value, deficits_after.difference_value
    from (select balance.deficit_amount, balance.deficit_value, balance.difference_value
            from balance
           where balance.company_id = p_company_id
             and balance.customer_id > p_after
             and balance.customer_id <= p_until
             and balance.moved_at < end_at
             and balance.held_amount = 0
           union all
          select owed.deficit_amount, owed.deficit_value, owed.difference_value
            from balance
           cross join lateral deficit_at(p_company_id, balance.customer_id, end_at - interval '1 microsecond') owed
           where balance.company_id = p_company_id
             and balance.customer_id > p_after
             and balance.customer_id <= p_until
             and (balance.moved_at >= end_at or balance.held_amount > 0)) part;
end
$$;

-- The points that customers after p_after and up to p_until earned in each month, without those that returns took or that paid a
-- deficit at once (age -1), and the part of them that was used or expired in the month of age 0, 1, 2 … after it. What was given back
-- is not used. A later payment of a deficit is a use.
create function redemption_curve(p_company_id uuid, p_after uuid, p_until uuid, p_now timestamptz)
returns table (earned_month date, age integer, amount bigint, expired_amount bigint)
language plpgsql stable as $$
declare
  zone  text := (select one from time_zone_of(p_company_id) one);
begin
  return query
    select flow.earned_month, flow.age, sum(flow.amount)::bigint, sum(flow.expired_amount)::bigint
      from (select date_trunc('month', earned.earned_at at time zone zone)::date as earned_month, -1 as age, earned.amount,
                   0 as expired_amount
              from earned_flows(p_company_id, p_after, p_until) earned
             union all
            select month.earned, months_between(month.earned, month.gone), gone.used_amount, gone.expired_amount
              from (select used.earned_at, used.used_at as gone_at, used.amount as used_amount, 0 as expired_amount
                      from used_flows(p_company_id, p_after, p_until, p_now) used
                     union all
                    select lot.created_at, expired.day::timestamp at time zone zone, 0, expired.amount
                      from expired_points(p_company_id, p_after, p_until, p_now) expired
                      join lot on lot.company_id = p_company_id and lot.id = expired.lot_id
                      join balance on balance.company_id = p_company_id and balance.customer_id = lot.customer_id
                     where not balance.is_erased
                        or expired.day < (left_programme_at(p_company_id, lot.customer_id) at time zone zone)::date
                     union all
                    select forfeited.earned_at, forfeited.left_at, 0, forfeited.amount
                      from forfeited_points(p_company_id, p_after, p_until) forfeited) gone
             cross join lateral (
                   select date_trunc('month', gone.earned_at at time zone zone)::date,
                          date_trunc('month', gone.gone_at at time zone zone)::date) month (earned, gone)) flow
     group by flow.earned_month, flow.age;
end
$$;

-- What customers had in good lots when they left.
create function forfeited_points(p_company_id uuid, p_after uuid, p_until uuid)
returns table (earned_at timestamptz, left_at timestamptz, amount bigint)
language plpgsql stable as $$
begin
  return query
    select lot.created_at, gone.left_at, lot.remaining_amount
      from balance
     cross join lateral left_programme_at(p_company_id, balance.customer_id) gone (left_at)
      join lot
        on lot.company_id = p_company_id
       and lot.customer_id = balance.customer_id
       and lot.is_open
       and lot.expires_at > gone.left_at
     where balance.company_id = p_company_id
       and balance.customer_id > p_after
       and balance.customer_id <= p_until
       and balance.is_erased;
end
$$;

create function months_between(p_month date, p_later_month date)
returns integer
language sql immutable as $$
  select (extract(year from age(p_later_month, p_month)) * 12 + extract(month from age(p_later_month, p_month)))::integer
$$;

-- Earnings, what returns took from them, and what paid a deficit at once. Negative: taken. Points that a merge moves are no longer
-- of the month in which the absorbed account earned them, and are of the month of the merge.
create function earned_flows(p_company_id uuid, p_after uuid, p_until uuid)
returns table (earned_at timestamptz, amount bigint)
language plpgsql stable as $$
begin
  return query
    select entry.created_at, entry.amount
      from points_record entry
     where entry.company_id = p_company_id
       and entry.customer_id > p_after
       and entry.customer_id <= p_until
       and entry.type_id = 'GNR'
     union all
    select lot.created_at, part.amount
      from points_record entry
      join allocation part on part.company_id = p_company_id and part.record_id = entry.id
      join lot on lot.company_id = p_company_id and lot.id = part.lot_id
     where entry.company_id = p_company_id
       and entry.customer_id > p_after
       and entry.customer_id <= p_until
       and (entry.type_id in ('GNR', 'GNR_REVERSAL') or entry.origin = 'merge');
end
$$;

-- Consumptions, what was given back (negative), and what paid a deficit after it was given back or a hold ended.
create function used_flows(p_company_id uuid, p_after uuid, p_until uuid, p_now timestamptz)
returns table (earned_at timestamptz, used_at timestamptz, amount bigint)
language plpgsql stable as $$
begin
  return query
    select lot.created_at, entry.created_at, -part.amount
      from points_record entry
      join allocation part on part.company_id = p_company_id and part.record_id = entry.id
      join lot on lot.company_id = p_company_id and lot.id = part.lot_id
     where entry.company_id = p_company_id
       and entry.customer_id > p_after
       and entry.customer_id <= p_until
       and entry.type_id in ('CNS', 'CNS_REVERSAL')
       and entry.origin <> 'merge'
     union all
    select lot.created_at, hold.ended_at, drawn.absorbed_amount
      from hold
      join hold_allocation drawn on drawn.company_id = p_company_id and drawn.hold_id = hold.id
      join lot on lot.company_id = p_company_id and lot.id = drawn.lot_id
     where hold.company_id = p_company_id
       and hold.customer_id > p_after
       and hold.customer_id <= p_until
       and hold.ended_at is not null
       and drawn.absorbed_amount > 0
     union all
    select lot.created_at, p_now, part.paid_amount
      from unsaved_hold_ends(p_company_id, p_after, p_until, p_now) part
      join lot on lot.company_id = p_company_id and lot.id = part.lot_id
     where part.paid_amount > 0;
end
$$;
