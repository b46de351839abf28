-- A till asks for points, which are held from then on (D5, T6). Leans on intention.sql and hold.sql.

-- The till's wish: the points are held, or a refusal and nothing at all. The same external_id again gets the same
-- intention, as it is by now. Exactly one of p_points_amount and p_points_value is given.
create function open_intention(
  p_company_id      uuid,
  p_partner_key_id  uuid,
  p_customer_id     uuid,
  p_external_id     text,
  p_fingerprint     bytea,
  p_subsidiary_name text,
  p_purchase_value  bigint,
  p_points_amount   bigint,
  p_points_value    bigint,
  p_now             timestamptz,
  p_unlisted_in     integer default null  -- as subsidiary_named answers it
) returns intention_outcome
language plpgsql as $$
declare
  known   intention;
  entry   intention;
  before  record;
  held    movement;
  most    bigint;
  asking  ask_terms;
begin
  -- The lock: whatever happens to this customer's points waits here. A hold whose time is over frees its points.
  p_now := (take_balance(p_company_id, p_customer_id, p_now)).moved_at;

  select * into known
    from intention
   where intention.company_id = p_company_id
     and intention.external_id = p_external_id;
  if found then
    return intention_again(known, p_partner_key_id, p_fingerprint, p_now);
  end if;

  if not may_spend(p_company_id, p_customer_id) then
    return row('contact_unconfirmed', null, null)::intention_outcome;
  end if;

  select * into known
    from intention
   where intention.company_id = p_company_id
     and intention.customer_id = p_customer_id
     and intention.status in ('PENDING', 'AUTHORIZED');
  if found then
    if known.expires_at > p_now then
      return row('intention_open', null, null)::intention_outcome;
    end if;
    perform end_intention(known, 'EXPIRED', p_now);
  end if;

  asking := permission_to_ask(p_company_id, p_partner_key_id, p_customer_id, p_subsidiary_name, p_now);
  if asking.refusal is not null then
    return row(asking.refusal, asking.details, null)::intention_outcome;
  end if;

  select * into before from current_balance(p_company_id, p_customer_id, p_now);
  if p_points_value > p_purchase_value then
    return row('points_exceed_purchase', null, null)::intention_outcome;
  elsif p_points_value > before.value then
    return row('insufficient_balance', jsonb_build_object('missing_value', p_points_value - before.value), null)::intention_outcome;
  end if;
  entry.id := uuidv7();
  entry.points_amount := coalesce(
    p_points_amount, points_worth(p_company_id, p_customer_id, p_points_value, p_now));
  if entry.points_amount >= asking.below then
    return row('intention_declined', asking.details, null)::intention_outcome;
  end if;
  -- No more than pay for the purchase; the last one may be worth more than is left of it.
  if p_points_amount <= before.amount and before.value >= p_purchase_value then
    most := points_worth(p_company_id, p_customer_id, p_purchase_value, p_now);
    if p_points_amount > most then
      return row('points_exceed_purchase', jsonb_build_object('most', most), null)::intention_outcome;
    end if;
  end if;
  select p_now + make_interval(mins => company.intention_minutes) into strict entry.expires_at
    from company
   where company.company_id = p_company_id;
  held := hold_points(p_company_id, p_customer_id, entry.id, entry.points_amount, entry.expires_at, p_now);
  if held.refusal is not null then
    return row(held.refusal, held.details, null)::intention_outcome;
  end if;

  insert into intention (
           company_id, id, customer_id, partner_key_id, external_id, fingerprint, status, subsidiary_name,
           purchase_value, points_amount, points_value, balance_amount, balance_value, created_at, expires_at,
           retried_id)
  values (p_company_id, entry.id, p_customer_id, p_partner_key_id, p_external_id, p_fingerprint, 'PENDING',
          p_subsidiary_name, p_purchase_value, entry.points_amount, (held.details ->> 'value')::bigint,
          before.amount, before.value, p_now, entry.expires_at,
          asking.retried_id)
  on conflict (company_id, external_id) do nothing
  returning * into entry;
  if not found then
    -- The same external_id for another customer was first; the insert waited until that was committed.
    perform release_hold(p_company_id, entry.id, p_now);
    return row('idempotency_mismatch', null, null)::intention_outcome;
  end if;
  perform note_unlisted(p_company_id, 'intention', entry.id, p_subsidiary_name, p_unlisted_in, p_now);
  perform intention_changed(entry, p_now);
  return row(null, null, entry)::intention_outcome;
end
$$;

-- The answer to an external_id that is known. The caller holds the customer's lock if the customer is the same.
create function intention_again(known intention, p_partner_key_id uuid, p_fingerprint bytea, p_now timestamptz)
returns intention_outcome
language plpgsql as $$
begin
  if known.fingerprint <> p_fingerprint or known.partner_key_id <> p_partner_key_id then
    return row('idempotency_mismatch', null, null)::intention_outcome;
  end if;
  return row(null, null, take_intention(known.company_id, known.id, p_partner_key_id, null, p_now))::intention_outcome;
end
$$;

-- The fewest points that are worth p_value centavos or more, in the order of draws(); at least one. The last lot is drawn
-- in part: n of its a points are worth floor(n v / a), so m missing centavos need ceil(m a / v) points. The caller has
-- checked that all the customer's points together are worth p_value.
create function points_worth(p_company_id uuid, p_customer_id uuid, p_value bigint, p_now timestamptz)
returns bigint
language plpgsql stable
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  enough   bigint := 0;
  missing  bigint := p_value;
  good     record;
