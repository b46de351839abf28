-- The standing of a customer (D6), from the ledger's records and the level that was last settled.
--
-- LOOKBACK: the highest level that the sum of the points earned in the last update_lookback local days reaches.
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
  select one.company_id, one.customer_id, one.id, one.level_id, one.level_name, one.trigger_amount, one.consolidated_at,
         one.reseted_at, one.calculated_at, one.levels_system, one.update_lookback, one.after_sequence,
         one.counted_sequence, one.accumulated_amount, one.standing_amount, one.standing_sequence, one.standing_until,
         one.cycle_sequence, one.cycle_amount, one.cycle_day, one.cycle_ends_on, one.changes_on, one.due_at
    into stored
    from customer_level one
   where one.company_id = p_company_id
     and one.customer_id = p_customer_id;
  return stored;
end
$$;

-- The state with the records up to p_until added to its sums, as on the local day p_today. The level itself stays: callers compare
-- the sums with the chain of levels.
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
    -- The oldest day of the LOOKBACK window has left it: sum the window again, at most once a day.
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

-- The stored state with all generations up to the record p_until, as if each of them had been settled.
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

-- The first state of a customer under the company's present level system. A customer who comes from LOOKBACK keeps the level
-- through the first cycle of RENOVATION. That cycle counts the points that were earned in the months of one cycle.
create function level_begun(terms level_terms, p_customer_id uuid, state level_state, p_now timestamptz)
returns level_state
language plpgsql stable as $$
declare
  today  date := local_date(terms, p_now);
begin
  state.company_id := terms.company_id;
  state.customer_id := p_customer_id;
  state.consolidated_at := p_now;
  state.reseted_at := null;
  state.due_at := null;
  state.changes_on := null;
  state.standing_amount := 0;
  state.standing_sequence := 0;
  state.standing_until := 0;
  if terms.levels_system = 'LOOKBACK' then
    state.update_lookback := terms.update_lookback;
    state.after_sequence := last_record_before(
      terms.company_id, p_customer_id, 0, starts_at(terms, today - terms.update_lookback + 1));
    state.cycle_day := null;
    state.cycle_ends_on := null;
  else
    if state.levels_system = 'LOOKBACK' then
      state.standing_amount := state.accumulated_amount;
      state.standing_sequence := state.after_sequence;
      state.standing_until := state.counted_sequence;
    end if;
    state.update_lookback := null;
    state.after_sequence := last_record_before(
      terms.company_id, p_customer_id, 0,
      starts_at(terms, (today + 1 - make_interval(months => terms.renovation_interval))::date));
    state.cycle_day := extract(day from today);
    state.cycle_ends_on := cycle_end(today, state.cycle_day, terms.renovation_interval);
  end if;
  state.levels_system := terms.levels_system;
  state.counted_sequence := state.after_sequence;
  state.cycle_sequence := state.after_sequence;
  state.accumulated_amount := 0;
  state.cycle_amount := 0;
  return state;
end
$$;

-- The carried state; a first state (level_begun) if the company has changed its level system or its look-back since.
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
create function level_renewed(terms level_terms, state level_state)
returns level_state
language plpgsql stable as $$
declare
  ended_at     timestamptz := starts_at(terms, state.cycle_ends_on);
  last_record  integer := last_record_before(state.company_id, state.customer_id, state.cycle_sequence, ended_at);
  reached      level_step;
begin
  select coalesce(sum(moved.amount), 0) into state.standing_amount
    from level_movements(state.company_id, state.customer_id, state.cycle_sequence, last_record) moved
   where moved.earned_sequence > state.cycle_sequence;
  state.standing_sequence := state.cycle_sequence;
  state.standing_until := last_record;
  reached := level_reached(state.company_id, state.standing_amount);
  state.level_id := reached.id;
  state.level_name := reached.name;
  state.trigger_amount := reached.trigger_amount;
  state.consolidated_at := ended_at;
  state.reseted_at := ended_at;
  state.after_sequence := last_record;
  state.cycle_sequence := last_record;
  state.counted_sequence := last_record;
  state.accumulated_amount := 0;
  state.cycle_amount := 0;
  state.cycle_ends_on := cycle_end(state.cycle_ends_on, state.cycle_day, terms.renovation_interval);
  state.due_at := starts_at(terms, state.cycle_ends_on);
  return state;
