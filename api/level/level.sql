-- Levels (D6): where a customer stands, from the ledger's records and what was kept when it was last settled.
--
-- LOOKBACK: the level is the highest that the generations of the last update_lookback local days reach.
-- RENOVATION: two counts. The accumulation, since it last returned to 0, lifts: the level is the highest that it
-- reaches, or that the cycle before came to. The cycle, since the level rose or the cycle before ended, keeps: what it
-- comes to at its end is all that the next one starts with. So a level that is reached twice in a cycle counts its
-- points once for rising, and is kept by what is earned after it.
--
-- Days and cycles begin at 00:00 of the company's time zone. Everything that time does is worked out at reading, so that
-- no job has to run for a level to be right; the job only stores it. What is taken back lowers at once what it had
-- lifted, in the cycle after it too. The clock is a parameter. Where time and records have changed nothing, only kept figures are read.

-- How a company's levels are climbed. Not its whole row: that of a company with much in its file would be copied at
-- every step.
create type level_terms as (
  company_id uuid, levels_system text, update_lookback integer, renovation_interval integer, time_zone text,
  levels_changed_at timestamptz);

-- Null in a company without levels.
create function terms_of(p_company_id uuid)
returns level_terms
language sql stable as $$
  select company.company_id, company.levels_system, company.update_lookback, company.renovation_interval,
         company.time_zone, company.levels_changed_at
    from company
   where company.company_id = p_company_id
     and company.levels_system is not null
$$;

-- The chain (D6): its order is that of trigger_amount.
create function level_chain(p_company_id uuid)
returns table (id uuid, name text, description text, description_url text, color text, trigger_amount bigint,
               multiplier numeric, prev uuid, next uuid, integrator_id text, prize text, created_at timestamptz)
language sql stable as $$
  select level.id, level.name, level.description, level.description_url, level.color, level.trigger_amount,
         level.multiplier, lag(level.id) over chain, lead(level.id) over chain, level.integrator_id, level.prize,
         level.created_at
    from level
   where level.company_id = p_company_id
  window chain as (order by level.trigger_amount)
   order by level.trigger_amount
$$;

-- The highest level that an amount reaches; all null below the first. A trigger is inclusive.
create function level_reached(p_company_id uuid, p_amount bigint)
returns level
language sql stable as $$
  select level.*
    from level
   where level.company_id = p_company_id
     and level.trigger_amount <= p_amount
   order by level.trigger_amount desc
   limit 1
$$;

-- What the records after p_after, up to p_until, do to what is accumulated: generations, and what came back of their
-- purchases, each with the place and time of the generation. Of a return the whole share of the purchase is out, also where
-- the company's policy left the customer the points, or they were spent or had expired: it was not bought. Points that are
-- recovered later (no purchase_value) are of that share already.
-- Nothing else does anything; it is not left out by its type, because a plan made while the table was small then went by the
-- index on types, through all of a company's records.
create function level_movements(p_company_id uuid, p_customer_id uuid, p_after integer, p_until integer)
returns table (sequence integer, earned_sequence integer, earned_at timestamptz, amount bigint)
language sql stable as $$
  select entry.sequence,
         coalesce(returned.sequence, entry.sequence),
         coalesce(returned.created_at, entry.created_at),
         case
           when entry.type_id = 'GNR' then entry.amount
           when entry.type_id = 'GNR_REVERSAL' and entry.purchase_value is not null then
             share_returned(returned.amount, (entry.calculation ->> 'returned_before')::bigint, returned.purchase_value)
             - share_returned(returned.amount, (entry.calculation ->> 'returned_before')::bigint + entry.purchase_value,
                              returned.purchase_value)
           else 0
         end
    from points_record entry
    left join points_record returned
           on entry.type_id = 'GNR_REVERSAL'
          and returned.company_id = entry.company_id
          and returned.id = entry.reverses_id
   where entry.company_id = p_company_id
     and entry.customer_id = p_customer_id
     and entry.sequence > p_after
     and entry.sequence <= p_until
$$;

