-- Whether a till may request points of this customer now, and how many (T6, D5, D13).

-- error null: the till may request points. After a decline any till of the shop may do so once more, for fewer points than `below`;
-- retried_id is then the declined intention. The Retry-After is in details, also for the error of a request for `below` points or more.
create type ask_terms as (error text, details jsonb, retried_id uuid, below bigint);

-- The caller holds the customer's lock.
create function terms_to_ask(
  p_company_id uuid, p_partner_key_id uuid, p_customer_id uuid, p_subsidiary_key text, p_now timestamptz)
returns ask_terms
language plpgsql stable as $$
declare
  terms     ask_terms;
  declined  record;
  wait_s    integer := seconds_to_wait(p_company_id, p_partner_key_id, p_customer_id, p_now);
begin
  if wait_s > 0 then
    terms.error := 'too_many_requests';
    terms.details := jsonb_build_object('retry_after_s', wait_s);
    return terms;
  end if;

  select intention.id, intention.retried_id, intention.points_amount, intention.ended_at into declined
    from intention
   where intention.company_id = p_company_id
     and intention.customer_id = p_customer_id
     and intention.subsidiary_key = p_subsidiary_key
     and intention.status = 'DECLINED'
     -- Lets the index on created_at be used: a recently ended intention was created recently.
     and intention.created_at > p_now - make_interval(mins => max_intention_minutes() + decline_minutes())
     and intention.ended_at > p_now - make_interval(mins => decline_minutes())
   order by intention.ended_at desc
   limit 1;
  if not found then
    return terms;
  end if;
  terms.details := jsonb_build_object(
    'retry_after_s', seconds_until(declined.ended_at + make_interval(mins => decline_minutes()), p_now));
  -- Only one retry is allowed, whatever its outcome.
  if declined.retried_id is not null
     or exists (
          select
            from intention retry
           where retry.company_id = p_company_id
             and retry.retried_id = declined.id) then
    terms.error := 'intention_declined';
  else
    terms.retried_id := declined.id;
    terms.below := declined.points_amount;
  end if;
  return terms;
end
$$;

-- Seconds until this key may open an intention for this customer; 0: now (T6). Counted by key, not by shop, so that a new shop
-- name resets no limit. No intention is open here: one without a written end has expired.
create function seconds_to_wait(
  p_company_id uuid, p_partner_key_id uuid, p_customer_id uuid, p_now timestamptz)
returns integer
language plpgsql stable as $$
declare
  nth_at       timestamptz;  -- when the tenth-last intention was created
  wrong_at     timestamptz;  -- when the last intention with a wrong code ended
  wrong_codes  bigint;
begin
  select max(asked.created_at) filter (where asked.nth = max_intentions_per_hour()),
         max(asked.over_at) filter (where asked.wrong_codes > 0)
    into nth_at, wrong_at
    from (select intention.created_at, coalesce(intention.ended_at, intention.expires_at) as over_at, intention.wrong_codes,
                 row_number() over (order by intention.created_at desc) as nth
            from intention
           where intention.company_id = p_company_id
             and intention.customer_id = p_customer_id
             and intention.partner_key_id = p_partner_key_id
             and intention.created_at > p_now - make_interval(hours => intention_history_hours())) asked;
  -- 15 wrong codes within a day block the key for a day from the last one. They count even if the till cancelled the intention
  -- before the fifth code. So a key has at most 19 guesses a day, of 1 million codes.
  if wrong_at is not null then
    select sum(intention.wrong_codes) into wrong_codes
      from intention
     where intention.company_id = p_company_id
       and intention.customer_id = p_customer_id
       and intention.partner_key_id = p_partner_key_id
       and intention.created_at > p_now - make_interval(hours => intention_history_hours())
       and coalesce(intention.ended_at, intention.expires_at) > wrong_at - interval '24 hours';
  end if;
  return greatest(
    seconds_until(nth_at + interval '1 hour', p_now),
    case when wrong_codes >= max_wrong_codes_per_day() then seconds_until(wrong_at + interval '24 hours', p_now) end,
    0);
end
$$;
