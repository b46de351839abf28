-- What changes without a record: points expire, people join and leave, vouchers are withdrawn. These rows of report_day are
-- counted anew once a day, after the company's midnight, because each source is read as it is now.

-- Whether the states of the days before p_now's day are not counted yet.
create function are_states_due(p_company_id uuid, p_now timestamptz)
returns boolean
language plpgsql stable as $$
begin
  return coalesce(
    (select report_progress.states_day < (p_now at time zone zone)::date
       from report_progress
      cross join time_zone_of(p_company_id) zone
      where report_progress.company_id = p_company_id), true);
end
$$;

-- Counts the states of all days before p_now's day anew. False: another node folds the company.
create function count_states(p_company_id uuid, p_now timestamptz)
returns boolean
language plpgsql as $$
declare
  zone   text := (select one from time_zone_of(p_company_id) one);
  today  date := (p_now at time zone zone)::date;
begin
  if lock_progress(p_company_id) is null then
    return false;
  end if;
  delete from report_day
   where report_day.company_id = p_company_id
     and report_day.kind in (
         'expire', 'join', 'leave', 'voucher_issued', 'voucher_withdrawn', 'voucher_cancelled', 'voucher_expired');
  insert into report_day (company_id, day, shop, kind, item, count, purchase_value, amount, value)
  select p_company_id, gone.day, gone.shop, 'expire', '', gone.count, 0, gone.amount, gone.value
    from expired_by_day(p_company_id, p_now) gone
   where gone.day < today;
  insert into report_day (company_id, day, shop, kind, item, count, purchase_value, amount, value)
  select p_company_id, member.day, '', member.kind, member.item, member.count, 0, 0, 0
    from members_by_day(p_company_id, zone) member
   where member.day < today;
  insert into report_day (company_id, day, shop, kind, item, count, purchase_value, amount, value)
  select p_company_id, voucher.day, voucher.shop, 'voucher_' || voucher.state, voucher.prize_id, voucher.count, 0,
         voucher.points_amount, 0
    from vouchers_by_day(p_company_id, zone) voucher
   where voucher.day < today;
  perform count_liability(p_company_id, today - 1);
  update report_progress
     set states_day = today
   where report_progress.company_id = p_company_id;
  return true;
end
$$;

-- What the company owes after p_day, and, once a month, how its points were used.
create function count_liability(p_company_id uuid, p_day date)
returns void
language plpgsql as $$
begin
  delete from report_liability where report_liability.company_id = p_company_id;
  insert into report_liability (company_id, earned_month, expires_month, amount, value)
  select p_company_id, owed.earned_month, coalesce(owed.expires_month, 'infinity'), owed.amount, owed.value
    from points_after(p_company_id, p_day) owed
   where owed.amount > 0;
  if exists (
       select
         from report_progress
        where report_progress.company_id = p_company_id
          and date_trunc('month', report_progress.states_day::timestamp) = date_trunc('month', (p_day + 1)::timestamp)) then
    return;
  end if;
  delete from report_curve where report_curve.company_id = p_company_id;
  insert into report_curve (company_id, earned_month, age, amount)
  select p_company_id, part.earned_month, part.age, part.amount
    from redemption_curve(p_company_id) part;
end
$$;
