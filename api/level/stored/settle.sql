-- Stores the standing of customers, with a notice and an event for each change of level.

-- The caller holds the customer's lock and has written the records of the change. Their number is p_records. The instant
-- p_now is that of the customer's last movement, or later. Does nothing for a customer of a different
-- company, for an erased customer and for an absorbed account: a return after that changes the ledger alone (D16).
create function settle_level(p_company_id uuid, p_customer_id uuid, p_records integer, p_now timestamptz)
returns void
language plpgsql as $$
declare
  terms     level_terms := terms_of(p_company_id);
  b         balance_state := saved_balance(p_company_id, p_customer_id);
  stored    level_state;
  carried   level_state;
  previous  level_state;
  state     level_state;
begin
  if b.company_id is null or terms.company_id is null or is_erased(p_company_id, p_customer_id)
     or merged_into(p_company_id, p_customer_id) is not null then
    return;
  end if;
  stored := stored_level(p_company_id, p_customer_id);
  carried := level_carried(terms, stored, b.sequence - p_records);
  previous := carried;
  state := level_kept(terms, p_customer_id, carried, p_now);
  while starts_at(terms, state.cycle_ends_on) <= p_now loop
    state := level_renewed(terms, state);
    perform tell_level(previous, state, p_now, 'RENOVATION');
    previous := state;
  end loop;
  state := level_counted(terms, state, p_now);
  perform tell_level(previous, state, p_now, case
    when coalesce(state.trigger_amount, -1) > coalesce(previous.trigger_amount, -1)
         and state.accumulated_amount > coalesce(previous.accumulated_amount, -1) then 'EARNED'
    when carried.calculated_at < terms.levels_changed_at then 'COMPANY'
    when state.after_sequence > previous.after_sequence then 'LOOKBACK'
    else 'RETURNED'
  end);
  if state is distinct from carried then
    state.calculated_at := p_now;
    b.moved_at := greatest(b.moved_at, p_now);
  end if;
  if state is distinct from stored then
    perform save_level(state);
  end if;
  b.level_left := points_to_next_level(b.company_id, state);
  b.level_due_at := coalesce(state.due_at, 'infinity');
  b.level_settled_at := p_now;
  perform note_level_settled(b);
end
$$;

-- The points that the customer lacks to the next level; null at the highest level. Each earning between two settlements is
-- subtracted (note_level). At 0 the level is settled again.
create function points_to_next_level(p_company_id uuid, state level_state)
returns bigint
language plpgsql stable as $$
begin
  return (
    select min(level.trigger_amount) - state.accumulated_amount
      from level
     where level.company_id = p_company_id
       and level.trigger_amount > greatest(state.accumulated_amount, state.standing_amount));
end
$$;

create function save_level(state level_state)
returns void
language plpgsql as $$
begin
  insert into customer_level (
           company_id, customer_id, level_id, level_name, trigger_amount, consolidated_at, reseted_at, calculated_at,
           levels_system, update_lookback, after_sequence, counted_sequence, accumulated_amount, standing_amount,
           standing_sequence, standing_until, cycle_sequence, cycle_amount, cycle_day, cycle_ends_on, changes_on, due_at)
  values (state.company_id, state.customer_id, state.level_id, state.level_name, state.trigger_amount,
          state.consolidated_at, state.reseted_at, state.calculated_at, state.levels_system, state.update_lookback,
          state.after_sequence, state.counted_sequence, state.accumulated_amount, state.standing_amount,
          state.standing_sequence, state.standing_until, state.cycle_sequence, state.cycle_amount, state.cycle_day,
          state.cycle_ends_on, state.changes_on, state.due_at)
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

-- Writes the event level.changed (D3) and the notice (D11) of a change of level. Does nothing for an unchanged level.
create function tell_level(before level_state, after level_state, p_now timestamptz, p_reason text)
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
  perform add_notices(after.company_id, array[row(after.customer_id, 'level_changed', jsonb_build_object(
    'level_name', after.level_name,
    'previous_level_name', before.level_name,
    'is_rise', coalesce(after.trigger_amount, -1) > coalesce(before.trigger_amount, -1)), p_now)::notice]);
end
$$;

-- Sets when the level of a customer can next change by itself. Null: never, while the account is part of another one.
create function delay_level(p_company_id uuid, p_customer_id uuid, p_due_at timestamptz)
returns void
language plpgsql as $$
begin
  update customer_level
     set due_at = p_due_at
   where customer_level.company_id = p_company_id
     and customer_level.customer_id = p_customer_id;
end
$$;

-- Deletes the levels of a customer without points whose record is merged into another.
create function drop_levels(p_company_id uuid, p_customer_id uuid)
returns void
language plpgsql as $$
begin
  delete from level_change
   where level_change.company_id = p_company_id
     and level_change.customer_id = p_customer_id;
  delete from customer_level
   where customer_level.company_id = p_company_id
     and customer_level.customer_id = p_customer_id;
end
$$;
