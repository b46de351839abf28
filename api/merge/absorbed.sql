-- For reports: accounts after p_after and up to p_until that are merged into another one, by the local day of the merge. From that day
-- on their person is counted in the account that stays. `item`: as in members_by_day.
create function absorbed_by_day(p_company_id uuid, p_after uuid, p_until uuid, p_time_zone text)
returns table (day date, item text, count bigint)
language plpgsql stable as $$
begin
  return query
    select (customer_merge.merged_at at time zone p_time_zone)::date,
           case when account.is_registered then 'registered' else 'pre' end,
           count(*)
      from customer_merge
     cross join lateral registration_of(p_company_id, customer_merge.absorbed_id) account
     where customer_merge.company_id = p_company_id
       and customer_merge.absorbed_id > p_after
       and customer_merge.absorbed_id <= p_until
       and customer_merge.undone_at is null
     group by 1, 2;
end
$$;
