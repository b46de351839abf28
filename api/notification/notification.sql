-- The customer's bell (D11): what happened, as type and figures. contract/notification.ts says what `data` holds of each type.

create function notify_customer(p_company_id uuid, p_customer_id uuid, p_type text, p_data jsonb, p_now timestamptz)
returns void
language plpgsql as $$
begin
  insert into notification (company_id, customer_id, type, data, created_at)
  values (p_company_id, p_customer_id, p_type, p_data, p_now);
end
$$;
