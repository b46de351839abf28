-- Whether a till may ask this customer now, and for how much (T6, D5, D13).

-- refusal null: the till may ask. After a decline it may ask once, for fewer points than `below`; retried_id is the declined
-- intention. details holds the Retry-After, also for a request that is not below.
create type ask_terms as (refusal text, details jsonb, retried_id uuid, below bigint);

-- The caller holds the customer's lock.
create function permission_to_ask(
  p_company_id uuid, p_partner_key_id uuid, p_customer_id uuid, p_subsidiary_name text, p_now timestamptz)
returns ask_terms
language plpgsql stable as $$
declare
  asking    ask_terms;
  declined  intention;
  wait_s    integer := seconds_to_wait(p_company_id, p_partner_key_id, p_customer_id, p_now);
begin
  if wait_s > 0 then
    asking.refusal := 'too_many_requests';
    asking.details := jsonb_build_object('retry_after_s', wait_s);
    return asking;
  end if;

  select * into declined
    from intention
   where intention.company_id = p_company_id
     and intention.customer_id = p_customer_id
     and intention.partner_key_id = p_partner_key_id
     and intention.subsidiary_name = p_subsidiary_name
     and intention.status = 'DECLINED'
     -- Serves the index: an intention lives at most 60 minutes.
     and intention.created_at > p_now - interval '70 minutes'
     and intention.ended_at > p_now - interval '10 minutes'
   order by intention.ended_at desc
   limit 1;
  if not found then
    return asking;
  end if;
  asking.details := jsonb_build_object('retry_after_s', seconds_until(declined.ended_at + interval '10 minutes', p_now));
  -- One retry, however that ends: neither a second one nor a retry of the retry.
  if declined.retried_id is not null
     or exists (
          select
            from intention retry
           where retry.company_id = p_company_id
             and retry.retried_id = declined.id) then
    asking.refusal := 'intention_declined';
  else
    asking.retried_id := declined.id;
    asking.below := declined.points_amount;
  end if;
  return asking;
end
$$;

-- T6: seconds for which this key must leave this customer alone; 0 when it need not. Counted by key, not by shop, so that
-- new names of shops pass neither limit.
create function seconds_to_wait(
  p_company_id uuid, p_partner_key_id uuid, p_customer_id uuid, p_now timestamptz)
returns integer
language sql stable as $$
  with asked as materialized (
    -- What two days say: fifteen wrong codes of one day block the next.
    select intention.created_at, intention.ended_at, intention.wrong_codes,
           row_number() over (order by intention.created_at desc) as nth
      from intention
     where intention.company_id = p_company_id
       and intention.customer_id = p_customer_id
       and intention.partner_key_id = p_partner_key_id
       and intention.created_at > p_now - interval '49 hours'
  ), free as (
    -- Ten an hour.
    select asked.created_at + interval '1 hour' as at
      from asked
     where asked.nth = 10
     union all
    -- Three intentions' worth of wrong codes within a day, whether those were voided by them or cancelled just before: a
    -- day's rest after the last. So nobody has more than 19 guesses of a million a day.
    select last.ended_at + interval '24 hours'
      from (select max(asked.ended_at) as ended_at from asked where asked.wrong_codes > 0) last
     where (select sum(asked.wrong_codes) from asked where asked.ended_at > last.ended_at - interval '24 hours') >= 15
  )
  select coalesce(greatest(0, ceil(extract(epoch from max(free.at) - p_now))), 0)::integer
    from free
$$;
