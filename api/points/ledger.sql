-- The ledger's heart: the balance, its lots, consumption and grants (D4). hold.sql, generate.sql and reverse.sql lean on it.
-- The present truth, re-applied under the migration lock whenever it changes.
--
-- Each movement takes the balance row first and reads after, so that whatever happens to one customer happens one at a
-- time. Each returns its outcome, a refusal among them, and raises for defects alone, so that movements of many
-- customers can share one statement: a refused one has changed nothing. The clock is a parameter, read before the lock was
-- waited for: with the lock, a movement's instant is not before the customer's last one, so that records are in the order
-- of their times. Amounts are points, values are centavos.
--
-- A connection keeps its plans, and may have made them while the tables were empty. So the movements look up by keys,
-- whatever the planner believes of the tables' sizes: they are set to neither scan nor hash.

-- details: figures of a refusal, such as {"missing": 20}. record is null where refused.
create type movement as (refusal text, details jsonb, record points_record);

-- Of a lot, what one movement takes.
create type draw as (lot_id uuid, amount bigint, value bigint);

create function keep_balance(kept balance)
returns void
language plpgsql as $$
begin
  update balance
     set amount          = kept.amount,
         value           = kept.value,
         pending_amount  = kept.pending_amount,
         pending_value   = kept.pending_value,
         held_amount     = kept.held_amount,
         held_value      = kept.held_value,
         deficit_amount  = kept.deficit_amount,
         deficit_value   = kept.deficit_value,
         received_amount = kept.received_amount,
         spent_value     = kept.spent_value,
         difference_value = kept.difference_value,
         sequence        = kept.sequence,
         last_hash       = kept.last_hash,
         hold_steps      = kept.hold_steps,
         changes_at      = kept.changes_at,
         moved_at        = kept.moved_at
   where balance.company_id = kept.company_id
     and balance.customer_id = kept.customer_id;
end
$$;

-- What binds a record to all that came before it (I8): SHA-256 over the hash of the customer's record before it and every
-- column of its own. The instant as seconds: as text it would depend on the session's time zone.
create function record_hash(p_previous bytea, entry points_record)
returns bytea
language sql stable as $$
  select sha256(p_previous || convert_to(jsonb_build_array(
           entry.company_id, entry.id, entry.customer_id, entry.sequence, entry.type_id, entry.origin, entry.source_id,
           entry.reverses_id, entry.partner_key_id, entry.external_id, encode(entry.fingerprint, 'hex'), entry.subsidiary_name,
           entry.purchase_value, entry.amount, entry.value, entry.calculation, entry.available_on, entry.expires_on,
           entry.balance_amount, entry.balance_value, extract(epoch from entry.created_at))::text, 'UTF8'))
$$;

-- Writes a record as the customer's next, and the balance that it leaves. Null when its external_id is known already: the
-- insert waited until that was committed, and nothing has changed. No look before it: the key decides, and new sales do not
-- pay for repeats.
create function add_record(entry points_record, kept balance)
returns points_record
language plpgsql as $$
begin
  kept.sequence := kept.sequence + 1;
  entry.id := uuidv7();
  entry.company_id := kept.company_id;
  entry.customer_id := kept.customer_id;
  entry.sequence := kept.sequence;
  entry.balance_amount := case when kept.deficit_amount > 0 then 0 else kept.amount end;
  entry.balance_value := case when kept.deficit_amount > 0 then 0 else kept.value end;
  entry.hash := record_hash(kept.last_hash, entry);
  insert into points_record
  values (entry.*)
  on conflict (company_id, type_id, external_id) do nothing
  returning * into entry;
  if found then
    kept.last_hash := entry.hash;
    perform keep_balance(kept);
  end if;
  return entry;
end
$$;

-- The value of p_amount points out of p_whole_amount: rounded down; the last take the rest (D4). Exact: div() divides
-- integers, where a numeric's quotient is rounded.
create function part_of_value(p_value bigint, p_amount bigint, p_whole_amount bigint)
returns bigint
language sql immutable as $$
  select case when p_amount = p_whole_amount then p_value else div(p_value::numeric * p_amount, p_whole_amount)::bigint end
