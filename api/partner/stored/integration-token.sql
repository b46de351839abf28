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

-- Deletes at most p_limit tokens that expired by p_until. Returns their number.
create function purge_integration_tokens(p_company_id uuid, p_until timestamptz, p_limit bigint)
returns bigint
language plpgsql as $$
declare
  purged  bigint;
begin
  delete from integration_token
   where integration_token.company_id = p_company_id
     and integration_token.expires_at < p_until
     and integration_token.customer_id in (
           select expired.customer_id
             from integration_token expired
            where expired.company_id = p_company_id
              and expired.expires_at < p_until
            limit p_limit);
  get diagnostics purged = row_count;
  return purged;
end
$$;
