-- Reads of a company for other folders. PostgreSQL inlines the functions in the language SQL into the calling
-- statement, so they cost nothing at run time. To be inlined, they have no settings and no volatile arguments.

-- The company's facts for one call of the engine, read once.
create function programme_of(p_company_id uuid)
returns programme
language plpgsql stable as $$
declare
  found_programme programme;
begin
  select company.company_id, company.blocked_at is null and not company.maintenance, company.time_zone,
         company.points_per_real, company.reversal, company.intention_minutes, company.has_subsidiaries,
         company.subsidiaries_strict, company.subsidiaries_version,
         case when company.levels_system is not null then coalesce(company.levels_changed_at, '-infinity') end
    into found_programme
    from company
   where company.company_id = p_company_id;
  return found_programme;
end
$$;

-- Every company, for jobs.
create function companies()
returns table (company_id uuid, time_zone text)
language sql stable as $$
  select company.company_id, company.time_zone
    from company
$$;

-- Locks the company against a concurrent application of its file (company-file/apply.ts), until the transaction ends.
create function lock_company(p_company_id uuid)
returns void
language plpgsql as $$
begin
  perform from company where company.company_id = p_company_id for no key update;
end
$$;

-- Companies with levels, ordered by id. is_changed: the chain has changed and not all customers have been settled since.
create function companies_with_levels()
returns table (company_id uuid, levels_changed_at timestamptz, is_changed boolean)
language sql stable as $$
  select company.company_id, company.levels_changed_at,
         company.levels_changed_at > coalesce(company.levels_settled_at, '-infinity')
    from company
   where company.levels_system is not null
   order by company.company_id
$$;

create function note_levels_settled(p_company_id uuid, p_changed_at timestamptz)
returns void
language plpgsql as $$
begin
  update company
     set levels_settled_at = p_changed_at
   where company.company_id = p_company_id;
end
$$;

-- The company's settings for levels; no row for a company without levels.
create function level_settings_of(p_company_id uuid)
returns table (
  company_id uuid, levels_system text, update_lookback integer, renovation_interval integer, time_zone text,
  levels_changed_at timestamptz)
language sql stable as $$
  select company.company_id, company.levels_system, company.update_lookback, company.renovation_interval,
         company.time_zone, company.levels_changed_at
    from company
   where company.company_id = p_company_id
     and company.levels_system is not null
$$;

create function time_zone_of(p_company_id uuid)
returns setof text
language sql stable as $$
  select company.time_zone
    from company
   where company.company_id = p_company_id
$$;

-- The company's day at the instant, by its own clock.
create function day_of(p_company_id uuid, p_instant timestamptz)
returns date
language plpgsql stable as $$
begin
  return (select (p_instant at time zone zone)::date from time_zone_of(p_company_id) zone);
end
$$;

create function points_per_real_of(p_company_id uuid)
returns setof integer
language sql stable as $$
  select company.points_per_real
    from company
   where company.company_id = p_company_id
$$;

-- The company's file as it was applied.
create function file_of(p_company_id uuid)
returns setof jsonb
language sql stable as $$
  select company.file
    from company
   where company.company_id = p_company_id
$$;

-- Whether the company is open; no row for an unknown company.
create function is_open(p_company_id uuid)
returns setof boolean
language sql stable as $$
  select company.blocked_at is null and not company.maintenance
    from company
   where company.company_id = p_company_id
$$;

-- Whether the operator has blocked the company: its staff may read, and write nothing (D15). Null: there is no such company.
create function is_blocked(p_company_id uuid)
returns boolean
language sql stable as $$
  select company.blocked_at is not null
    from company
   where company.company_id = p_company_id
$$;

-- The sender of the company's mails; no row for a blocked company.
create function mail_sender_of(p_company_id uuid)
returns setof jsonb
language sql stable as $$
  select company.file
    from company
   where company.company_id = p_company_id
     and company.blocked_at is null
$$;
