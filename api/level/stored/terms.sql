-- Levels (D6): a company's settings and its chain of levels.

-- Only the needed columns: the whole row contains the company's file, which would be copied at every call.
create type level_terms as (
  company_id uuid, levels_system text, update_lookback integer, renovation_interval integer, time_zone text,
  levels_changed_at timestamptz);

-- A level of the chain.
create type level_step as (id uuid, name text, trigger_amount bigint);

-- Null in a company without levels.
create function terms_of(p_company_id uuid)
returns level_terms
language plpgsql stable as $$
declare
  terms  level_terms;
begin
  select settings.company_id, settings.levels_system, settings.update_lookback, settings.renovation_interval,
         settings.time_zone, settings.levels_changed_at
    into terms
    from level_settings_of(p_company_id) settings;
  return terms;
end
$$;

-- The company's levels, ordered by trigger_amount.
create function level_chain(p_company_id uuid)
returns table (id uuid, name text, description text, description_url text, color text, icon text, trigger_amount bigint,
               multiplier numeric, prev uuid, next uuid, integrator_id text, prize text, created_at timestamptz)
language plpgsql stable as $$
begin
  return query
    select level.id, level.name, level.description, level.description_url, level.color, level.icon, level.trigger_amount,
           level.multiplier, lag(level.id) over chain, lead(level.id) over chain, level.integrator_id, level.prize,
           level.created_at
      from level
     where level.company_id = p_company_id
    window chain as (order by level.trigger_amount)
     order by level.trigger_amount;
end
$$;

-- The highest level that an amount reaches; all null below the first. A trigger is inclusive.
create function level_reached(p_company_id uuid, p_amount bigint)
returns level_step
language plpgsql stable as $$
declare
  reached  level_step;
begin
  select level.id, level.name, level.trigger_amount
    into reached
    from level
   where level.company_id = p_company_id
     and level.trigger_amount <= p_amount
   order by level.trigger_amount desc
   limit 1;
  return reached;
end
$$;

-- The first day after a cycle that began on p_from. One month after 31 January is 28 February, and then 31 March.
create function cycle_end(p_from date, p_day integer, p_months integer)
returns date
language sql immutable as $$
  select first_of_month.day + least(p_day, extract(day from first_of_month.day + interval '1 month - 1 day')::integer) - 1
    from (select (date_trunc('month', p_from::timestamp) + make_interval(months => p_months))::date as day) first_of_month
$$;

-- 00:00 of a local day.
create function starts_at(terms level_terms, p_day date)
returns timestamptz
language sql immutable as $$
  select p_day::timestamp at time zone terms.time_zone
$$;

create function local_date(terms level_terms, p_instant timestamptz)
returns date
language sql immutable as $$
  select (p_instant at time zone terms.time_zone)::date
$$;
