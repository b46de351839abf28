-- What changes without a record: points expire, people join and leave, vouchers are withdrawn. These rows of report_day are
-- counted anew once a day, after the company's midnight, because each source is read as it is now. The job counts page by page of
-- customers (count-states.ts) and stores the sums of all pages in one transaction.

-- The company's day, if the states of the days before it are not counted yet. has_curve: whether the curve is counted too, once a
-- month.
create function due_states(p_company_id uuid, p_now timestamptz)
returns table (today date, has_curve boolean)
language plpgsql stable as $$
begin
  return query
    select local.today, coalesce(date_trunc('month', progress.states_day::timestamp) < date_trunc('month', local.today::timestamp), true)
      from time_zone_of(p_company_id) zone
     cross join lateral (select (p_now at time zone zone)::date) local (today)
      left join report_progress progress on progress.company_id = p_company_id
     where coalesce(progress.states_day < local.today, true);
end
$$;

-- The states of the days before p_today, of customers after p_after and up to p_until.
create function states_by_day(p_company_id uuid, p_after uuid, p_until uuid, p_today date, p_now timestamptz)
returns table (day date, shop text, kind text, item text, count bigint, amount bigint, value bigint)
language plpgsql stable as $$
declare
  zone  text := (select one from time_zone_of(p_company_id) one);
begin
  return query
    select gone.day, gone.shop, 'expire', '', gone.count, gone.amount, gone.value
      from expired_by_day(p_company_id, p_after, p_until, p_now) gone
     where gone.day < p_today
     union all
    select member.day, '', member.kind, member.item, member.count, 0::bigint, 0::bigint
      from members_by_day(p_company_id, p_after, p_until, zone) member
     where member.day < p_today
     union all
    select absorbed.day, '', 'leave', absorbed.item, absorbed.count, 0::bigint, 0::bigint
      from absorbed_by_day(p_company_id, p_after, p_until, zone) absorbed
     where absorbed.day < p_today
     union all
    select voucher.day, voucher.shop, 'voucher_' || voucher.state, voucher.prize_id, voucher.count, voucher.points_amount, 0::bigint
      from vouchers_by_day(p_company_id, p_after, p_until, zone) voucher
     where voucher.day < p_today;
end
$$;

-- Replaces the states of all days before p_today. p_days, p_owed and p_curve are arrays of rows, p_deficit has one; p_curve null: the
-- stored curve stays. False: another node folds the company.
create function save_states(
  p_company_id uuid, p_today date, p_days jsonb, p_owed jsonb, p_deficit jsonb, p_curve jsonb)
returns boolean
language plpgsql as $$
begin
  if lock_progress(p_company_id) is null then
    return false;
  end if;
  delete from report_day
   where report_day.company_id = p_company_id
     and report_day.kind in (
         'expire', 'join', 'leave', 'voucher_issued', 'voucher_withdrawn', 'voucher_cancelled', 'voucher_expired');
  insert into report_day (company_id, day, shop, kind, item, count, purchase_value, amount, value)
  select p_company_id, state.day, state.shop, state.kind, state.item, state.count, 0, state.amount, state.value
    from jsonb_to_recordset(p_days) state (
         day date, shop text, kind text, item text, count bigint, amount bigint, value bigint);
  delete from report_liability where report_liability.company_id = p_company_id;
  insert into report_liability (company_id, earned_month, expires_month, amount, value)
  select p_company_id, owed.earned_month, coalesce(owed.expires_month, 'infinity'), owed.amount, owed.value
    from jsonb_to_recordset(p_owed) owed (earned_month date, expires_month date, amount bigint, value bigint);
  perform save_curve(p_company_id, p_curve);
  update report_progress
     set states_day     = p_today,
         deficit_amount = coalesce((p_deficit -> 0 ->> 'amount')::bigint, 0),
         deficit_value  = coalesce((p_deficit -> 0 ->> 'value')::bigint, 0)
   where report_progress.company_id = p_company_id;
  return true;
end
$$;

create function save_curve(p_company_id uuid, p_curve jsonb)
returns void
language plpgsql as $$
begin
  if p_curve is null then
    return;
  end if;
  delete from report_curve where report_curve.company_id = p_company_id;
  insert into report_curve (company_id, earned_month, age, amount, expired_amount)
  select p_company_id, part.earned_month, part.age, part.amount, part.expired_amount
    from jsonb_to_recordset(p_curve) part (earned_month date, age integer, amount bigint, expired_amount bigint);
end
$$;
