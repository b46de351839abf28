-- How a purchase earns points: the calculation, the generation, and its simulation (D3, D4). Leans on ledger.sql and calculate.sql.

-- What a purchase would earn, and how that was calculated.
create type earning as (
  refusal       text,
  amount        bigint,
  value         bigint,
  calculation   jsonb,
  available_on  date,         -- null: at once
  available_at  timestamptz,
  expires_on    date,         -- null: never
  expires_at    timestamptz
);

-- What a purchase would earn now. p_points_value: centavos of the purchase that were paid with points.
-- Refused: unknown_calculation_rule, inactive_calculation_rule.
create function earn(
  p_company_id     uuid,
  p_customer_id    uuid,  -- null: nobody yet
  p_purchase_value bigint,
  p_points_value   bigint,
  p_rule           text,  -- a key or an id; null: the company's first rule that is valid today
  p_now            timestamptz
) returns earning
language plpgsql stable as $$
declare
  programme   record;
  rule        calculation_rule;
  today       date;
  earned      earning;
  base        bigint;
  multiplier  numeric := 1;
  points      record;
begin
  select company.time_zone, company.points_per_real into strict programme
    from company
   where company.company_id = p_company_id;
  today := (p_now at time zone programme.time_zone)::date;

  select * into rule
    from calculation_rule
   where calculation_rule.company_id = p_company_id
     -- Not one that has left the company's file.
     and calculation_rule.position is not null
     and (p_rule in (calculation_rule.key, calculation_rule.id::text)
          or p_rule is null
             and today between coalesce(valid_from, '-infinity') and coalesce(valid_to, 'infinity'))
   order by position
   limit 1;
  if rule.id is null and p_rule is not null then
    earned.refusal := 'unknown_calculation_rule';
    return earned;
  elsif rule.id is null or today < rule.valid_from or today > rule.valid_to then
    earned.refusal := 'inactive_calculation_rule';
    return earned;
  end if;

  -- The customer's level multiplies, where the rule lets it (D6). A customer who does not exist yet has no level.
  if rule.is_multiplied_by_level and p_customer_id is not null then
    multiplier := level_multiplier(p_company_id, p_customer_id, p_now);
  end if;
  base := p_purchase_value - case when rule.earns_on_points then 0 else p_points_value end;
  select * into strict points
    from purchase_points(
           rule.type, rule.rate, rule.cap,
           case when p_purchase_value >= rule.minimum_purchase_value then base else 0 end,
           multiplier, programme.points_per_real);
  earned.amount := points.amount;
  earned.value := points.value;
  earned := with_days(earned, rule, today, programme.time_zone);

  earned.calculation := jsonb_strip_nulls(jsonb_build_object(
    'rule_id', rule.id,
    'rule', rule.name,
    'type', rule.type,
    'rate', trim_scale(rule.rate),
    'base', base,
    'points_value', nullif(p_points_value, 0),
    'minimum_purchase_value', case when p_purchase_value < rule.minimum_purchase_value then rule.minimum_purchase_value end,
    'multiplier', trim_scale(multiplier),
    'cap', case when points.is_capped then rule.cap end,
    'points_per_real', programme.points_per_real,
    'rounding', 'down'));
  return earned;
end
$$;

-- The same for a key whose day may have a limit (T18); then the caller holds its lock. Refused also: daily_limit_reached.
create function earn_within_limit(
  p_company_id     uuid,
  p_partner_key_id uuid,
  p_customer_id    uuid,
  p_purchase_value bigint,
  p_points_value   bigint,
  p_rule           text,
  p_now            timestamptz,
  p_is_limited     boolean
) returns earning
language plpgsql stable as $$
declare
  earned earning := earn(p_company_id, p_customer_id, p_purchase_value, p_points_value, p_rule, p_now);
