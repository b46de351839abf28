-- The customer that a till names (D3, D14), by exactly one of the keys. The other parameters are null.

-- A key of an absorbed account names the account into which it was merged.
--
-- Node has checked the MAC of the code from which p_session_ref comes. A code whose session has ended names nobody.
create function named_customers(
  p_company_id uuid, p_document text, p_phone text, p_email text, p_session_ref bytea, p_now timestamptz)
returns table (id uuid, may_spend boolean)
language sql stable as $$
  select by_key.id, by_key.may_spend
    from customers_with(p_company_id, p_document, p_phone, p_email) named
   cross join lateral person_of(p_company_id, coalesce(merged_into(p_company_id, named.id), named.id)) by_key
   union all
  select by_code.id, by_code.may_spend
    from customer_of_session_ref(p_company_id, p_session_ref, p_now) session
   cross join lateral person_of(p_company_id, session.customer_id) by_code
$$;
