-- The daily notices of points and vouchers that are about to expire (D11). This folder depends on the slice voucher, so it
-- is separate from notification/stored/. The slice level depends on notification/stored/, because a change of level writes
-- a notice.

-- Writes a company's notices of one day for its next page of customers. False once the day is done. The progress is stored,
-- so that an interrupted run continues there. Two concurrent runs take turns.
create function write_notices(p_company_id uuid, p_days integer[], p_page_size integer, p_now timestamptz)
returns boolean
language plpgsql
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  zone      text;
  today     date;
  run_day   date;
  after_id  uuid;
  ended_at  timestamptz;
  customers uuid[];
  told      uuid[];
begin
  select one.zone into strict zone from time_zone_of(p_company_id) one (zone);
  today := (p_now at time zone zone)::date;

  insert into notice_run (company_id, day, after_customer_id)
  values (p_company_id, today, '00000000-0000-0000-0000-000000000000')
  on conflict (company_id) do nothing;
  -- Lock the row: a concurrent run waits here and continues after this page.
  select notice_run.day, notice_run.after_customer_id, notice_run.finished_at
    into strict run_day, after_id, ended_at
    from notice_run
   where notice_run.company_id = p_company_id
     for no key update;
  if run_day < today then
    run_day := today;
    after_id := '00000000-0000-0000-0000-000000000000';
    ended_at := null;
  end if;
  if ended_at is not null then
    return false;
  end if;

  -- Every customer has a balance, so this finds every customer with points.
  customers := array(
    select page.customer_id
      from customers_after(p_company_id, after_id, p_page_size) page
     order by page.customer_id);
  -- Write the notices of expiring points and of expiring vouchers. Both calls return the customers who got a notice.
  told := array(select notice_points(p_company_id, customers, p_days, today, zone, p_now))
       || array(select notice_vouchers(p_company_id, customers, p_days, today, p_now));
  -- The insert of a notice may have waited on its foreign key for an erasure of its customer. Delete such a notice (D16). An
  -- erasure that begins later deletes its notices itself.
  delete from notification
   where notification.company_id = p_company_id
     and notification.customer_id in (select one from unnest(told) one where is_erased(p_company_id, one));

  if cardinality(customers) < p_page_size then
    ended_at := p_now;
  end if;
  -- A subscript within the update ends the process of a worker of Citus 14.0.1 (segmentation fault).
  after_id := coalesce(customers[cardinality(customers)], after_id);
  update notice_run
     set day = run_day,
         after_customer_id = after_id,
         finished_at = ended_at
   where notice_run.company_id = p_company_id;
  return ended_at is null;
end
$$;

-- Points about to expire: one notice for all points of a customer that expire on one day, once for each of
-- p_days. After days without a run the next run writes the missed notice. A notice states the days that are
-- left when it is written. Returns the customers who got one.
create function notice_points(
  p_company_id uuid, p_customer_ids uuid[], p_days integer[], p_today date, p_zone text, p_now timestamptz)
returns setof uuid
language sql as $$
  insert into notification (company_id, customer_id, type, data, once, created_at)
  select p_company_id, one.customer_id, 'points_expiring',
         jsonb_build_object(
           'points_amount', leaving.amount,
           'points_value', leaving.value,
           'expires_at', leaving.last_day,
           'days', leaving.last_day - p_today),
         leaving.last_day || '/' || notice.days, p_now
    from unnest(p_customer_ids) one (customer_id)
   cross join lateral (
         select (free.expires_at at time zone p_zone)::date - 1 as last_day,
                sum(free.amount) as amount,
                sum(free.value) as value
           from free_points(p_company_id, one.customer_id, p_now) free
          where free.expires_at > p_now
            -- The first instant after the last day for which a notice can be due.
            and free.expires_at <= (p_today + (select max(days) from unnest(p_days) days) + 1)::timestamp at time zone p_zone
          group by last_day) leaving
   cross join lateral (
         select min(days) as days
           from unnest(p_days) days
          where leaving.last_day - p_today <= days) notice
   order by one.customer_id, leaving.last_day desc
  on conflict (company_id, customer_id, type, once) where once is not null do nothing
  returning notification.customer_id
$$;

-- Vouchers about to expire and not withdrawn: one notice per voucher, once for each of p_days. Returns the customers who got one.
create function notice_vouchers(
  p_company_id uuid, p_customer_ids uuid[], p_days integer[], p_today date, p_now timestamptz)
returns setof uuid
language sql as $$
  insert into notification (company_id, customer_id, type, data, once, created_at)
  select p_company_id, voucher.customer_id, 'voucher_expiring',
         jsonb_build_object(
           'voucher_id', voucher.id,
           'prize_name', voucher.prize_name,
           'expires_at', voucher.expires_on,
           'days', voucher.expires_on - p_today),
         voucher.id || '/' || notice.days, p_now
    from expiring_vouchers(
           p_company_id, p_customer_ids, p_today, p_today + (select max(days) from unnest(p_days) days)) voucher
   cross join lateral (
         select min(days) as days
           from unnest(p_days) days
          where voucher.expires_on - p_today <= days) notice
   order by voucher.customer_id, voucher.expires_on desc
  on conflict (company_id, customer_id, type, once) where once is not null do nothing
  returning notification.customer_id
$$;
