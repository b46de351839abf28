-- The instant of the customer's last record or hold; null: the customer has neither. The column balance.moved_at is later after
-- the level was settled, which is no act of the customer.
create function last_movement_at(p_company_id uuid, p_customer_id uuid)
returns timestamptz
language plpgsql stable as $$
begin
  return greatest(
    (select entry.created_at
       from points_record entry
      where entry.company_id = p_company_id
        and entry.customer_id = p_customer_id
      order by entry.sequence desc
      limit 1),
    (select hold.created_at
       from hold
      where hold.company_id = p_company_id
        and hold.customer_id = p_customer_id
      order by hold.opened_step desc
      limit 1));
end
$$;
