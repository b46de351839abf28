-- The stored state of a page of customers, in the form that `replay` returns, beside their records (audit.ts). The function is
-- stable, so all its statements read the snapshot of the caller: a concurrent sale is in state and records, or in neither.
create function audited_page(p_company_id uuid, p_after uuid, p_one_in integer, p_limit integer, p_now timestamptz)
returns table (customer_id uuid, today date, kept jsonb, records jsonb, holds jsonb, broken_at integer,
  unpaired bigint)
language plpgsql stable as $$
declare
  ids  uuid[] := array(
         select balance.customer_id
           from balance
          where balance.company_id = p_company_id
            and balance.customer_id > p_after
            and mod(uuid_hash(balance.customer_id), p_one_in) = 0
          order by balance.customer_id
          limit p_limit);
begin
  return query
    select b.customer_id,
           (seen.instant at time zone zone)::date,
           to_jsonb(current) || jsonb_build_object(
             'difference_value', b.difference_value + (
               select coalesce(sum(part.difference_value), 0)
                 from ended_hold_parts(p_company_id, b.customer_id, seen.instant) part),
             'sequence', b.sequence,
             'shortfalls', audited_shortfalls(p_company_id, b.customer_id),
             'lots', audited_lots(p_company_id, b.customer_id, seen.instant),
             'allocations', audited_allocations(p_company_id, b.customer_id),
             'paid_by_holds', audited_payments(p_company_id, b.customer_id, seen.instant),
             'holds', audited_holds(p_company_id, b.customer_id, p_now)),
           history.records,
           history.holds,
           broken_record(p_company_id, b.customer_id),
           unpaired_moves(p_company_id, b.customer_id)
      from unnest(ids) id
     cross join lateral saved_balance(p_company_id, id) b
     cross join time_zone_of(p_company_id) zone
     -- Not before the last movement, as in current_balance: the clock of the node that wrote it may be ahead of this node's.
     cross join lateral (select greatest(p_now, b.moved_at) as instant) seen
     cross join lateral current_balance(p_company_id, id, p_now) current
     cross join lateral replay_input(p_company_id, id, p_now) history
     order by b.customer_id;
end
$$;
