-- Whether the customer has no points, and has had no movement since p_since (D16).
create function is_idle(p_company_id uuid, p_customer_id uuid, p_since timestamptz, p_now timestamptz)
returns boolean
language plpgsql stable as $$
begin
  return (
    select current.amount + current.pending_amount + current.held_amount = 0
           and coalesce(saved.moved_at < p_since, true)
      from current_balance(p_company_id, p_customer_id, p_now) current
     cross join saved_balance(p_company_id, p_customer_id) saved);
end
$$;
