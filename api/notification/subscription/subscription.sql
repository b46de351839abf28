-- A customer's devices that get notices by Web Push (D21).

-- The subscriptions whose session has not ended.
create function subscriptions_of(p_company_id uuid, p_customer_id uuid, p_now timestamptz)
returns table (id uuid, session_ref bytea, endpoint text, p256dh bytea, auth bytea)
language plpgsql stable as $$
begin
  return query
    select one.id, one.session_ref, one.endpoint, one.p256dh, one.auth
      from push_subscription one
     where one.company_id = p_company_id
       and one.customer_id = p_customer_id
       and exists (
           select
             from customer_of_session_ref(p_company_id, one.session_ref, p_now) session
            where session.customer_id = p_customer_id)
     order by one.id;
end
$$;

-- Stores a subscription, or gives a browser's subscription to the customer who is signed in now. Deletes the oldest subscriptions
-- beyond p_max. A session without a ref gets p_new_ref. False: the customer is erased or the session has ended.
create function subscribe(
  p_company_id uuid, p_customer_id uuid, p_token_hash bytea, p_new_ref bytea, p_endpoint text, p_p256dh bytea, p_auth bytea,
  p_max integer, p_now timestamptz)
returns boolean
language plpgsql as $$
declare
  v_session_ref bytea;
begin
  -- Before the lock of the session: an erasure locks the customer first, then deletes the sessions.
  if not hold_customer(p_company_id, p_customer_id) then
    return false;
  end if;
  v_session_ref := session_ref_of(p_company_id, p_token_hash, p_new_ref);
  if v_session_ref is null then
    return false;
  end if;
  -- Serialise the subscriptions of a customer. Concurrent ones would not see each other's rows and would delete too few.
  perform pg_advisory_xact_lock(hashtextextended(p_company_id::text || p_customer_id::text, 0));
  insert into push_subscription (company_id, customer_id, session_ref, endpoint, p256dh, auth, created_at)
  values (p_company_id, p_customer_id, v_session_ref, p_endpoint, p_p256dh, p_auth, p_now)
  on conflict (company_id, endpoint) do update
     set customer_id = excluded.customer_id,
         session_ref = excluded.session_ref,
         p256dh = excluded.p256dh,
         auth = excluded.auth,
         created_at = excluded.created_at;
  delete from push_subscription
   where push_subscription.company_id = p_company_id
     and push_subscription.customer_id = p_customer_id
     and push_subscription.id not in (
         select kept.id
           from push_subscription kept
          where kept.company_id = p_company_id
            and kept.customer_id = p_customer_id
          order by kept.created_at desc, kept.id desc
          limit p_max);
  return true;
end
$$;