end
$$;

-- LOOKBACK: the day on which the level falls without further earnings, and the accumulated points on that day.
create function level_fall(terms level_terms, state level_state, out falls_on date, out left_amount bigint)
language plpgsql stable as $$
begin
  select leaving.day + state.update_lookback, state.accumulated_amount - leaving.amount
    into falls_on, left_amount
    from (select earned.day, sum(sum(earned.amount)) over (order by earned.day)::bigint as amount
            from (select local_date(terms, moved.earned_at) as day, moved.amount
                    from level_movements(
                           state.company_id, state.customer_id, state.after_sequence, state.counted_sequence) moved
                   where moved.earned_sequence > state.after_sequence) earned
           group by earned.day) leaving
   where state.accumulated_amount - leaving.amount < state.trigger_amount
   order by leaving.day
   limit 1;
end
$$;

-- The state with all records up to now, and the level that they reach.
create function level_counted(terms level_terms, previous level_state, p_now timestamptz)
returns level_state
language plpgsql stable as $$
declare
  today     date := local_date(terms, p_now);
  progress  level_progress := level_advanced(terms, previous, 2147483647, today);
  state     level_state := progress.state;
  reached   level_step;
begin
  reached := level_reached(previous.company_id, greatest(state.accumulated_amount, state.standing_amount));
  state.level_id := reached.id;
  state.level_name := reached.name;
  state.trigger_amount := reached.trigger_amount;

  if previous.levels_system = 'RENOVATION' then
    if is_rise(previous, reached) then
      state.consolidated_at := p_now;
      state.cycle_sequence := state.counted_sequence;
      state.cycle_amount := 0;
      state.cycle_day := extract(day from today);
      state.cycle_ends_on := cycle_end(today, state.cycle_day, terms.renovation_interval);
    end if;
    state.due_at := starts_at(terms, state.cycle_ends_on);
  else
    if reached.id is distinct from previous.level_id then
      state.consolidated_at := p_now;
    end if;
    if coalesce(reached.trigger_amount, 0) = 0 then
      state.due_at := null;
    elsif previous.due_at is null
          or p_now >= previous.due_at
          or reached.trigger_amount is distinct from previous.trigger_amount
          or progress.has_returns then
      -- Later earnings can only postpone the day, so the stored day is early enough.
      state.due_at := starts_at(terms, (level_fall(terms, state)).falls_on);
    end if;
  end if;
  return state;
end
$$;

-- RENOVATION: whether the level rises, which restarts the cycle. A level that the company only moved or renamed is no rise.
create function is_rise(previous level_state, reached level_step)
returns boolean
language plpgsql stable as $$
begin
  return reached.id is distinct from previous.level_id
     and coalesce(reached.trigger_amount > coalesce(
           (select level.trigger_amount
              from level
             where level.company_id = previous.company_id
               and level.id = previous.level_id),
           previous.trigger_amount, -1), false);
end
$$;

-- The state that a settlement now would store.
create function level_standing(terms level_terms, p_customer_id uuid, p_now timestamptz)
returns level_state
language plpgsql stable as $$
declare
  carried  level_state := level_carried(terms, stored_level(terms.company_id, p_customer_id), 2147483647);
  state    level_state := level_kept(terms, p_customer_id, carried, p_now);
begin
  while starts_at(terms, state.cycle_ends_on) <= p_now loop
    state := level_renewed(terms, state);
  end loop;
  return level_counted(terms, state, p_now);
end
$$;