begin
  for good in
    select lot.remaining_amount, lot.remaining_value
      from lot
     where lot.company_id = p_company_id
       and lot.customer_id = p_customer_id
       and lot.remaining_amount > 0
       and lot.expires_at > p_now
       and lot.available_at <= p_now
     order by lot.expires_at, lot.created_at, lot.id
  loop
    if good.remaining_value >= missing then
      return enough + greatest(
        case when missing = 0 then 0
             else div(missing::numeric * good.remaining_amount + good.remaining_value - 1, good.remaining_value)::bigint
        end,
        1 - enough);
    end if;
    enough := enough + good.remaining_amount;
    missing := missing - good.remaining_value;
  end loop;
  raise exception 'the lots of customer % of company % are worth % less than the balance', p_customer_id, p_company_id, missing;
end
$$;

-- T18: that nobody is found tells something too, so it counts as a miss of the key's look-ups.
create function missed_customer(p_company_id uuid, p_partner_key_id uuid, p_now timestamptz)
returns intention_outcome
language plpgsql as $$
declare
  wait_s  integer := count_miss(p_company_id, p_partner_key_id, p_now);
begin
  if wait_s > 0 then
    return row('too_many_requests', jsonb_build_object('retry_after_s', wait_s), null)::intention_outcome;
  end if;
  return row('customer_not_found', null, null)::intention_outcome;
end
$$;

-- Whether this very intention was opened before. A repeat gets the first answer, whatever limits or lists say by now.
create function is_repeated_intention(p_company_id uuid, p_external_id text, p_fingerprint bytea)
returns boolean
language plpgsql stable as $$
begin
  return exists (
    select
      from intention
     where intention.company_id = p_company_id
       and intention.external_id = p_external_id
       and intention.fingerprint = p_fingerprint);
end
$$;

-- Many tills' wishes in one statement; who asks is checked here too. As generate_points_batch: in the order of their
-- customers, none of them waited for unless p_waits, and by keys, whatever the planner believes of the tables' sizes.
create function open_intentions(asked jsonb, p_now timestamptz, p_waits boolean default true)
returns table (n bigint, refusal text, details jsonb, intention intention)
language plpgsql
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  wish     record;
  outcome  intention_outcome;
begin
  for wish in
    select given.n, given.company_id, given.external_id, shop.name as subsidiary_name, shop.unlisted_in,
           shop.refusal as subsidiary_refusal, given.purchase_value, given.points_amount,
           given.points_value, decode(given.fingerprint, 'hex') as fingerprint, partner_key.id as partner_key_id,
           refusal_of_key(partner_key, company, given.scope, given.address) as refusal,
           coalesce(seconds_until(look_up_count.free_at, p_now), 0) as look_up_wait_s,
           coalesce(by_document.id, by_phone.id, by_email.id) as customer_id,
           not p_waits and taken.company_id is null as is_busy
      from rows from (jsonb_to_recordset(asked) as (
             company_id uuid, key_hash text, scope text, address text, document text, phone text, email text, purchase_value bigint,
             points_amount bigint, points_value bigint, external_id text, subsidiary_name text, fingerprint text,
             subsidiary_key text
           )) with ordinality as given (
             company_id, key_hash, scope, address, document, phone, email, purchase_value,
             points_amount, points_value, external_id, subsidiary_name, fingerprint, subsidiary_key, n)
      left join partner_key
             on partner_key.company_id = given.company_id
            and partner_key.key_hash = decode(given.key_hash, 'hex')
            and partner_key.revoked_at is null
      left join company on company.company_id = partner_key.company_id
     cross join lateral subsidiary_named(company, given.subsidiary_name, given.subsidiary_key) shop
      left join look_up_count
             on look_up_count.company_id = partner_key.company_id
            and look_up_count.partner_key_id = partner_key.id
      left join customer by_document
             on by_document.company_id = partner_key.company_id and by_document.document = given.document
      left join customer by_phone
             on by_phone.company_id = partner_key.company_id and by_phone.phone = given.phone
      left join customer by_email
             on by_email.company_id = partner_key.company_id and by_email.email = given.email
      left join lateral (
             select balance.company_id
               from balance
              where not p_waits
                and balance.company_id = partner_key.company_id
                and balance.customer_id = coalesce(by_document.id, by_phone.id, by_email.id)
                for no key update skip locked) taken on true
     -- Each locks: the customer's balance, or for nobody the key's look-ups.
     order by given.company_id, customer_id nulls last,
              case when coalesce(by_document.id, by_phone.id, by_email.id) is null then partner_key.id end, given.n
  loop
    if wish.refusal is not null then
      outcome := row(wish.refusal, null, null)::intention_outcome;
    elsif wish.look_up_wait_s > 0 and not is_repeated_intention(wish.company_id, wish.external_id, wish.fingerprint) then
      outcome := row('too_many_requests', jsonb_build_object('retry_after_s', wish.look_up_wait_s), null)::intention_outcome;
    elsif wish.customer_id is null then
      outcome := missed_customer(wish.company_id, wish.partner_key_id, p_now);
    elsif wish.subsidiary_refusal is not null
          and not is_repeated_intention(wish.company_id, wish.external_id, wish.fingerprint) then
      outcome := row(wish.subsidiary_refusal, null, null)::intention_outcome;
    elsif wish.is_busy then
      outcome := row('busy', null, null)::intention_outcome;
    else
      outcome := open_intention(
        wish.company_id, wish.partner_key_id, wish.customer_id, wish.external_id, wish.fingerprint, wish.subsidiary_name,
        wish.purchase_value, wish.points_amount, wish.points_value, p_now, wish.unlisted_in);
    end if;
    n := wish.n;
    refusal := outcome.refusal;
    details := outcome.details;
    intention := outcome.intention;
    return next;
  end loop;
  perform note_key_use(asked, p_now);
end
$$;
