-- The input of a replay (replay.ts): the customer's records, and the instants at which holds were opened and ended. It has no
-- lots and allocations, because the replay derives them.

-- A hold as a replay reads it.
create type replayed_hold as (
  company_id uuid, id uuid, amount bigint, opened_after integer, opened_step integer, ended_after integer, ended_step integer,
  captured_record_id uuid, created_at timestamptz, expires_at timestamptz, ended_at timestamptz);

-- The customer's holds at p_now or at the last movement, whichever is later. A hold past its expiry counts as ended, even
-- if its end is not written yet (hold-end.sql).
create function holds_at(p_company_id uuid, p_customer_id uuid, p_now timestamptz)
returns setof replayed_hold
language plpgsql stable
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  b    balance_state := saved_balance(p_company_id, p_customer_id);
  one  replayed_hold;
begin
  for one in
    select hold.company_id, hold.id, hold.amount, hold.opened_after, hold.opened_step, hold.ended_after, hold.ended_step,
           hold.captured_record_id, hold.created_at, hold.expires_at, hold.ended_at
      from hold
     where hold.company_id = p_company_id
       and hold.customer_id = p_customer_id
     order by hold.expires_at, hold.opened_step
  loop
    if one.ended_at is null and one.expires_at <= greatest(p_now, b.moved_at)
       and not ends_with_recovery(one.company_id, one.id) then
      b.hold_steps := b.hold_steps + 1;
      one.ended_after := b.sequence;
      one.ended_step := b.hold_steps;
      one.ended_at := one.expires_at;
    end if;
    return next one;
  end loop;
end
$$;

create function replay_input(p_company_id uuid, p_customer_id uuid, p_now timestamptz)
returns table (records jsonb, holds jsonb)
language plpgsql stable as $$
declare
  zone  text := (select one from time_zone_of(p_company_id) one);
begin
  records := (
    select coalesce(jsonb_agg(jsonb_build_object(
             'id', entry.id,
             'sequence', entry.sequence,
             'type_id', entry.type_id,
             'amount', entry.amount,
             'value', entry.value,
             'purchase_value', entry.purchase_value,
             'reverses_id', entry.reverses_id,
             'policy', entry.calculation ->> 'policy',
             'is_merge', entry.origin = 'merge',
             'moved_lot', case when entry.origin = 'merge' then entry.calculation ->> 'lot_id' end,
             'available_on', entry.available_on,
             'expires_on', entry.expires_on,
             'balance_amount', entry.balance_amount,
             'balance_value', entry.balance_value,
             'created_at', entry.created_at,
             'today', (entry.created_at at time zone zone)::date)), '[]')
      from points_record entry
     where entry.company_id = p_company_id
       and entry.customer_id = p_customer_id);
  holds := (
    select coalesce(jsonb_agg(jsonb_build_object(
             'id', hold.id,
             'amount', hold.amount,
             'opened_after', hold.opened_after,
             'opened_step', hold.opened_step,
             'opened_on', (hold.created_at at time zone zone)::date,
             'ended_after', hold.ended_after,
             'ended_step', hold.ended_step,
             'ended_on', (hold.ended_at at time zone zone)::date,
             'captured_record_id', hold.captured_record_id)), '[]')
      from holds_at(p_company_id, p_customer_id, p_now) hold);
  return next;
end
$$;
