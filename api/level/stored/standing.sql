-- The standing of a customer (D6), from the ledger's records and the level that was last settled.
--
-- LOOKBACK: the level is the highest that the generations of the last update_lookback local days reach.
-- RENOVATION has two counts. The accumulation lifts the level and counts since it last returned to 0. The level is the highest
-- that it reaches, or the result of the previous cycle. The cycle keeps the level and counts since the level rose or the
-- previous cycle ended. The next cycle starts with the level that this count reaches at its end. So points count once for
-- rising to a level, and only points earned after that keep it.
--
-- Days and cycles begin at 00:00 of the company's time zone. A return at once lowers a level that its purchase had lifted,
-- also in the following cycle. Readers compute all effects of time, so a level is right without a job; the job only stores it.
-- The clock is a parameter.
--
-- A level is settled when a trigger or a date is crossed, and at each return (note_level). So the records since the last
-- settlement are generations that changed no level, and records without effect.

-- A row of customer_level.
create type level_state as (
  company_id uuid, customer_id uuid, id uuid, level_id uuid, level_name text, trigger_amount bigint,
  consolidated_at timestamptz, reseted_at timestamptz, calculated_at timestamptz, levels_system text,
  update_lookback integer, after_sequence integer, counted_sequence integer, accumulated_amount bigint,
  standing_amount bigint, standing_sequence integer, standing_until integer, cycle_sequence integer,
  cycle_amount bigint, cycle_day smallint, cycle_ends_on date, changes_on date, due_at timestamptz);

create type level_progress as (state level_state, has_returns boolean);

-- The state of the last settlement. All fields are null before the first settlement.
create function stored_level(p_company_id uuid, p_customer_id uuid)
returns level_state
language plpgsql stable as $$
declare
  stored  level_state;
begin
  select kept.company_id, kept.customer_id, kept.id, kept.level_id, kept.level_name, kept.trigger_amount,
         kept.consolidated_at, kept.reseted_at, kept.calculated_at, kept.levels_system, kept.update_lookback,
         kept.after_sequence, kept.counted_sequence, kept.accumulated_amount, kept.standing_amount,
         kept.standing_sequence, kept.standing_until, kept.cycle_sequence, kept.cycle_amount, kept.cycle_day,
         kept.cycle_ends_on, kept.changes_on, kept.due_at
    into stored
    from customer_level kept
   where kept.company_id = p_company_id
     and kept.customer_id = p_customer_id;
  return stored;
end
$$;

-- The state with the records up to p_until, on a local day. The level is not compared with the chain.
create function level_advanced(terms level_terms, state level_state, p_until integer, p_today date)
returns level_progress
language plpgsql stable as $$
declare
  moved     record;
  progress  level_progress;
begin
  if state.levels_system = 'LOOKBACK' and state.changes_on is null then
    state.changes_on := first_leaves_on(terms, state, p_until);
  end if;
  if p_today >= state.changes_on then
    -- A day has left the window: sum the window again, at most once a day.
    state.after_sequence := last_record_before(
      state.company_id, state.customer_id, state.after_sequence, starts_at(terms, p_today - state.update_lookback + 1));
    state.cycle_sequence := state.after_sequence;
    state.counted_sequence := state.after_sequence;
    state.accumulated_amount := 0;
    state.changes_on := first_leaves_on(terms, state, p_until);
  end if;
  select max(one.sequence) as last,
         sum(one.amount) filter (where one.earned_sequence > state.after_sequence) as accumulated,
         sum(one.amount) filter (where one.earned_sequence > state.cycle_sequence) as in_cycle,
         sum(one.amount) filter (
           where one.sequence > state.standing_until
             and one.earned_sequence > state.standing_sequence
             and one.earned_sequence <= state.standing_until) as in_standing,
         coalesce(bool_or(one.amount < 0), false) as has_returns
    into moved
    from level_movements(state.company_id, state.customer_id, state.counted_sequence, p_until) one;
  state.counted_sequence := coalesce(moved.last, state.counted_sequence);
  state.accumulated_amount := state.accumulated_amount + coalesce(moved.accumulated, 0);
  state.standing_amount := state.standing_amount + coalesce(moved.in_standing, 0);
  if state.levels_system = 'RENOVATION' then
    state.cycle_amount := state.cycle_amount + coalesce(moved.in_cycle, 0);
  end if;
  progress.state := state;
  progress.has_returns := moved.has_returns;
  return progress;
end
$$;

-- LOOKBACK: the day on which the oldest counted points leave the window; null without counted points.
create function first_leaves_on(terms level_terms, state level_state, p_until integer)
returns date
language plpgsql stable as $$
begin
  return state.update_lookback + local_date(
    terms, first_earned_at(state.company_id, state.customer_id, state.after_sequence, p_until));
end
$$;

-- The stored state, advanced to the last generation up to the record p_until, as if each generation had been settled.
create function level_carried(terms level_terms, stored level_state, p_until integer)
returns level_state
language plpgsql stable as $$
declare
  earning  record;
