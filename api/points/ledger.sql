-- The ledger's functions: the present truth in one file, re-applied under the migration lock whenever it changes.
--
-- Each function takes the balance row first and reads after, so that whatever happens to one customer happens one at a
-- time. Each returns its outcome, a refusal among them, and raises for defects alone, so that movements of many
-- customers can share one statement. The clock is a parameter. Amounts are points, values are centavos.

create type generation as (refusal text, record points_record);

-- What a customer can spend at p_now: the kept balance, or, where a lot has left by its date since, the sum of the
-- lots that are good. No job has to run for points to expire (D4).
create function current_balance(p_company_id uuid, p_customer_id uuid, p_now timestamptz)
returns table (amount bigint, value bigint, received_amount bigint)
language sql stable as $$
  select case when p_now < kept.changes_at then kept.amount else good.amount end,
         case when p_now < kept.changes_at then kept.value else good.value end,
         kept.received_amount
    from balance kept
    left join lateral (
           select coalesce(sum(lot.remaining_amount), 0)::bigint as amount,
                  coalesce(sum(lot.remaining_value), 0)::bigint as value
             from lot
            where lot.company_id = kept.company_id
              and lot.customer_id = kept.customer_id
              and lot.remaining_amount > 0
              and lot.expires_at > p_now
         ) good on p_now >= kept.changes_at
   where kept.company_id = p_company_id
     and kept.customer_id = p_customer_id
$$;

-- A purchase earns points: one record, one lot, the balance, or a refusal and nothing at all.
-- A repeat of the same external_id gets the record that the first one made (D3).
create function generate_points(
  p_company_id      uuid,
  p_partner_key_id  uuid,
  p_customer_id     uuid,
  p_purchase_value  bigint,
  p_external_id     text,
  p_subsidiary_name text,
  p_rule_id         uuid,  -- null: the company's first rule
  p_fingerprint     bytea,
  p_now             timestamptz
) returns generation
language plpgsql as $$
declare
  kept       balance;
  rule       calculation_rule;
  programme  company;
  entry      points_record;
  leaves_at  timestamptz := 'infinity';
begin
  -- The lock: movements of this customer wait here, and each statement below sees what the one before it committed.
  select * into strict kept
    from balance
   where balance.company_id = p_company_id
     and balance.customer_id = p_customer_id
     for no key update;

  select * into strict programme
    from company
   where company.company_id = p_company_id;

  select * into rule
    from calculation_rule
   where calculation_rule.company_id = p_company_id
     and (calculation_rule.id = p_rule_id or p_rule_id is null and calculation_rule.position = 0);
  if not found then
    -- A repeat gets the first answer, also when the rule is gone since.
    return coalesce(
      generation_again(p_company_id, p_external_id, p_fingerprint),
      row('unknown_calculation_rule', null)::generation);
  end if;

  -- Lots that left by their date since the balance was kept go out of it before anything is added.
  if p_now >= kept.changes_at then
    select coalesce(sum(lot.remaining_amount), 0), coalesce(sum(lot.remaining_value), 0), coalesce(min(lot.expires_at), 'infinity')
      into kept.amount, kept.value, kept.changes_at
      from lot
     where lot.company_id = p_company_id
       and lot.customer_id = p_customer_id
       and lot.remaining_amount > 0
       and lot.expires_at > p_now;
  end if;

  -- Exact decimals, rounded down, once (D4).
  entry.amount := 0;
  entry.value := 0;
  if p_purchase_value >= rule.minimum_purchase_value then
    if rule.type = 'POINTS_PER_REAL' then
      entry.amount := floor(p_purchase_value * rule.rate / 100);
      entry.value := floor(entry.amount * 100::numeric / programme.points_per_real);
    else
      entry.value := floor(p_purchase_value * rule.rate / 100);
      entry.amount := floor(entry.value * programme.points_per_real::numeric / 100);
    end if;
  end if;

  -- The last good day is a date of the company's calendar; a month from 31 January ends on the last of February.
  if rule.expires_in_days is not null or rule.expires_in_months is not null then
    entry.expires_on := (p_now at time zone programme.time_zone)::date
      + make_interval(months => coalesce(rule.expires_in_months, 0), days => coalesce(rule.expires_in_days, 0));
    leaves_at := (entry.expires_on + 1)::timestamp at time zone programme.time_zone;
  end if;

  insert into points_record (
           company_id, customer_id, sequence, type_id, origin, partner_key_id, external_id, fingerprint,
           subsidiary_name, purchase_value, amount, value, calculation, expires_on,
           balance_amount, balance_value, created_at)
  values (p_company_id, p_customer_id, kept.sequence + 1, 'GNR', 'api:/points/generate', p_partner_key_id,
          p_external_id, p_fingerprint, p_subsidiary_name, p_purchase_value, entry.amount, entry.value,
          jsonb_build_object(
            'rule', rule.name,
            'type', rule.type,
            'rate', trim_scale(rule.rate),
            'base', p_purchase_value,
            'points_per_real', programme.points_per_real,
            'rounding', 'down'),
          entry.expires_on, kept.amount + entry.amount, kept.value + entry.value, p_now)
  on conflict (company_id, type_id, external_id) do nothing
  returning * into entry;
  if not found then
    -- A repeat, of this customer's sale or another's: the insert waited until that was committed. No look before it: the
    -- key decides, and new sales do not pay for repeats.
    return generation_again(p_company_id, p_external_id, p_fingerprint);
  end if;

  if entry.amount > 0 then
    insert into lot (company_id, id, customer_id, remaining_amount, remaining_value, expires_at)
    values (p_company_id, entry.id, p_customer_id, entry.amount, entry.value, leaves_at);
  else
    leaves_at := 'infinity';
  end if;

  update balance
     set amount          = entry.balance_amount,
         value           = entry.balance_value,
         received_amount = kept.received_amount + entry.amount,
         sequence        = entry.sequence,
         changes_at      = least(kept.changes_at, leaves_at)
   where balance.company_id = p_company_id
     and balance.customer_id = p_customer_id;

  return row(null, entry)::generation;