-- The customer's last record before p_instant, looked for after p_after: the one before the first that is not.
create function last_record_before(p_company_id uuid, p_customer_id uuid, p_after integer, p_instant timestamptz)
returns integer
language sql stable as $$
  select coalesce(
           (select entry.sequence - 1
              from points_record entry
             where entry.company_id = p_company_id
               and entry.customer_id = p_customer_id
               and entry.sequence > p_after
               and entry.created_at >= p_instant
             order by entry.sequence
             limit 1),
           (select max(entry.sequence)
              from points_record entry
             where entry.company_id = p_company_id
               and entry.customer_id = p_customer_id),
           0)
$$;

-- The first day after a cycle that began on p_from. 31 January and a month: 28 February, and then 31 March.
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

-- Nothing counted yet: who has never been settled, or not under this system. A level that LOOKBACK gave is kept through
-- the first cycle of RENOVATION, which counts what was earned in the months of one cycle.
create function level_begun(terms level_terms, p_customer_id uuid, kept customer_level, p_now timestamptz)
returns customer_level
language plpgsql stable as $$
declare
  today  date := (p_now at time zone terms.time_zone)::date;
begin
  kept.company_id := terms.company_id;
  kept.customer_id := p_customer_id;
  kept.consolidated_at := p_now;
  kept.reseted_at := null;
  kept.due_at := null;
  kept.changes_on := null;
  kept.standing_amount := 0;
  kept.standing_sequence := 0;
  kept.standing_until := 0;
  if terms.levels_system = 'LOOKBACK' then
    kept.update_lookback := terms.update_lookback;
    kept.after_sequence := last_record_before(
      terms.company_id, p_customer_id, 0, starts_at(terms, today - terms.update_lookback + 1));
    kept.cycle_day := null;
    kept.cycle_ends_on := null;
  else
    if kept.levels_system = 'LOOKBACK' then
      kept.standing_amount := kept.accumulated_amount;
      kept.standing_sequence := kept.after_sequence;
      kept.standing_until := kept.counted_sequence;
    end if;
    kept.update_lookback := null;
    kept.after_sequence := last_record_before(
      terms.company_id, p_customer_id, 0,
      starts_at(terms, (today + 1 - make_interval(months => terms.renovation_interval))::date));
    kept.cycle_day := extract(day from today);
    kept.cycle_ends_on := cycle_end(today, kept.cycle_day, terms.renovation_interval);
  end if;
  kept.levels_system := terms.levels_system;
  kept.counted_sequence := kept.after_sequence;
  kept.cycle_sequence := kept.after_sequence;
  kept.accumulated_amount := 0;
  kept.cycle_amount := 0;
  return kept;
end
$$;

-- RENOVATION, the end of a cycle: the level is what the cycle came to, the accumulator returns to 0, the next cycle begins.
create function level_renewed(terms level_terms, kept customer_level)
returns customer_level
language plpgsql stable as $$
declare
  ended_at     timestamptz := starts_at(terms, kept.cycle_ends_on);
  last_record  integer := last_record_before(kept.company_id, kept.customer_id, kept.cycle_sequence, ended_at);
  reached      level;
begin
  select coalesce(sum(moved.amount), 0) into kept.standing_amount
    from level_movements(kept.company_id, kept.customer_id, kept.cycle_sequence, last_record) moved
   where moved.earned_sequence > kept.cycle_sequence;
  kept.standing_sequence := kept.cycle_sequence;
  kept.standing_until := last_record;
  reached := level_reached(kept.company_id, kept.standing_amount);
  kept.level_id := reached.id;
  kept.level_name := reached.name;
  kept.trigger_amount := reached.trigger_amount;
  kept.consolidated_at := ended_at;
  kept.reseted_at := ended_at;
  kept.after_sequence := last_record;
  kept.cycle_sequence := last_record;
  kept.counted_sequence := last_record;
  kept.accumulated_amount := 0;
  kept.cycle_amount := 0;
  kept.cycle_ends_on := cycle_end(kept.cycle_ends_on, kept.cycle_day, terms.renovation_interval);
  kept.due_at := starts_at(terms, kept.cycle_ends_on);
  return kept;
