-- The records of the ledger that staff members wrote by hand. The entry of such an act names its record (api/desk/acts.ts). Record
-- ids are made in the order of time, so a greater id is a newer record.

-- The staff member who wrote the record; null: nobody of the staff.
create function mover_of_record(p_company_id uuid, p_record_id uuid)
returns uuid
language plpgsql stable
set enable_seqscan = off
set enable_bitmapscan = off
as $$
begin
  return (
    select entry.staff_id
      from audit_entry entry
     where entry.company_id = p_company_id
       and entry.action like 'customer.%'
       and entry.actor_kind = 'staff'
       and entry.detail #>> '{after,record_id}' is not null
       and (entry.detail #>> '{after,record_id}')::uuid = p_record_id
     limit 1);
end
$$;

-- The records that a staff member wrote, newest first: at most p_limit from p_from on and before p_before.
create function records_of_mover(p_company_id uuid, p_staff_id uuid, p_from uuid, p_before uuid, p_limit bigint)
returns setof uuid
language plpgsql stable
set enable_seqscan = off
set enable_bitmapscan = off
set enable_sort = off
as $$
begin
  return query
    select (entry.detail #>> '{after,record_id}')::uuid
      from audit_entry entry
     where entry.company_id = p_company_id
       and entry.action like 'customer.%'
       and entry.actor_kind = 'staff'
       and entry.detail #>> '{after,record_id}' is not null
       and entry.staff_id = p_staff_id
       and (entry.detail #>> '{after,record_id}')::uuid >= p_from
       and (entry.detail #>> '{after,record_id}')::uuid < p_before
     order by (entry.detail #>> '{after,record_id}')::uuid desc
     limit p_limit;
end
$$;

-- The staff members who have written records: at most p_limit. Each step skips to the next person in the index.
create function movers(p_company_id uuid, p_limit integer)
returns table (staff_id uuid)
language plpgsql stable
set enable_seqscan = off
set enable_bitmapscan = off
set enable_sort = off
as $$
begin
  staff_id := '00000000-0000-0000-0000-000000000000';
  for step in 1 .. p_limit loop
    select entry.staff_id
      into staff_id
      from audit_entry entry
     where entry.company_id = p_company_id
       and entry.action like 'customer.%'
       and entry.actor_kind = 'staff'
       and entry.detail #>> '{after,record_id}' is not null
       and entry.staff_id > movers.staff_id
     order by entry.staff_id
     limit 1;
    exit when not found;
    return next;
  end loop;
end
$$;

-- The staff members with at least p_least adjustments on a day of the company's calendar. Approved requests are left out: two persons
-- decided about them.
create function busy_adjusters(p_company_id uuid, p_day date, p_least bigint, p_max_staff integer)
returns table (staff_id uuid, adjustments bigint, first_at timestamptz, last_at timestamptz)
language plpgsql stable
set enable_seqscan = off
set enable_bitmapscan = off
as $$
declare
  period  record;
begin
  select * into strict period from movement_period(p_company_id, p_day, p_day);
  return query
    select mover.staff_id, count(*), min(entry.at), max(entry.at)
      from movers(p_company_id, p_max_staff) mover
      join audit_entry entry
        on entry.company_id = p_company_id
       and entry.action like 'customer.%'
       and entry.actor_kind = 'staff'
       and entry.detail #>> '{after,record_id}' is not null
       and entry.staff_id = mover.staff_id
       and (entry.detail #>> '{after,record_id}')::uuid >= period.from_id
       and (entry.detail #>> '{after,record_id}')::uuid < period.until_id
     where entry.action = 'customer.adjusted'
       and entry.at >= period.from_at
       and entry.at < period.until_at
     group by mover.staff_id
    having count(*) >= p_least;
end
$$;
