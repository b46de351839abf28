-- What a till's key may do (D3, T18).

-- Why a key does not let a call in; null: it does. p_partner_key_id null: there is no such key, or it is revoked.
create function error_of_key(
  p_partner_key_id uuid,
  p_scopes         text[],
  p_addresses      cidr[],   -- null: from anywhere
  p_is_available   boolean,  -- the company is
  p_scope          text,     -- what the call asks of the key
  p_address        text)
returns text
language sql immutable as $$
  select case
           when p_partner_key_id is null then 'invalid_key'
           when not p_is_available then 'company_unavailable'
           when not p_scope = any (p_scopes) then 'forbidden'
           when p_addresses is not null and (p_address::inet <<= any (p_addresses)) is not true then 'forbidden'
         end
$$;
