-- The clocks of sandboxes (docs/decisions/033-sandbox.md). PostgreSQL inlines these functions into the calling statement.

-- How far the company's clock is ahead of the servers' clock. It reads a table for sandboxes only.
create function clock_ahead(p_company_id uuid)
returns interval
language sql stable as $$
  select case
           when is_sandbox(p_company_id) then coalesce(
             (select make_interval(secs => sandbox_clock.ahead_ms / 1000.0)
                from sandbox_clock
               where sandbox_clock.company_id = p_company_id), '0')
           else '0'
         end
$$;

-- The company's present at p_now, an instant of the servers' clock.
create function company_now(p_company_id uuid, p_now timestamptz)
returns timestamptz
language sql stable as $$
  select p_now + clock_ahead(p_company_id)
$$;

-- Every company with its present at p_now, for jobs.
create function company_clocks(p_now timestamptz)
returns table (company_id uuid, time_zone text, now timestamptz)
language sql stable as $$
  select company.company_id, company.time_zone, company_now(company.company_id, p_now)
    from companies() company
$$;
