-- The last day, in the company's time zone, on which a customer signed in or used a session (D16).

-- Notes that the customer signs in or uses a session. Waits for a concurrent erasure and then writes nothing.
create function note_seen(p_company_id uuid, p_customer_id uuid, p_now timestamptz)
returns void
language plpgsql as $$
begin
  insert into customer_activity (company_id, customer_id, last_seen_on)
  select p_company_id, p_customer_id, day_of(p_company_id, p_now)
   where hold_customer(p_company_id, p_customer_id)
  on conflict (company_id, customer_id) do update
     set last_seen_on = excluded.last_seen_on
   where customer_activity.last_seen_on < excluded.last_seen_on;
end
$$;

-- The day; null: none was noted.
create function last_seen_on(p_company_id uuid, p_customer_id uuid)
returns date
language plpgsql stable as $$
begin
  return (
    select customer_activity.last_seen_on
      from customer_activity
     where customer_activity.company_id = p_company_id
       and customer_activity.customer_id = p_customer_id);
end
$$;

-- A page of the registered customers, in the order of their ids. An absorbed account goes with the account that took it in.
create function registered_after(p_company_id uuid, p_after uuid, p_limit integer)
returns table (customer_id uuid)
language plpgsql stable
set enable_seqscan = off
as $$
begin
  return query
    select customer.id
      from customer
     where customer.company_id = p_company_id
       and customer.id > p_after
       and customer.login_type <> 'PRE'
       and customer.erased_at is null
       and merged_into(p_company_id, customer.id) is null
     order by customer.id
     limit p_limit;
end
$$;

-- The id of the p_limit-th customer after p_after, or of the last customer if fewer follow. Null: no customer follows
-- p_after. Reports read customers up to this id.
create function last_customer_id(p_company_id uuid, p_after uuid, p_limit integer)
returns uuid
language plpgsql stable
set enable_seqscan = off
as $$
begin
  return (
    select page.id
      from (select customer.id
              from customer
             where customer.company_id = p_company_id
               and customer.id > p_after
             order by customer.id
             limit p_limit) page
     order by page.id desc
     limit 1);
end
$$;

-- For reports: customers after p_after and up to p_until, by the local day on which they joined and left. absorbed_by_day has the
-- leaving of accounts that are merged into another one. The item of a customer is `registered`, or `pre` while only a till knows the
-- document.
create function members_by_day(p_company_id uuid, p_after uuid, p_until uuid, p_time_zone text)
returns table (day date, kind text, item text, count bigint)
language plpgsql stable as $$
begin
  return query
    select step.day, step.kind, case when customer.login_type = 'PRE' then 'pre' else 'registered' end, count(*)
      from customer
     cross join lateral (
             values ((customer.created_at at time zone p_time_zone)::date, 'join'),
                    (case when customer.erased_at is not null and merged_into(p_company_id, customer.id) is null
                          then (customer.erased_at at time zone p_time_zone)::date end, 'leave')) step (day, kind)
     where customer.company_id = p_company_id
       and customer.id > p_after
       and customer.id <= p_until
       and step.day is not null
     group by step.day, step.kind, 3;
end
$$;