end
$$;

-- LOOKBACK: the day on which the level is lost when nothing more is earned, and what is accumulated then.
create function level_fall(terms level_terms, kept customer_level, out falls_on date, out left_amount bigint)
language sql stable as $$
  select leaving.day + kept.update_lookback, kept.accumulated_amount - leaving.amount
    from (select earned.day, sum(sum(earned.amount)) over (order by earned.day)::bigint as amount
            from (select (moved.earned_at at time zone terms.time_zone)::date as day, moved.amount
                    from level_movements(
                           kept.company_id, kept.customer_id, kept.after_sequence, kept.counted_sequence) moved
                   where moved.earned_sequence > kept.after_sequence) earned
           group by earned.day) leaving
   where kept.accumulated_amount - leaving.amount < kept.trigger_amount
   order by leaving.day
   limit 1
$$;

-- All records up to now, and the level that they reach.
create function level_counted(terms level_terms, kept customer_level, p_now timestamptz)
returns customer_level
language plpgsql stable as $$
declare
  now_kept     customer_level := kept;
  today        date := (p_now at time zone terms.time_zone)::date;
  moved        record;
  reached      level;
begin
  if today >= kept.changes_on then
    -- A day has left the window. At most once a day: what is still in it is summed again.
    now_kept.after_sequence := last_record_before(
      kept.company_id, kept.customer_id, kept.after_sequence, starts_at(terms, today - kept.update_lookback + 1));
    now_kept.cycle_sequence := now_kept.after_sequence;
    now_kept.counted_sequence := now_kept.after_sequence;
    now_kept.accumulated_amount := 0;
    now_kept.changes_on := null;
  end if;
  -- Of a sale this is one record.
  select max(one.sequence) as last,
         sum(one.amount) filter (where one.earned_sequence > now_kept.after_sequence) as accumulated,
         sum(one.amount) filter (where one.earned_sequence > now_kept.cycle_sequence) as in_cycle,
         sum(one.amount) filter (
           where one.sequence > now_kept.standing_until
             and one.earned_sequence > now_kept.standing_sequence
             and one.earned_sequence <= now_kept.standing_until) as in_standing,
         bool_or(one.amount < 0) as has_returns
    into moved
    from level_movements(kept.company_id, kept.customer_id, now_kept.counted_sequence, 2147483647) one;
  now_kept.counted_sequence := coalesce(moved.last, now_kept.counted_sequence);
  now_kept.accumulated_amount := now_kept.accumulated_amount + coalesce(moved.accumulated, 0);
  now_kept.standing_amount := now_kept.standing_amount + coalesce(moved.in_standing, 0);
  if kept.levels_system = 'RENOVATION' then
    now_kept.cycle_amount := kept.cycle_amount + coalesce(moved.in_cycle, 0);
  elsif now_kept.changes_on is null then
    select (one.earned_at at time zone terms.time_zone)::date + kept.update_lookback into now_kept.changes_on
      from level_movements(kept.company_id, kept.customer_id, now_kept.after_sequence, 2147483647) one
     where one.amount > 0
     order by one.sequence
     limit 1;
  end if;

  reached := level_reached(kept.company_id, greatest(now_kept.accumulated_amount, now_kept.standing_amount));
  now_kept.level_id := reached.id;
  now_kept.level_name := reached.name;
  now_kept.trigger_amount := reached.trigger_amount;

  if kept.levels_system = 'RENOVATION' then
    -- Up, which restarts the cycle. Not where the company only moved or renamed the level that the customer has.
    if reached.id is distinct from kept.level_id and reached.trigger_amount > coalesce(
         (select level.trigger_amount from level where level.company_id = kept.company_id and level.id = kept.level_id),
         kept.trigger_amount, -1) then
      now_kept.consolidated_at := p_now;
      now_kept.cycle_sequence := now_kept.counted_sequence;
      now_kept.cycle_amount := 0;
      now_kept.cycle_day := extract(day from today);
      now_kept.cycle_ends_on := cycle_end(today, now_kept.cycle_day, terms.renovation_interval);
    end if;
    now_kept.due_at := starts_at(terms, now_kept.cycle_ends_on);
  else
    if reached.id is distinct from kept.level_id then
      now_kept.consolidated_at := p_now;
    end if;
    if coalesce(reached.trigger_amount, 0) = 0 then
      now_kept.due_at := null;
    elsif kept.due_at is null
          or p_now >= kept.due_at
          or reached.trigger_amount is distinct from kept.trigger_amount
          or moved.has_returns then
      -- Otherwise what was earned since can only put the day off: the kept one is early enough, and this is not paid for
      -- at every sale.
      now_kept.due_at := starts_at(terms, (level_fall(terms, now_kept)).falls_on);
    end if;
  end if;
  return now_kept;