$$;

-- The points that a consumption of p_amount takes: the earliest expiry first, what never expires last, then the oldest
-- (D4). The caller has seen that there are enough.
create function draws(p_company_id uuid, p_customer_id uuid, p_amount bigint, p_now timestamptz)
returns draw[]
language plpgsql as $$
declare
  taken    draw[] := '{}';
  missing  bigint := p_amount;
  part     bigint;
  good     record;
begin
  if missing = 0 then
    return taken;
  end if;
  for good in
    select lot.id, lot.remaining_amount, lot.remaining_value
      from lot
     where lot.company_id = p_company_id
       and lot.customer_id = p_customer_id
       and lot.remaining_amount > 0
       and lot.expires_at > p_now
       and lot.available_at <= p_now
     order by lot.expires_at, lot.created_at, lot.id
  loop
    part := least(missing, good.remaining_amount);
    taken := taken || row(good.id, part, part_of_value(good.remaining_value, part, good.remaining_amount))::draw;
    missing := missing - part;
    if missing = 0 then
      return taken;
    end if;
  end loop;
  raise exception 'balance % of company % has % points more than its lots', p_customer_id, p_company_id, missing;
end
$$;

create function take_from_lots(p_company_id uuid, p_draws draw[])
returns void
language plpgsql as $$
declare
  taken draw;
begin
  foreach taken in array p_draws loop
    update lot
       set remaining_amount = lot.remaining_amount - taken.amount,
           remaining_value  = lot.remaining_value - taken.value
     where lot.company_id = p_company_id
       and lot.id = taken.lot_id;
  end loop;
end
$$;

create function value_of(p_draws draw[])
returns bigint
language sql immutable as $$
  select coalesce(sum(value), 0)::bigint from unnest(p_draws)
$$;

create function allocate(p_company_id uuid, p_record_id uuid, p_draws draw[])
returns void
language plpgsql as $$
begin
  insert into allocation (company_id, record_id, lot_id, absorbs_deficit, amount, value)
  select p_company_id, p_record_id, drawn.lot_id, false, -drawn.amount, -drawn.value
    from unnest(p_draws) drawn;
end
$$;

create function insufficient_balance(kept balance, p_amount bigint)
returns movement
language sql immutable as $$
  select row('insufficient_balance',
             jsonb_build_object('missing', p_amount - case when kept.deficit_amount > 0 then 0 else kept.amount end),
             null)::movement
$$;

-- The answer to a consumption whose external_id is known: its record, or a refusal when it was another one. Null: unknown.
create function consumption_again(
  p_company_id uuid, p_customer_id uuid, p_amount bigint, p_source_id uuid, p_external_id text)
returns movement
language sql stable as $$
  select case when entry.customer_id = p_customer_id
               and entry.amount = -p_amount
               and entry.source_id is not distinct from p_source_id
              then row(null, null, entry)::movement
              else row('idempotency_mismatch', null, null)::movement
         end
    from points_record entry
   where entry.company_id = p_company_id
     and entry.type_id = 'CNS'
     and entry.external_id = p_external_id
$$;

-- Draws p_amount points from the customer's lots: one record, its allocations, the balance. 0 is a record of a free prize.
-- Refused: insufficient_balance {"missing"}, idempotency_mismatch. A repeat of p_external_id gets the first record.
create function consume_points(
  p_company_id      uuid,
  p_customer_id     uuid,
  p_amount          bigint,
  p_origin          text,
  p_source_id       uuid,
  p_subsidiary_name text,
  p_purchase_value  bigint,
  p_partner_key_id  uuid,
  p_external_id     text,
  p_now             timestamptz
) returns movement
language plpgsql
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  kept   balance := take_balance(p_company_id, p_customer_id, p_now);
  taken  draw[];
  entry  points_record;
