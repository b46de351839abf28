-- What a till's key may do (D3, T18).

-- Why a key's call is not even looked at; null when it is.
create function refusal_of_key(known partner_key, programme company, p_scope text, p_address text)
returns text
language sql immutable as $$
  select case when known.id is null then 'invalid_key'
              when programme.blocked_at is not null or programme.maintenance then 'company_unavailable'
              when not p_scope = any (known.scopes) then 'forbidden'
              when known.addresses is not null and (p_address::inet <<= any (known.addresses)) is not true then 'forbidden'
         end
$$;

-- Once a day a key, so that a busy till's row is not written at every call.
create function note_key_use(asked jsonb, p_now timestamptz)
returns void
language sql as $$
  update partner_key
     set last_used_on = (p_now at time zone 'UTC')::date
   where (partner_key.company_id, partner_key.key_hash) in (
           select given.company_id, decode(given.key_hash, 'hex')
             from jsonb_to_recordset(asked) as given (company_id uuid, key_hash text))
     and partner_key.last_used_on is distinct from (p_now at time zone 'UTC')::date
     and partner_key.revoked_at is null
$$;

-- Locks the keys whose day has a limit, so that no two batches spend the same rest of it. In order, and before any
-- customer: who has a customer waits for no key.
create function take_limited_keys(asked jsonb)
returns void
language plpgsql
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
begin
  perform partner_key.id
     from partner_key
    where (partner_key.company_id, partner_key.key_hash) in (
            select given.company_id, decode(given.key_hash, 'hex')
              from jsonb_to_recordset(asked) as given (company_id uuid, key_hash text))
      and partner_key.most_points_per_day is not null
    order by partner_key.company_id, partner_key.id
      for no key update;
end
$$;

-- The points that a key may still give today. Its lock is held.
create function left_to_give(p_company_id uuid, p_partner_key_id uuid, p_today date)
returns bigint
language sql stable as $$
  select partner_key.most_points_per_day
         - case when partner_key.given_on = p_today then partner_key.given_amount else 0 end
    from partner_key
   where partner_key.company_id = p_company_id
     and partner_key.id = p_partner_key_id
$$;

create function note_given(p_company_id uuid, p_partner_key_id uuid, p_today date, p_amount bigint)
returns void
language sql as $$
  update partner_key
     set given_amount = case when partner_key.given_on = p_today then partner_key.given_amount else 0 end + p_amount,
         given_on = p_today
   where partner_key.company_id = p_company_id
     and partner_key.id = p_partner_key_id
$$;
