-- What a replay reads of a customer (replay.ts): the records as they were made, and when holds were opened and ended.
-- Neither lots nor allocations: those it derives.

-- The customer's holds at p_now or at the last movement, whichever is later. A hold past its expiry counts as ended, even
-- if its end is not written yet (hold-end.sql).
create function holds_at(p_company_id uuid, p_customer_id uuid, p_now timestamptz)
returns setof hold
language plpgsql stable
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  kept  balance;
  one   hold;
begin
  select * into kept
    from balance
   where balance.company_id = p_company_id
     and balance.customer_id = p_customer_id;
  for one in
    select *
      from hold
     where hold.company_id = p_company_id
       and hold.customer_id = p_customer_id
     order by hold.expires_at, hold.opened_step
  loop
    if one.ended_at is null and one.expires_at <= greatest(p_now, kept.moved_at)
       and not ends_with_recovery(one.company_id, one.id) then
      kept.hold_steps := kept.hold_steps + 1;
      one.ended_after := kept.sequence;
      one.ended_step := kept.hold_steps;
      one.ended_at := one.expires_at;
    end if;
    return next one;
  end loop;
end
$$;

create function replay_input(p_company_id uuid, p_customer_id uuid, p_now timestamptz)
returns table (records jsonb, holds jsonb)
language sql stable as $$
  select (select coalesce(jsonb_agg(jsonb_build_object(
                   'id', entry.id,
                   'sequence', entry.sequence,
                   'type_id', entry.type_id,
                   'amount', entry.amount,
                   'value', entry.value,
                   'purchase_value', entry.purchase_value,
                   'reverses_id', entry.reverses_id,
                   'policy', entry.calculation ->> 'policy',
                   'available_on', entry.available_on,
                   'expires_on', entry.expires_on,
                   'balance_amount', entry.balance_amount,
                   'balance_value', entry.balance_value,
                   'created_at', entry.created_at,
                   'today', (entry.created_at at time zone company.time_zone)::date)), '[]')
            from points_record entry
           where entry.company_id = company.company_id
             and entry.customer_id = p_customer_id),
         (select coalesce(jsonb_agg(jsonb_build_object(
                   'id', hold.id,
                   'amount', hold.amount,
                   'opened_after', hold.opened_after,
                   'opened_step', hold.opened_step,
                   'opened_on', (hold.created_at at time zone company.time_zone)::date,
                   'ended_after', hold.ended_after,
                   'ended_step', hold.ended_step,
                   'ended_on', (hold.ended_at at time zone company.time_zone)::date,
                   'captured_record_id', hold.captured_record_id)), '[]')
            from holds_at(company.company_id, p_customer_id, p_now) hold)
    from company
   where company.company_id = p_company_id
$$;
