-- Functions that delete the subscription club's tokens (R12.2), for other folders.

create function drop_integration_token(p_company_id uuid, p_customer_id uuid)
returns void
language plpgsql as $$
begin
  delete from integration_token
   where integration_token.company_id = p_company_id
     and integration_token.customer_id = p_customer_id;
end
$$;

-- Deletes tokens that expired by p_until.
create function purge_integration_tokens(p_until timestamptz)
returns void
language plpgsql as $$
begin
  delete from integration_token
   where integration_token.company_id in (select one.company_id from companies() one)
     and integration_token.expires_at < p_until;
end
$$;
