-- What a replay reads of a customer (replay.ts): the records as they were made, and when holds were opened and ended.
-- Neither lots nor allocations: those it derives.

create function replay_input(p_company_id uuid, p_customer_id uuid)
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
            from hold
           where hold.company_id = company.company_id
             and hold.customer_id = p_customer_id)
    from company
   where company.company_id = p_company_id
$$;