begin
  if stored.company_id is null then
    return stored;
  end if;
  select * into earning
    from last_earning(stored.company_id, stored.customer_id, stored.counted_sequence, p_until);
  if earning.sequence is not null then
    stored := (level_advanced(terms, stored, earning.sequence, local_date(terms, earning.created_at))).state;
    stored.calculated_at := earning.created_at;
  end if;
  return stored;
end
$$;

-- The initial state of a customer who has not been settled under this system. A level from LOOKBACK is kept through the
-- first cycle of RENOVATION, which counts the points earned in the months of one cycle.
create function level_begun(terms level_terms, p_customer_id uuid, kept level_state, p_now timestamptz)
returns level_state
language plpgsql stable as $$
declare
  today  date := local_date(terms, p_now);
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

-- The advanced state, or the initial state if the company has changed its system or its look-back.
create function level_kept(terms level_terms, p_customer_id uuid, carried level_state, p_now timestamptz)
returns level_state
language plpgsql stable as $$
begin
  if carried.levels_system is distinct from terms.levels_system
     or carried.levels_system = 'LOOKBACK' and carried.update_lookback <> terms.update_lookback then
    return level_begun(terms, p_customer_id, carried, p_now);
  end if;
  return carried;
end
$$;

-- RENOVATION, the end of a cycle: the level becomes the one that the cycle reached, the accumulation returns to 0, and the
-- next cycle begins.
create function level_renewed(terms level_terms, kept level_state)
returns level_state
language plpgsql stable as $$
declare
  ended_at     timestamptz := starts_at(terms, kept.cycle_ends_on);
  last_record  integer := last_record_before(kept.company_id, kept.customer_id, kept.cycle_sequence, ended_at);
  reached      level_step;
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

-- LOOKBACK: the day on which the level falls without further earnings, and the accumulated points on that day.
create function level_fall(terms level_terms, kept level_state, out falls_on date, out left_amount bigint)
language plpgsql stable as $$
begin
  select leaving.day + kept.update_lookback, kept.accumulated_amount - leaving.amount
    into falls_on, left_amount
    from (select earned.day, sum(sum(earned.amount)) over (order by earned.day)::bigint as amount
            from (select local_date(terms, moved.earned_at) as day, moved.amount
                    from level_movements(
                           kept.company_id, kept.customer_id, kept.after_sequence, kept.counted_sequence) moved
                   where moved.earned_sequence > kept.after_sequence) earned
           group by earned.day) leaving
   where kept.accumulated_amount - leaving.amount < kept.trigger_amount
   order by leaving.day
   limit 1;
end
$$;

-- The state with all records up to now, and the level that they reach.
create function level_counted(terms level_terms, kept level_state, p_now timestamptz)
returns level_state
language plpgsql stable as $$
declare
  today     date := local_date(terms, p_now);
  progress  level_progress := level_advanced(terms, kept, 2147483647, today);
  state     level_state := progress.state;
  reached   level_step;
begin
  reached := level_reached(kept.company_id, greatest(state.accumulated_amount, state.standing_amount));
  state.level_id := reached.id;
  state.level_name := reached.name;
  state.trigger_amount := reached.trigger_amount;

  if kept.levels_system = 'RENOVATION' then
    if is_rise(kept, reached) then
      state.consolidated_at := p_now;
      state.cycle_sequence := state.counted_sequence;
      state.cycle_amount := 0;
      state.cycle_day := extract(day from today);
      state.cycle_ends_on := cycle_end(today, state.cycle_day, terms.renovation_interval);
    end if;
    state.due_at := starts_at(terms, state.cycle_ends_on);
  else
    if reached.id is distinct from kept.level_id then
      state.consolidated_at := p_now;
    end if;
    if coalesce(reached.trigger_amount, 0) = 0 then
      state.due_at := null;
    elsif kept.due_at is null
          or p_now >= kept.due_at
          or reached.trigger_amount is distinct from kept.trigger_amount
          or progress.has_returns then
      -- Later earnings can only postpone the day, so the stored day is early enough.
      state.due_at := starts_at(terms, (level_fall(terms, state)).falls_on);
    end if;
  end if;
  return state;
end
$$;

-- RENOVATION: whether the level rises, which restarts the cycle. A level that the company only moved or renamed is no rise.
create function is_rise(kept level_state, reached level_step)
returns boolean
language plpgsql stable as $$
begin
  return reached.id is distinct from kept.level_id
     and coalesce(reached.trigger_amount > coalesce(
           (select level.trigger_amount from level where level.company_id = kept.company_id and level.id = kept.level_id),
           kept.trigger_amount, -1), false);
end
$$;

-- The state that a settlement now would store.
create function level_standing(terms level_terms, p_customer_id uuid, p_now timestamptz)
returns level_state
language plpgsql stable as $$
declare
  carried  level_state := level_carried(terms, stored_level(terms.company_id, p_customer_id), 2147483647);
  kept     level_state := level_kept(terms, p_customer_id, carried, p_now);
begin
  while starts_at(terms, kept.cycle_ends_on) <= p_now loop
    kept := level_renewed(terms, kept);
  end loop;
  return level_counted(terms, kept, p_now);
end
$$;
