-- The customers with at least p_least sales on a day of the company's calendar: at most p_limit, those with the most first. It reads
-- the records of the day by their ids.
create function busy_customers(p_company_id uuid, p_day date, p_least bigint, p_limit bigint)
returns table (customer_id uuid, sales bigint, shop text, first_at timestamptz, last_at timestamptz)
language plpgsql stable
set enable_seqscan = off
as $$
declare
  period  record;
begin
  select * into strict period from movement_period(p_company_id, p_day, p_day);
  return query
    select entry.customer_id, count(*), (array_agg(entry.subsidiary_name order by entry.id desc))[1],
           min(entry.created_at), max(entry.created_at)
      from points_record entry
     where entry.company_id = p_company_id
       and entry.id >= period.from_id
       and entry.id < period.until_id
       and entry.created_at >= period.from_at
       and entry.created_at < period.until_at
       and movement_kind(entry.type_id, entry.origin, entry.purchase_value) = 'sale'
     group by entry.customer_id
    having count(*) >= p_least
     order by count(*) desc, entry.customer_id
     limit p_limit;
end
$$;