begin
  if earned.refusal is null and p_is_limited then
    if earned.amount > left_to_give(p_company_id, p_partner_key_id, local_day(p_company_id, p_now)) then
      earned.refusal := 'daily_limit_reached';
    end if;
  end if;
  return earned;
end
$$;

-- The company's date at p_now.
create function local_day(p_company_id uuid, p_now timestamptz)
returns date
language sql stable as $$
  select (p_now at time zone company.time_zone)::date from company where company.company_id = p_company_id
$$;

-- From when to when the points are good. The last good day is a date of the company's calendar, counted from the day on
-- which the points can be spent; a month from 31 January ends on the last of February.
create function with_days(earned earning, rule calculation_rule, p_today date, p_time_zone text)
returns earning
language plpgsql stable as $$
declare
  first_day date := p_today + rule.waiting_days;
begin
  earned.available_on := p_today + nullif(rule.waiting_days, 0);
  earned.available_at := coalesce(earned.available_on::timestamp at time zone p_time_zone, '-infinity');
  earned.expires_on := coalesce(
    first_day + rule.expires_in_days,
    first_day + make_interval(months => rule.expires_in_months),
    date_trunc(rule.expires_at_end_of, first_day::timestamp) + ('1 ' || rule.expires_at_end_of)::interval - interval '1 day');
  earned.expires_at := coalesce((earned.expires_on + 1)::timestamp at time zone p_time_zone, 'infinity');
  return earned;
end
$$;

-- A purchase earns points: one record, one lot, the balance, or a refusal and nothing at all.
-- A repeat of the same external_id gets the record that the first one made (D3).
create function generate_points(
  p_company_id      uuid,
  p_partner_key_id  uuid,
  p_customer_id     uuid,
  p_purchase_value  bigint,
  p_points_value    bigint,
  p_external_id     text,
  p_subsidiary_name text,
  p_rule            text,
  p_fingerprint     bytea,
  p_now             timestamptz,
  p_is_limited      boolean default false, -- whether the key's day has a limit (T18); then the caller holds its lock
  p_unlisted_in     integer default null   -- as subsidiary_named answers it
) returns movement
language plpgsql as $$
declare
  kept    balance := take_balance(p_company_id, p_customer_id, p_now);
  earned  earning;
  entry   points_record;
begin
  p_now := kept.moved_at;
  earned := earn_within_limit(
    p_company_id, p_partner_key_id, p_customer_id, p_purchase_value, p_points_value, p_rule, p_now, p_is_limited);
  if earned.refusal is not null then
    -- A repeat gets the first answer, also when the rule is gone since.
    return coalesce(
      answered_before(p_company_id, 'GNR', p_external_id, p_fingerprint),
      row(earned.refusal, null, null)::movement);
  end if;
  entry.type_id := 'GNR';
  entry.origin := 'api:/points/generate';
  entry.partner_key_id := p_partner_key_id;
  entry.external_id := p_external_id;
  entry.fingerprint := p_fingerprint;
  entry.subsidiary_name := p_subsidiary_name;
  entry.purchase_value := p_purchase_value;
  entry.amount := earned.amount;
  entry.value := earned.value;
  entry.calculation := earned.calculation;
  entry.available_on := earned.available_on;
  entry.expires_on := earned.expires_on;
  entry.created_at := p_now;
  entry := credit(entry, kept, earned.available_at, earned.expires_at);
  if entry.id is null then
    -- A repeat, of this customer's sale or another's.
    return answered_before(p_company_id, 'GNR', p_external_id, p_fingerprint);
  end if;

  perform note_unlisted(p_company_id, 'sale', entry.id, p_subsidiary_name, p_unlisted_in, p_now);
  if p_is_limited then
    perform note_given(p_company_id, p_partner_key_id, local_day(p_company_id, p_now), entry.amount);
  end if;
  perform tell_generation(entry, p_now);
  if entry.amount > 0 then
    perform notify_customer(p_company_id, p_customer_id, 'points_received', jsonb_build_object(
      'record_id', entry.id,
      'subsidiary_name', p_subsidiary_name,
      'points_amount', entry.amount,
      'points_value', entry.value), p_now);
  end if;
  perform settle_level(p_company_id, p_customer_id, p_now);
  return row(null, null, entry)::movement;