end
$$;

-- The answer to an external_id that is known: its record, or a refusal when the request is another. Null: not known.
create function generation_again(p_company_id uuid, p_external_id text, p_fingerprint bytea)
returns generation
language sql stable as $$
  select case when entry.fingerprint = p_fingerprint
              then row(null, entry)::generation
              else row('idempotency_mismatch', null)::generation
         end
    from points_record entry
   where entry.company_id = p_company_id
     and entry.type_id = 'GNR'
     and entry.external_id = p_external_id
$$;

-- Many tills' sales in one statement, each in the order of its customer, so that two batches at once cannot wait for
-- each other. Answers by n, the place in `asked`. Who asks is checked here too: one statement is the whole request.
--
-- A connection keeps its plans, and may have made them while the tables were small. So look-ups go by their keys, whatever
-- the planner believes of the tables' sizes.
create function generate_points_batch(asked jsonb, p_now timestamptz)
returns table (n bigint, refusal text, record points_record)
language plpgsql
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  sale       record;
  generated  generation;
begin
  for sale in
    select one.n, one.partner_key_id, one.is_available, one.is_allowed, one.company_id, one.customer_id, one.document,
           one.purchase_value, one.external_id, one.subsidiary_name, one.rule_id, one.fingerprint
      from (select given.n, given.company_id, given.document, given.purchase_value, given.external_id,
                   given.subsidiary_name, given.rule_id, decode(given.fingerprint, 'hex') as fingerprint,
                   partner_key.id as partner_key_id,
                   company.blocked_at is null and not company.maintenance as is_available,
                   given.scope = any (partner_key.scopes) as is_allowed,
                   coalesce(by_document.id, by_phone.id, by_email.id) as customer_id
              from rows from (jsonb_to_recordset(asked) as (
                     company_id uuid, key_hash text, scope text, document text, phone text, email text, purchase_value bigint,
                     external_id text, subsidiary_name text, rule_id uuid, fingerprint text
                   )) with ordinality as given (
                     company_id, key_hash, scope, document, phone, email, purchase_value,
                     external_id, subsidiary_name, rule_id, fingerprint, n)
              left join partner_key
                     on partner_key.company_id = given.company_id
                    and partner_key.key_hash = decode(given.key_hash, 'hex')
                    and partner_key.revoked_at is null
              left join company on company.company_id = partner_key.company_id
              left join customer by_document
                     on by_document.company_id = partner_key.company_id and by_document.document = given.document
              left join customer by_phone
                     on by_phone.company_id = partner_key.company_id and by_phone.phone = given.phone
              left join customer by_email
                     on by_email.company_id = partner_key.company_id and by_email.email = given.email) one
     order by one.company_id, one.customer_id nulls last, one.document, one.n
  loop
    n := sale.n;
    if sale.partner_key_id is null then
      refusal := 'unauthenticated';
      record := null;
    elsif not sale.is_available then
      refusal := 'company_unavailable';
      record := null;
    elsif not sale.is_allowed then
      refusal := 'forbidden';
      record := null;
    elsif sale.customer_id is null and sale.document is null then
      refusal := 'customer_not_found';
      record := null;
    else
      generated := generate_points(
        sale.company_id, sale.partner_key_id,
        coalesce(sale.customer_id, pre_register(sale.company_id, sale.document, p_now)),
        sale.purchase_value, sale.external_id, sale.subsidiary_name, sale.rule_id, sale.fingerprint, p_now);
      refusal := generated.refusal;
      record := generated.record;
    end if;
    return next;
  end loop;

  -- Once a day a key, so that a busy till's row is not written at every sale.
  update partner_key
     set last_used_on = p_now::date
   where (partner_key.company_id, partner_key.key_hash) in (
           select given.company_id, decode(given.key_hash, 'hex')
             from jsonb_to_recordset(asked) as given (company_id uuid, key_hash text))
     and partner_key.last_used_on is distinct from p_now::date
     and partner_key.revoked_at is null;
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
