-- Reads and writes of intentions (D5) for the engine, which decides their states.

-- The stored intention.
create function intention_of(p_company_id uuid, p_id uuid)
returns intention_state
language plpgsql stable as $$
declare
  found_intention  intention_state;
begin
  select i.company_id, i.id, i.customer_id, i.partner_key_id, i.external_id, i.fingerprint, i.status, i.subsidiary_name,
         i.subsidiary_key, i.purchase_value, i.points_amount, i.points_value, i.balance_amount, i.balance_value, i.wrong_codes,
         i.captured_amount, i.captured_value, i.record_id, i.retried_id, i.created_at, i.expires_at, i.authorized_at,
         i.ended_at, i.session_ref, i.code_step
    into found_intention
    from intention i
   where i.company_id = p_company_id
     and i.id = p_id;
  return found_intention;
end
$$;

-- Updates come before inserts, because a customer may have one open intention only.
create function write_intentions(p_company_id uuid, p_changes change[])
returns void
language plpgsql as $$
declare
  expected  bigint := (select count(*) from unnest(p_changes) c where (c.opened).id is not null);
  one       uuid;
  written   bigint := 0;
begin
  -- Without this condition, an update that changes nothing would still cost a plan on Citus.
  if exists (select from unnest(p_changes) c where c.intentions is not null) then
    update intention
       set status          = i.status,
           wrong_codes     = i.wrong_codes,
           captured_amount = i.captured_amount,
           captured_value  = i.captured_value,
           record_id       = i.record_id,
           authorized_at   = i.authorized_at,
           ended_at        = i.ended_at
      from unnest(p_changes) c
     cross join unnest(c.intentions) i
     where intention.company_id = p_company_id
       and intention.id = i.id;
  end if;
  if expected = 0 then
    return;
  end if;
  for one in
    insert into intention (
             company_id, id, customer_id, partner_key_id, external_id, fingerprint, status, subsidiary_name, subsidiary_key,
             purchase_value, points_amount, points_value, balance_amount, balance_value, created_at, expires_at, retried_id,
             session_ref, code_step)
    select p_company_id, (c.opened).id, c.customer_id, (c.opened).partner_key_id, (c.opened).external_id,
           (c.opened).fingerprint, (c.opened).status, (c.opened).subsidiary_name, (c.opened).subsidiary_key,
           (c.opened).purchase_value, (c.opened).points_amount, (c.opened).points_value, (c.opened).balance_amount,
           (c.opened).balance_value, (c.opened).created_at, (c.opened).expires_at, (c.opened).retried_id,
           (c.opened).session_ref, (c.opened).code_step
      from unnest(p_changes) c
     where (c.opened).id is not null
     order by (c.opened).external_id
    on conflict (company_id, external_id) do nothing
    returning intention.id
  loop
    written := written + 1;
  end loop;
  perform require_rows(written, expected);
end
$$;

-- Whether a member code has opened an intention (D14). The caller holds the customer's lock, so that concurrent requests with
-- the same code are decided one after the other.
create function is_code_used(p_company_id uuid, p_session_ref bytea, p_step integer)
returns boolean
language sql stable as $$
  select p_step is not null
     and exists (
           select
             from intention
            where intention.company_id = p_company_id
              and intention.session_ref = p_session_ref
              and intention.code_step = p_step)
$$;

-- The intention that a call with this external_id has created.
create function intentions_called(p_company_id uuid, p_external_id text)
returns table (id uuid, fingerprint bytea, partner_key_id uuid)
language sql stable as $$
  select intention.id, intention.fingerprint, intention.partner_key_id
    from intention
   where intention.company_id = p_company_id
     and intention.external_id = p_external_id
$$;

-- An intention, visible to its till and its customer only (T4). A null parameter means any till or any customer.
create function intention_for(p_company_id uuid, p_id uuid, p_partner_key_id uuid, p_customer_id uuid)
returns table (id uuid, customer_id uuid)
language sql stable as $$
  select intention.id, intention.customer_id
    from intention
   where intention.company_id = p_company_id
     and intention.id = p_id
     and intention.partner_key_id = coalesce(p_partner_key_id, intention.partner_key_id)
     and intention.customer_id = coalesce(p_customer_id, intention.customer_id)
$$;

-- The customer's intention whose end is not stored yet, open or overdue. There is at most one (D5). Without
-- one, all fields are null.
create function unended_intention(p_company_id uuid, p_customer_id uuid)
returns intention_state
language plpgsql stable as $$
declare
  intention_id  uuid;
begin
  select intention.id into intention_id
    from intention
   where intention.company_id = p_company_id
     and intention.customer_id = p_customer_id
     and intention.status in ('PENDING', 'AUTHORIZED');
  return case when found then intention_of(p_company_id, intention_id) end;
end
$$;

-- The customer's open intention that has not expired. Without one it returns no row.
create function awaited_intention(p_company_id uuid, p_customer_id uuid, p_now timestamptz)
returns setof intention_state
language plpgsql stable rows 1 as $$
declare
  i  intention_state := unended_intention(p_company_id, p_customer_id);
begin
  if i.expires_at > p_now then
    return next i;
  end if;
end
$$;

-- The first p_limit intentions whose time was over at p_now and whose end is not stored yet.
create function overdue_intentions(p_company_id uuid, p_now timestamptz, p_limit bigint)
returns table (id uuid)
language plpgsql stable as $$
begin
  return query
    select intention.id
      from intention
     where intention.company_id = p_company_id
       and intention.status in ('PENDING', 'AUTHORIZED')
       and intention.expires_at <= p_now
     order by intention.expires_at
     limit p_limit;
end
$$;

-- Replaces the fingerprints of an erased customer's requests by random bytes, because they identify the person (D16).
create function scramble_intentions(p_company_id uuid, p_customer_id uuid)
returns void
language plpgsql as $$
declare
  -- Random and stored nowhere, so the fingerprints cannot be computed again. In a variable, because Citus refuses volatile
  -- functions in an update.
  seed  bytea := uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid());
begin
  update intention
     set fingerprint = sha256(seed || uuid_send(intention.id))
   where intention.company_id = p_company_id
     and intention.customer_id = p_customer_id;
end
$$;