end
$$;

create function tell_generation(entry points_record, p_now timestamptz)
returns void
language plpgsql as $$
begin
  perform emit_event(entry.company_id, 'points.generated', jsonb_build_object(
    'id', entry.id,
    'customer_id', entry.customer_id,
    'external_id', entry.external_id,
    'subsidiary_name', entry.subsidiary_name,
    'purchase_value', entry.purchase_value,
    'points_amount', entry.amount,
    'points_value', entry.value,
    'available_at', entry.available_on,
    'expires_at', entry.expires_on,
    'balance', jsonb_build_object('amount_balance', entry.balance_amount, 'value_balance', entry.balance_value)), p_now);
end
$$;

-- Whether this very sale was made before. A repeat gets the first answer, whatever limits say by now.
create function is_repeated_sale(p_company_id uuid, p_external_id text, p_fingerprint bytea)
returns boolean
language plpgsql stable
set enable_seqscan = off
as $$
begin
  return exists (
    select
      from points_record
     where points_record.company_id = p_company_id
       and points_record.type_id = 'GNR'
       and points_record.external_id = p_external_id
       and points_record.fingerprint = p_fingerprint);
end
$$;

-- The answer to an external_id that is known: its record, or a refusal when the request is another. Null: not known.
create function answered_before(p_company_id uuid, p_type_id text, p_external_id text, p_fingerprint bytea)
returns movement
language sql stable as $$
  select case when entry.fingerprint = p_fingerprint
              then row(null, null, entry)::movement
              else row('idempotency_mismatch', null, null)::movement
         end
    from points_record entry
   where entry.company_id = p_company_id
     and entry.type_id = p_type_id
     and entry.external_id = p_external_id
$$;

-- Many tills' sales, each with who asks and who the customer is, found by their keys: one statement is the whole request.
create function asked_sales(asked jsonb)
returns table (
  n bigint, company_id uuid, partner_key_id uuid, refusal text, is_limited boolean, customer_id uuid, document text, purchase_value bigint,
  points_value bigint, external_id text, subsidiary_name text, rule text, fingerprint bytea,
  unlisted_in integer, subsidiary_refusal text)
language sql stable as $$
  select given.n, given.company_id, partner_key.id,
         coalesce(
           refusal_of_key(partner_key, company, given.scope, given.address),
           case when coalesce(by_document.id, by_phone.id, by_email.id) is null and given.document is null
                then 'customer_not_found'
           end),
         partner_key.most_points_per_day is not null,
         coalesce(by_document.id, by_phone.id, by_email.id), given.document, given.purchase_value, given.points_value,
         given.external_id, shop.name, given.rule, decode(given.fingerprint, 'hex'),
         shop.unlisted_in, shop.refusal
    from rows from (jsonb_to_recordset(asked) as (
           company_id uuid, key_hash text, scope text, address text, document text, phone text, email text, purchase_value bigint,
           points_value bigint, external_id text, subsidiary_name text, rule text, fingerprint text,
           subsidiary_key text
         )) with ordinality as given (
           company_id, key_hash, scope, address, document, phone, email, purchase_value,
           points_value, external_id, subsidiary_name, rule, fingerprint, subsidiary_key, n)
    left join partner_key
           on partner_key.company_id = given.company_id
          and partner_key.key_hash = decode(given.key_hash, 'hex')
          and partner_key.revoked_at is null
    left join company on company.company_id = partner_key.company_id
   cross join lateral subsidiary_named(company, given.subsidiary_name, given.subsidiary_key) shop
    left join customer by_document
           on by_document.company_id = partner_key.company_id and by_document.document = given.document
    left join customer by_phone
           on by_phone.company_id = partner_key.company_id and by_phone.phone = given.phone
    left join customer by_email
           on by_email.company_id = partner_key.company_id and by_email.email = given.email