end
$$;

-- What was kept, or the beginning where that is of no use.
create function level_kept(terms level_terms, p_customer_id uuid, p_now timestamptz)
returns customer_level
language plpgsql stable as $$
declare
  kept  customer_level;
begin
  select * into kept
    from customer_level
   where customer_level.company_id = terms.company_id
     and customer_level.customer_id = p_customer_id;
  if kept.levels_system is distinct from terms.levels_system
     or kept.levels_system = 'LOOKBACK' and kept.update_lookback <> terms.update_lookback then
    return level_begun(terms, p_customer_id, kept, p_now);
  end if;
  return kept;
end
$$;

-- As it would be settled now.
create function level_standing(terms level_terms, p_customer_id uuid, p_now timestamptz)
returns customer_level
language plpgsql stable as $$
declare
  kept  customer_level := level_kept(terms, p_customer_id, p_now);
begin
  while starts_at(terms, kept.cycle_ends_on) <= p_now loop
    kept := level_renewed(terms, kept);
  end loop;
  return level_counted(terms, kept, p_now);
end
$$;

-- What the customer's level is reached by; -1 below the first, and in a company without levels.
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

-- What a purchase of this customer is multiplied by; 1 without levels (D4).
create function level_multiplier(p_company_id uuid, p_customer_id uuid, p_now timestamptz)
returns numeric
language plpgsql stable as $$
declare
  terms       level_terms := terms_of(p_company_id);
  standing    customer_level;
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

-- Stores where the customer stands, and tells of each change of level. Called at the end of each generation and reversal,
-- by the daily job, and when the customer asks.
create function settle_level(p_company_id uuid, p_customer_id uuid, p_now timestamptz)
returns void
language plpgsql as $$
declare
  terms     level_terms;
  stored    customer_level;
  previous  customer_level;
  state     customer_level;
