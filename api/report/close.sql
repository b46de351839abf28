-- Closes a month (D18): what the company owes its customers at its end, and what the ledger says about it, once and for all.

-- Why a month cannot be closed now, as an error code; null: it can. It can be closed 10 minutes after its end, when the calls that
-- began before midnight have ended. 'month_before': the programme had not begun.
create function closing_error(p_company_id uuid, p_month date, p_now timestamptz)
returns text
language plpgsql stable as $$
begin
  return case when (p_month + interval '1 month')::date - 1 > last_ended_day(p_company_id, p_now) then 'month_open'
              when is_month_closed(p_company_id, p_month) then 'month_closed'
              when p_month < first_month(p_company_id, p_now) then 'month_before' end;
end
$$;

-- The month of the first counted points, or the last ended month before there are any.
create function first_month(p_company_id uuid, p_now timestamptz)
returns date
language plpgsql stable as $$
begin
  return least(
    (select date_trunc('month', min(first.day)::timestamp)::date
       from unnest(array['earn', 'promote', 'credit']) earning (kind)
      cross join lateral (
              select report_day.day
                from report_day
               where report_day.company_id = p_company_id
                 and report_day.kind = earning.kind
               order by report_day.day
               limit 1) first),
    (date_trunc('month', (last_ended_day(p_company_id, p_now) + 1)::timestamp) - interval '1 month')::date);
end
$$;

-- Stores the closing of a month that has ended (closing_error). p_lines: the sums of points_after by month of expiry; p_ledger: one row
-- with the sums of ledger_after. Returns an error code; null: closed.
create function close_month(
  p_company_id uuid, p_month date, p_staff_id uuid, p_now timestamptz, p_lines jsonb, p_ledger jsonb)
returns text
language plpgsql as $$
declare
  ledger  record;
  owed    record;
begin
  select book.records_amount, book.records_value, book.deficit_amount, book.deficit_value, book.difference_value
    into ledger
    from jsonb_to_recordset(p_ledger) book (
         records_amount bigint, records_value bigint, deficit_amount bigint, deficit_value bigint, difference_value bigint);
  select coalesce(sum(line.amount), 0)::bigint as amount, coalesce(sum(line.value), 0)::bigint as value,
         coalesce(sum(line.expired_amount), 0)::bigint as expired_amount,
         coalesce(sum(line.expired_value), 0)::bigint as expired_value
    into owed
    from jsonb_to_recordset(p_lines) line (amount bigint, value bigint, expired_amount bigint, expired_value bigint);
  if ledger.records_amount <> owed.amount - ledger.deficit_amount + owed.expired_amount
     or ledger.records_value
        <> owed.value - ledger.deficit_value + owed.expired_value + ledger.difference_value then
    return 'closing_unexplained';
  end if;
  -- A concurrent duplicate waits here for the first commit, and then inserts nothing.
  insert into report_closing (
         company_id, month, staff_id, closed_at, liability_amount, liability_value, deficit_amount, deficit_value,
         records_amount, records_value, expired_amount, expired_value, difference_value)
  values (p_company_id, p_month, p_staff_id, p_now, owed.amount, owed.value, ledger.deficit_amount, ledger.deficit_value,
          ledger.records_amount, ledger.records_value, owed.expired_amount, owed.expired_value, ledger.difference_value)
  on conflict (company_id, month) do nothing;
  if not found then
    return 'month_closed';
  end if;
  insert into report_closing_line (company_id, month, expires_month, amount, value)
  select p_company_id, p_month, coalesce(line.expires_month, 'infinity'), line.amount, line.value
    from jsonb_to_recordset(p_lines) line (expires_month date, amount bigint, value bigint)
   where line.amount > 0;
  return null;
end
$$;

-- The last day that ended at least 10 minutes ago.
create function last_ended_day(p_company_id uuid, p_now timestamptz)
returns date
language sql stable as $$
  select ((p_now - interval '10 minutes') at time zone zone)::date - 1
    from time_zone_of(p_company_id) zone
$$;

-- The months that can be closed and are not, newest first: from the month of the first folded record on, and the last month in any
-- case.
create function open_months(p_company_id uuid, p_now timestamptz)
returns setof date
language plpgsql stable as $$
declare
  last_month   date := (date_trunc('month', (last_ended_day(p_company_id, p_now) + 1)::timestamp) - interval '1 month')::date;
begin
  return query
    select month::date
      from generate_series(first_month(p_company_id, p_now)::timestamp, last_month::timestamp, '1 month') month
     where not is_month_closed(p_company_id, month::date)
     order by month desc;
end
$$;

create function is_month_closed(p_company_id uuid, p_month date)
returns boolean
language plpgsql stable as $$
begin
  return exists (
    select
      from report_closing
     where report_closing.company_id = p_company_id
       and report_closing.month = p_month);
end
$$;
