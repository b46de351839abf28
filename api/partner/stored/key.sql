-- Checks of a till's key (D3, T18).

-- The error code for a call with this key; null if the key allows it. p_partner_key_id is null for an unknown or revoked key.
create function error_of_key(
  p_partner_key_id uuid,
  p_scopes         text[],
  p_addresses      cidr[],   -- null: any address
  p_is_available   boolean,  -- whether the company is open
  p_scope          text,     -- the scope that the call requires
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

-- The key with this hash; no row for an unknown or revoked key. The wait_s lasts until it may look customers up again (T18).
-- The `limit 1` keeps each look-up separate: in a join the planner might read all keys of the company.
create function till_with(p_company_id uuid, p_key_hash bytea, p_now timestamptz)
returns table (
  id uuid, scopes text[], addresses cidr[], most_points_per_day bigint, last_used_on date, wait_s integer)
language sql stable as $$
  select partner_key.id, partner_key.scopes, partner_key.addresses, partner_key.most_points_per_day,
         partner_key.last_used_on, seconds_until(look_up_count.free_at, p_now)
    from partner_key
    left join look_up_count
           on look_up_count.company_id = partner_key.company_id
          and look_up_count.partner_key_id = partner_key.id
   where partner_key.company_id = p_company_id
     and partner_key.key_hash = p_key_hash
     and partner_key.revoked_at is null
   limit 1
$$;

-- The caller with this key, or the error code if the key does not allow the call. No row for an unknown or revoked key.
-- Writes the day of the key's last use once a day, so that a busy till's row is not written at every call.
create function identified_till(p_company_id uuid, p_key_hash bytea, p_scope text, p_address text, p_now timestamptz)
returns table (id uuid, error text)
language plpgsql as $$
declare
  today  date := day_of(p_company_id, p_now);
begin
  perform write_last_use(p_company_id, array_agg(partner_key.id), today)
     from partner_key
    where partner_key.company_id = p_company_id
      and partner_key.key_hash = p_key_hash
      and partner_key.revoked_at is null
      and partner_key.last_used_on is distinct from today
   having count(*) > 0;
  return query
    select partner_key.id,
           error_of_key(
             partner_key.id, partner_key.scopes, partner_key.addresses, is_open, p_scope, p_address)
      from partner_key
     cross join is_open(p_company_id) is_open
     where partner_key.company_id = p_company_id
       and partner_key.key_hash = p_key_hash
       and partner_key.revoked_at is null;
end
$$;