begin
  terms := terms_of(p_company_id);
  if terms.company_id is null then
    return;
  end if;
  -- The ledger's lock: no record comes in between, and two that settle take turns.
  p_now := take_turn(p_company_id, p_customer_id, p_now);
  if p_now is null then
    return;
  end if;

  select * into stored
    from customer_level
   where customer_level.company_id = p_company_id
     and customer_level.customer_id = p_customer_id;
  previous := stored;
  state := level_kept(terms, p_customer_id, p_now);
  while starts_at(terms, state.cycle_ends_on) <= p_now loop
    state := level_renewed(terms, state);
    perform level_changed(previous, state, p_now, 'RENOVATION');
    previous := state;
  end loop;
  state := level_counted(terms, state, p_now);
  perform level_changed(previous, state, p_now, case
    when coalesce(state.trigger_amount, -1) > coalesce(previous.trigger_amount, -1)
         and state.accumulated_amount > coalesce(previous.accumulated_amount, -1) then 'EARNED'
    when stored.calculated_at < terms.levels_changed_at then 'COMPANY'
    when state.after_sequence > previous.after_sequence then 'LOOKBACK'
    else 'RETURNED'
  end);
  if state is not distinct from stored then
    return;
  end if;
  -- A sale that arrived before and comes now is no part of a cycle that is over.
  update balance
     set moved_at = p_now
   where balance.company_id = p_company_id
     and balance.customer_id = p_customer_id
     and balance.moved_at < p_now;

  insert into customer_level (
           company_id, customer_id, level_id, level_name, trigger_amount, consolidated_at, reseted_at, calculated_at,
           levels_system, update_lookback, after_sequence, counted_sequence, accumulated_amount, standing_amount,
           standing_sequence, standing_until, cycle_sequence, cycle_amount, cycle_day, cycle_ends_on, changes_on, due_at)
  values (p_company_id, p_customer_id, state.level_id, state.level_name, state.trigger_amount,
          state.consolidated_at, state.reseted_at, p_now, state.levels_system, state.update_lookback,
          state.after_sequence, state.counted_sequence, state.accumulated_amount, state.standing_amount,
          state.standing_sequence, state.standing_until, state.cycle_sequence, state.cycle_amount, state.cycle_day, state.cycle_ends_on,
          state.changes_on, state.due_at)
  on conflict (company_id, customer_id) do update
     set level_id           = excluded.level_id,
         level_name         = excluded.level_name,
         trigger_amount     = excluded.trigger_amount,
         consolidated_at    = excluded.consolidated_at,
         reseted_at         = excluded.reseted_at,
         calculated_at      = excluded.calculated_at,
         levels_system      = excluded.levels_system,
         update_lookback    = excluded.update_lookback,
         after_sequence     = excluded.after_sequence,
         counted_sequence   = excluded.counted_sequence,
         accumulated_amount = excluded.accumulated_amount,
         standing_amount    = excluded.standing_amount,
         standing_sequence  = excluded.standing_sequence,
         standing_until     = excluded.standing_until,
         cycle_sequence     = excluded.cycle_sequence,
         cycle_amount       = excluded.cycle_amount,
         cycle_day          = excluded.cycle_day,
         cycle_ends_on      = excluded.cycle_ends_on,
         changes_on         = excluded.changes_on,
         due_at             = excluded.due_at;
end
$$;

-- The one place where a change of level is told (D3's level.changed, D11's notice), where it is one.
create function level_changed(before customer_level, after customer_level, p_now timestamptz, p_reason text)
returns void
language plpgsql as $$
begin
  if after.level_id is not distinct from before.level_id then
    return;
  end if;
  insert into level_change (
           company_id, customer_id, from_level_id, from_name, to_level_id, to_name, reason, created_at)
  values (after.company_id, after.customer_id, before.level_id, before.level_name, after.level_id, after.level_name,
          p_reason, p_now);
  perform emit_event(after.company_id, 'level.changed', jsonb_build_object(
    'customer_id', after.customer_id,
    'level_id', after.level_id,
    'level_name', after.level_name,
    'previous_level_id', before.level_id,
    'previous_level_name', before.level_name), p_now);
  perform notify_customer(after.company_id, after.customer_id, 'level_changed', jsonb_build_object(
    'level_name', after.level_name,
    'previous_level_name', before.level_name,
    'is_rise', coalesce(after.trigger_amount, -1) > coalesce(before.trigger_amount, -1)), p_now);
end
$$;

-- What GET /customer says of levels, in facts that level/customer-levels.ts puts into the contract's words; null in a
-- company without levels. p_update stores first where the customer stands.
create function customer_levels(p_company_id uuid, p_customer_id uuid, p_now timestamptz, p_update boolean)
returns jsonb
language plpgsql as $$
declare
  terms     level_terms := terms_of(p_company_id);
  stored    customer_level;
  standing  customer_level;
  fall      record;
  is_over   boolean;
  cycle     bigint;
begin
  if terms.company_id is null then
    return null;
  end if;
  if p_update then
    perform settle_level(p_company_id, p_customer_id, p_now);
  end if;
  select * into stored
    from customer_level
   where customer_level.company_id = p_company_id
     and customer_level.customer_id = p_customer_id;
  standing := level_standing(terms, p_customer_id, p_now);
  select * into fall from level_fall(terms, standing);
  is_over := terms.levels_system = stored.levels_system and starts_at(terms, stored.cycle_ends_on) <= p_now;
  if terms.levels_system = 'RENOVATION' then
    -- Of the cycle that is stored, which may be over.
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
