-- Functions about levels for other folders: the current level, the multiplier of a sale, the facts of GET /customer.

-- The trigger of the customer's level; -1 below the first level and in a company without levels.
create function level_amount(p_company_id uuid, p_customer_id uuid, p_now timestamptz)
returns bigint
language plpgsql stable as $$
declare
  terms  level_terms := terms_of(p_company_id);
begin
  if terms.company_id is null then
    return -1;
  end if;
  return coalesce((level_standing(terms, p_customer_id, p_now)).trigger_amount, -1);
end
$$;

-- The multiplier for a purchase of this customer; 1 without levels (D4).
create function level_multiplier(p_company_id uuid, p_customer_id uuid, p_now timestamptz)
returns numeric
language plpgsql stable as $$
declare
  terms       level_terms := terms_of(p_company_id);
  standing    level_state;
  multiplier  numeric;
begin
  if terms.company_id is not null then
    standing := level_standing(terms, p_customer_id, p_now);
    select level.multiplier into multiplier
      from level
     where level.company_id = p_company_id
       and level.id = standing.level_id;
  end if;
  return coalesce(multiplier, 1);
end
$$;

-- The multipliers of several customers, in the order of p_balances. The stored level is used unless a date or a new chain may
-- have changed it. A subquery reads it, because PostgreSQL may read all customers of a small company for a join.
create function level_multipliers(company programme, p_balances balance_state[])
returns numeric[]
language plpgsql stable as $$
declare
  multipliers  numeric[];
begin
  if company.levels_changed_at is null then
    return '{}';
  end if;
  select array_agg(
           case when b.level_due_at <= b.moved_at or b.level_settled_at <= company.levels_changed_at
                then level_multiplier(company.company_id, b.customer_id, b.moved_at)
                else coalesce((select level.multiplier
                                 from customer_level
                                 join level
                                   on level.company_id = company.company_id
                                  and level.id = customer_level.level_id
                                where customer_level.company_id = company.company_id
                                  and customer_level.customer_id = b.customer_id), 1)
           end order by b.place)
    into multipliers
    from (select (p_balances[place]).*, place from generate_subscripts(p_balances, 1) place) b;
  return multipliers;
end
$$;

-- The multiplier of a person without any record: that of a level which begins at 0 points, otherwise 1.
create function base_multiplier(company programme)
returns numeric
language plpgsql stable as $$
declare
  multiplier  numeric;
begin
  if company.levels_changed_at is not null then
    select level.multiplier into multiplier
      from level
     where level.company_id = company.company_id
       and level.id = (level_reached(company.company_id, 0)).id;
  end if;
  return coalesce(multiplier, 1);
end
$$;

-- The facts of levels for GET /customer, which level/customer-levels.ts puts into the contract's form. Null in a company
-- without levels. `stored` is the standing as of the customer's last earning or settlement.
create function customer_levels(p_company_id uuid, p_customer_id uuid, p_now timestamptz)
returns jsonb
language plpgsql stable as $$
declare
  terms     level_terms := terms_of(p_company_id);
  stored    level_state;
  standing  level_state;
  fall      record;
  is_over   boolean;
  cycle     bigint;
begin
  if terms.company_id is null then
    return null;
  end if;
  stored := level_carried(terms, stored_level(p_company_id, p_customer_id), 2147483647);
  standing := level_standing(terms, p_customer_id, p_now);
  select * into fall from level_fall(terms, standing);
  is_over := terms.levels_system = stored.levels_system and starts_at(terms, stored.cycle_ends_on) <= p_now;
  if terms.levels_system = 'RENOVATION' then
    -- The points of the cycle that was settled last, also when that cycle is over and not renewed yet.
    cycle := case when is_over then (level_renewed(terms, stored)).standing_amount else standing.cycle_amount end;
  end if;
  return jsonb_build_object(
    'levels', (select jsonb_agg(to_jsonb(chain) order by chain.trigger_amount) from level_chain(p_company_id) chain),
    'stored', case when stored.id is not null then to_jsonb(stored) end,
    'standing', to_jsonb(standing),
    'transition_id', (level_reached(p_company_id, standing.accumulated_amount)).id,
    'is_over', coalesce(is_over, false),
    'cycle', case when cycle is not null
                  then jsonb_build_object('amount', cycle, 'level_id', (level_reached(p_company_id, cycle)).id)
             end,
    'fall', to_jsonb(fall));
end
$$;

-- The points at which a level begins.
create function trigger_of_level(p_company_id uuid, p_name text)
returns setof bigint
language sql stable as $$
  select level.trigger_amount
    from level
   where level.company_id = p_company_id
     and level.name = p_name
$$;
