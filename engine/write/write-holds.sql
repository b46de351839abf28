-- Writes the holds that the commands of a call open and end.

create function write_holds(p_company_id uuid, p_changes change[])
returns void
language plpgsql as $$
begin
  insert into hold (company_id, id, customer_id, amount, value, opened_after, opened_step, created_at, expires_at)
  select p_company_id, h.id, c.customer_id, h.amount, h.value, h.opened_after, h.opened_step, (c.balance).moved_at,
         h.expires_at
    from unnest(p_changes) c
   cross join unnest(c.holds) h;
  insert into hold_allocation (company_id, hold_id, position, lot_id, amount, value)
  select p_company_id, h.id, drawn.position, drawn.lot_id, drawn.amount, drawn.value
    from unnest(p_changes) c
   cross join unnest(c.holds) h
   cross join unnest(h.draws) with ordinality drawn (lot_id, amount, value, position);
end
$$;

create function write_hold_ends(p_company_id uuid, p_changes change[])
returns void
language plpgsql as $$
begin
  update hold_allocation
     set absorbed_amount        = part.paid_amount,
         absorbed_value         = part.paid_value,
         absorbed_deficit_value = part.deficit_value
    from unnest(p_changes) c
   cross join unnest(c.hold_ends) h
   cross join unnest(h.parts) part
   where hold_allocation.company_id = p_company_id
     and hold_allocation.hold_id = h.id
     and hold_allocation.lot_id = part.lot_id
     and part.paid_amount > 0;
  update hold
     set ended_after        = h.ended_after,
         ended_step         = h.ended_step,
         ended_at           = h.ended_at,
         captured_record_id = h.captured_record_id
    from unnest(p_changes) c
   cross join unnest(c.hold_ends) h
   where hold.company_id = p_company_id
     and hold.id = h.id;
end
$$;
