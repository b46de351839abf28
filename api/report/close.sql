-- Closes a month (D18): what the company owes its customers at its end, and what the ledger says about it, once and for all.

-- A month can be closed 10 minutes after its end, when the calls that began before midnight have ended. Returns an error code; null:
-- closed.
create function close_month(p_company_id uuid, p_month date, p_staff_id uuid, p_now timestamptz)
returns text
language plpgsql as $$
declare
  zone      text := (select one from time_zone_of(p_company_id) one);
  last_day  date := (p_month + interval '1 month')::date - 1;
  ledger    record;
  owed      record;
  is_new    boolean := false;
begin
  if (p_now - interval '10 minutes') at time zone zone < (last_day + 1)::timestamp then
    return 'month_open';
  elsif exists (
          select
            from report_closing
           where report_closing.company_id = p_company_id
             and report_closing.month = p_month) then
    return 'month_closed';
  end if;
  select book.records_amount, book.records_value, book.deficit_amount, book.deficit_value, book.expired_amount,
         book.expired_value, book.difference_value
    into ledger
    from ledger_after(p_company_id, last_day) book;
  select coalesce(sum(line.amount), 0)::bigint as amount, coalesce(sum(line.value), 0)::bigint as value
    into owed
    from liability_after(p_company_id, last_day) line;
  if ledger.records_amount <> owed.amount - ledger.deficit_amount + ledger.expired_amount
     or ledger.records_value
        <> owed.value - ledger.deficit_value + ledger.expired_value + ledger.difference_value then
    return 'closing_unexplained';
  end if;
  -- A concurrent duplicate waits here for the first commit, and then inserts nothing.
  for is_new in
    insert into report_closing (
           company_id, month, staff_id, closed_at, liability_amount, liability_value, deficit_amount, deficit_value,
           records_amount, records_value, expired_amount, expired_value, difference_value)
    values (p_company_id, p_month, p_staff_id, p_now, owed.amount, owed.value, ledger.deficit_amount, ledger.deficit_value,
            ledger.records_amount, ledger.records_value, ledger.expired_amount, ledger.expired_value, ledger.difference_value)
    on conflict (company_id, month) do nothing
    returning true
  loop
  end loop;
  if not coalesce(is_new, false) then
    return 'month_closed';
  end if;
  insert into report_closing_line (company_id, month, expires_month, amount, value)
  select p_company_id, p_month, coalesce(line.expires_month, 'infinity'), sum(line.amount), sum(line.value)
    from liability_after(p_company_id, last_day) line
   group by line.expires_month;
  return null;
end
$$;
