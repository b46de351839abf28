-- The holds and the deficit of a customer on a past day. statement.sql reads them.

-- The draws of all holds that were opened by p_instant.
--   paid           the part that paid the deficit when the hold ended
--   deficit_value  the centavos by which that payment lowered the deficit
-- `amount` is all that the hold drew from the lot, also where a capture spent a part of it: the spending itself is in the
-- allocations of the capture's record. A hold whose end is not stored
-- yet sorts after all stored ends.
create function hold_draws(p_company_id uuid, p_customer_id uuid, p_instant timestamptz)
returns table (
  lot_id uuid, amount bigint, value bigint, opened_after integer, opened_step integer, is_open boolean,
  ended_after integer, ended_step integer, paid_amount bigint, paid_value bigint, deficit_value bigint)
language plpgsql stable as $$
declare
  last_place  constant integer := 2147483647;
begin
  return query
  select drawn.lot_id, drawn.amount, drawn.value, hold.opened_after, hold.opened_step,
         part.hold_id is null and coalesce(hold.ended_at > p_instant, true),
         coalesce(hold.ended_after, last_place),
         coalesce(hold.ended_step, last_place),
         coalesce(part.paid_amount, drawn.absorbed_amount),
         coalesce(part.paid_value, drawn.absorbed_value),
         coalesce(part.deficit_value, drawn.absorbed_deficit_value)
    from hold
    join hold_allocation drawn
      on drawn.company_id = hold.company_id
     and drawn.hold_id = hold.id
    left join ended_hold_parts(p_company_id, p_customer_id, p_instant) part
           on part.hold_id = hold.id
          and part.lot_id = drawn.lot_id
   where hold.company_id = p_company_id
     and hold.customer_id = p_customer_id
     and hold.created_at <= p_instant;
end
$$;

-- The points that a customer owes at p_instant, and the centavos by which lots and records differ by then
-- (balance.difference_value). The deficit is the sum of what returns caused, minus the payments by credits and by freed
-- holds.
create function deficit_at(p_company_id uuid, p_customer_id uuid, p_instant timestamptz)
returns table (deficit_amount bigint, deficit_value bigint, difference_value bigint)
language plpgsql stable as $$
begin
  return query
  select coalesce(sum(part.amount), 0)::bigint, coalesce(sum(part.value), 0)::bigint,
         coalesce(sum(part.difference_value), 0)::bigint
    from (select shortfall.owed_amount, shortfall.owed_value, shortfall.difference_value
            from points_record entry
            join return_shortfall shortfall
              on shortfall.company_id = entry.company_id
             and shortfall.record_id = entry.id
           where entry.company_id = p_company_id
             and entry.customer_id = p_customer_id
             and entry.created_at <= p_instant
             and entry.type_id = 'GNR_REVERSAL'
           union all
          select paid.amount, -paid.deficit_value, -paid.value - paid.deficit_value
            from points_record entry
            join allocation paid
              on paid.company_id = entry.company_id
             and paid.record_id = entry.id
             and paid.absorbs_deficit
           where entry.company_id = p_company_id
             and entry.customer_id = p_customer_id
             and entry.created_at <= p_instant
             and entry.type_id in ('GNR', 'CNS_REVERSAL')
           union all
          select -drawn.paid_amount, -drawn.deficit_value, drawn.paid_value - drawn.deficit_value
            from hold_draws(p_company_id, p_customer_id, p_instant) drawn
           where not drawn.is_open
         ) part (amount, value, difference_value);
end
$$;