$$;

-- Many tills' sales in one statement, each in the order of its customer, so that two batches at once cannot wait for
-- each other. Answers by n, the place in `asked`.
--
-- Unless p_waits, a sale whose customer another transaction has is refused as busy, to come again (database/batch.ts): the
-- others do not wait for it. `skip locked` takes the locks of all that are run. (`not p_waits` is said in the look itself: as
-- the join's condition it would be looked at when the locks are taken, and who waits would hold them out of their order.)
--
-- A connection keeps its plans, and may have made them while the tables were small. So look-ups go by their keys, whatever
-- the planner believes of the tables' sizes.
create function generate_points_batch(asked jsonb, p_now timestamptz, p_waits boolean default true)
returns table (n bigint, refusal text, record points_record)
language plpgsql
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  sale       record;
  generated  movement;
begin
  perform take_limited_keys(asked);
  for sale in
    select one.*, case when not p_waits and one.customer_id is not null and taken.company_id is null then 'busy' end as busy
      from asked_sales(asked) one
      left join lateral (
             select balance.company_id
               from balance
              where not p_waits
                and balance.company_id = one.company_id
                and balance.customer_id = one.customer_id
                and one.refusal is null
                for no key update skip locked) taken on true
     order by one.company_id, one.customer_id nulls last, one.document, one.n
  loop
    n := sale.n;
    refusal := coalesce(sale.refusal, sale.busy);
    record := null;
    if coalesce(refusal, sale.subsidiary_refusal) is null and sale.customer_id is null then
      generated := answered_before(sale.company_id, 'GNR', sale.external_id, sale.fingerprint);
      refusal := generated.refusal;
      -- A sale that is refused pre-registers nobody. A repeat gets the first answer, also in the batch of that answer.
      if refusal is null and (generated.record).id is null then
        refusal := (earn_within_limit(
          sale.company_id, sale.partner_key_id, null, sale.purchase_value, sale.points_value, sale.rule, p_now,
          sale.is_limited)).refusal;
      end if;
    end if;
    if refusal is null and sale.subsidiary_refusal is not null then
      -- A repeat gets the first answer, also where the shop has left the list since.
      generated := coalesce(
        answered_before(sale.company_id, 'GNR', sale.external_id, sale.fingerprint),
        row(sale.subsidiary_refusal, null, null)::movement);
      refusal := generated.refusal;
      record := generated.record;
    elsif refusal is null then
      generated := generate_points(
        sale.company_id, sale.partner_key_id,
        coalesce(sale.customer_id, pre_register(sale.company_id, sale.document, p_now)),
        sale.purchase_value, sale.points_value, sale.external_id, sale.subsidiary_name, sale.rule, sale.fingerprint,
        p_now, sale.is_limited, sale.unlisted_in);
      refusal := generated.refusal;
      record := generated.record;
    end if;
    return next;
  end loop;

  perform note_key_use(asked, p_now);
end
$$;

-- A document that no customer has yet: the points wait for the person (D3). The balance row is the ledger's lock, so it
-- is made with the customer.
create function pre_register(p_company_id uuid, p_document text, p_now timestamptz)
returns uuid
language plpgsql as $$
declare
  customer_id uuid;
begin
  insert into customer (company_id, document, login_type, is_pre_registered, created_at)
  values (p_company_id, p_document, 'PRE', true, p_now)
  on conflict (company_id, document) do nothing
  returning customer.id into customer_id;
  if found then
    insert into balance (company_id, customer_id) values (p_company_id, customer_id);
    return customer_id;
  end if;
  -- Another till, or the person, was first; the insert waited until that was committed.
  select customer.id into strict customer_id
    from customer
   where customer.company_id = p_company_id
     and customer.document = p_document;
  return customer_id;
end
$$;