begin
  p_now := kept.moved_at;
  assert p_amount >= 0;
  if p_amount > 0 and (kept.deficit_amount > 0 or kept.amount < p_amount) then
    return coalesce(
      consumption_again(p_company_id, p_customer_id, p_amount, p_source_id, p_external_id),
      insufficient_balance(kept, p_amount));
  end if;

  taken := draws(p_company_id, p_customer_id, p_amount, p_now);
  entry.type_id := 'CNS';
  entry.origin := p_origin;
  entry.source_id := p_source_id;
  entry.subsidiary_name := p_subsidiary_name;
  entry.purchase_value := p_purchase_value;
  entry.partner_key_id := p_partner_key_id;
  entry.external_id := p_external_id;
  entry.amount := -p_amount;
  entry.value := -value_of(taken);
  entry.created_at := p_now;
  kept.amount := kept.amount + entry.amount;
  kept.value := kept.value + entry.value;
  kept.spent_value := kept.spent_value - entry.value;
  entry := add_record(entry, kept);
  if entry.id is null then
    return consumption_again(p_company_id, p_customer_id, p_amount, p_source_id, p_external_id);
  end if;

  perform take_from_lots(p_company_id, taken);
  perform allocate(p_company_id, entry.id, taken);
  return row(null, null, entry)::movement;
end
$$;

-- Points that come in: one record and, where it is worth any, one lot; what the customer owes is taken from it at once.
-- Null when the record's external_id is known already; then nothing has changed.
create function credit(entry points_record, kept balance, p_available_at timestamptz, p_expires_at timestamptz)
returns points_record
language plpgsql as $$
declare
  paid  deficit_payment := pay_deficit(kept, entry.amount, entry.value);
begin
  kept := paid.kept;
  if p_available_at > entry.created_at then
    kept.pending_amount := kept.pending_amount + entry.amount - paid.amount;
    kept.pending_value := kept.pending_value + entry.value - paid.value;
    kept.changes_at := least(kept.changes_at, p_available_at);
  else
    kept.amount := kept.amount + entry.amount - paid.amount;
    kept.value := kept.value + entry.value - paid.value;
    if entry.amount > paid.amount then
      kept.changes_at := least(kept.changes_at, p_expires_at);
    end if;
  end if;
  kept.received_amount := kept.received_amount + entry.amount;
  entry := add_record(entry, kept);
  if entry.id is null then
    return null;
  end if;

  if entry.amount > 0 then
    insert into lot (company_id, id, customer_id, amount, value, remaining_amount, remaining_value, available_at,
                     expires_at, created_at)
    values (entry.company_id, entry.id, entry.customer_id, entry.amount, entry.value, entry.amount - paid.amount,
            entry.value - paid.value, p_available_at, p_expires_at, entry.created_at);
  end if;
  if paid.amount > 0 then
    insert into allocation (company_id, record_id, lot_id, absorbs_deficit, amount, value, deficit_value)
    values (entry.company_id, entry.id, entry.id, true, -paid.amount, -paid.value, paid.deficit_value);
  end if;
  return entry;
end
$$;

-- Points that no purchase gave: a promotion's. Their value is by the company's points_per_real. p_expires_on: the last
-- day in the company's time zone, null: never. Never refused.
create function grant_points(
  p_company_id  uuid,
  p_customer_id uuid,
  p_amount      bigint,
  p_origin      text,
  p_source_id   uuid,
  p_calculation jsonb,
  p_expires_on  date,
  p_now         timestamptz
) returns movement
language plpgsql
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  kept        balance := take_balance(p_company_id, p_customer_id, p_now);
  entry       points_record;
  expires_at  timestamptz := 'infinity';
begin
  p_now := kept.moved_at;
  assert p_amount >= 0;
  entry.type_id := 'GNR';
  entry.origin := p_origin;
  entry.source_id := p_source_id;
  entry.amount := p_amount;
  entry.calculation := coalesce(p_calculation, '{}');
  entry.expires_on := p_expires_on;
  entry.created_at := p_now;
  select div(p_amount * 100::numeric, company.points_per_real),
         coalesce((p_expires_on + 1)::timestamp at time zone company.time_zone, 'infinity')
    into strict entry.value, expires_at
    from company
   where company.company_id = p_company_id;
  entry := credit(entry, kept, '-infinity', expires_at);
  perform settle_level(p_company_id, p_customer_id, p_now);
  return row(null, null, entry)::movement;
end
$$;
