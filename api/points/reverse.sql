-- What is undone (D4): a purchase that comes back, in whole or in part, and a consumption. Leans on ledger.sql.

-- How much of p_earned goes with p_returned of a purchase: rounded, halves up, over all returns so far, so that returns
-- in parts take what one return would.
create function share_returned(p_earned bigint, p_returned bigint, p_purchase_value bigint)
returns bigint
language sql immutable as $$
  select div(2 * p_earned::numeric * p_returned + p_purchase_value, 2 * p_purchase_value::numeric)::bigint
$$;

-- Takes back what a purchase earned, for p_returned_value centavos of it (null: all that is left): first what is left of
-- its lot, then as the company chose: `deficit`, the rest is owed, and the next credits pay it; `clamp`, the rest is let
-- go; `pending_only`, nothing is taken but from a lot that is not available yet. The rules are not run again.
-- Refused: not_found, already_reversed, return_exceeds_purchase {"left"}, idempotency_mismatch.
create function reverse_generation(
  p_company_id     uuid,
  p_record_id      uuid,
  p_returned_value bigint,
  p_origin         text,
  p_external_id    text,
  p_fingerprint    bytea,
  p_partner_key_id uuid,
  p_now            timestamptz
) returns movement
language plpgsql
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  earned           points_record;
  kept             balance;
  source           lot;
  policy           text;
  returned_before  bigint;
  claimed          bigint;
  claimed_value    bigint;
  from_lot         bigint := 0;
  from_lot_value   bigint := 0;
  lost             bigint := 0;  -- expired
  lost_value       bigint := 0;
  owed             bigint := 0;
  owed_value       bigint := 0;
  entry            points_record;
  refusal          movement;
begin
  select * into earned
    from points_record
   where points_record.company_id = p_company_id
     and points_record.id = p_record_id
     and points_record.type_id = 'GNR'
     and points_record.purchase_value is not null;
  if not found then
    return row('not_found', null, null)::movement;
  end if;
  kept := take_balance(p_company_id, earned.customer_id, p_now);
  p_now := kept.moved_at;
  select coalesce(sum(points_record.purchase_value), 0) into returned_before
    from points_record
   where points_record.company_id = p_company_id
     and points_record.reverses_id = p_record_id;
  entry.purchase_value := coalesce(p_returned_value, earned.purchase_value - returned_before);
  refusal := case
    when returned_before = earned.purchase_value then row('already_reversed', null, null)::movement
    when returned_before + entry.purchase_value > earned.purchase_value
    then row('return_exceeds_purchase', jsonb_build_object('left', earned.purchase_value - returned_before), null)::movement
  end;
  if refusal.refusal is not null then
    return coalesce(answered_before(p_company_id, 'GNR_REVERSAL', p_external_id, p_fingerprint), refusal);
  end if;

  claimed := share_returned(earned.amount, returned_before + entry.purchase_value, earned.purchase_value)
    - share_returned(earned.amount, returned_before, earned.purchase_value);
  claimed_value := share_returned(earned.value, returned_before + entry.purchase_value, earned.purchase_value)
    - share_returned(earned.value, returned_before, earned.purchase_value);
  select company.reversal into strict policy from company where company.company_id = p_company_id;
  select * into source from lot where lot.company_id = p_company_id and lot.id = p_record_id;
  if claimed > 0 and (policy <> 'pending_only' or source.available_at > p_now) then
    from_lot := least(claimed, source.remaining_amount);
    from_lot_value := case when from_lot > 0 then part_of_value(source.remaining_value, from_lot, source.remaining_amount) else 0 end;
    -- What had left by its date, before the rest of the lot came back, was the customer's loss already.
    lost := least(claimed - from_lot, source.expired_amount);
    lost_value := case when lost > 0 then part_of_value(source.expired_value, lost, source.expired_amount) else 0 end;
    if policy = 'deficit' and claimed > from_lot + lost then
      owed := claimed - from_lot - lost;
      owed_value := greatest(claimed_value - from_lot_value - lost_value, 0);
    end if;
  end if;

  if source.available_at > p_now then
    kept.pending_amount := kept.pending_amount - from_lot;
    kept.pending_value := kept.pending_value - from_lot_value;
  elsif source.expires_at > p_now then
    kept.amount := kept.amount - from_lot;
    kept.value := kept.value - from_lot_value;
  end if;
  kept.deficit_amount := kept.deficit_amount + owed;
  kept.deficit_value := kept.deficit_value + owed_value;
  entry.type_id := 'GNR_REVERSAL';
  entry.origin := p_origin;
  entry.reverses_id := p_record_id;
  entry.partner_key_id := p_partner_key_id;
  entry.external_id := p_external_id;
  entry.fingerprint := p_fingerprint;
  entry.subsidiary_name := earned.subsidiary_name;
  entry.amount := -(from_lot + lost + owed);
  entry.value := -(from_lot_value + lost_value + owed_value);
  entry.calculation := jsonb_build_object(
    'policy', policy, 'earned', earned.amount, 'purchase_value', earned.purchase_value, 'returned_before', returned_before,
    'returned', entry.purchase_value, 'rounding', 'half up');
  entry.created_at := p_now;
  kept.received_amount := kept.received_amount + entry.amount;
  entry := add_record(entry, kept);
  if entry.id is null then
    return answered_before(p_company_id, 'GNR_REVERSAL', p_external_id, p_fingerprint);
  end if;

  if from_lot + lost > 0 then
    update lot
       set remaining_amount = remaining_amount - from_lot,
           remaining_value  = remaining_value - from_lot_value,
           expired_amount   = expired_amount - lost,
           expired_value    = expired_value - lost_value
     where lot.company_id = p_company_id
       and lot.id = p_record_id;
    insert into allocation (company_id, record_id, lot_id, absorbs_deficit, amount, value)
    values (p_company_id, entry.id, p_record_id, false, -(from_lot + lost), -(from_lot_value + lost_value));
  end if;
  perform tell_reversal(entry, p_now);
  perform settle_level(p_company_id, entry.customer_id, p_now);
  return row(null, null, entry)::movement;
end
$$;

-- Of a lot, what comes back to it, and what of that pays a deficit.
create type given_back as (
  lot_id uuid, amount bigint, value bigint, absorbed bigint, absorbed_value bigint, is_expired boolean, expires_at timestamptz);

-- Gives a whole consumption back to its lots, with the expiry that they had; a lot that has expired since is good for 15
-- days more (D4). What the customer owes is taken from it at once. Once; the same p_external_id again gets the first record.
-- Refused: not_found, already_reversed, idempotency_mismatch.
create function reverse_consumption(
  p_company_id     uuid,
  p_record_id      uuid,
  p_origin         text,
  p_external_id    text,
  p_now            timestamptz,
  p_partner_key_id uuid default null
) returns movement
language plpgsql
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  spent           points_record;
  kept            balance;
  again           points_record;
  entry           points_record;
  given           record;
  absorbed        bigint;
  absorbed_value  bigint;
  back            given_back[] := '{}';
begin
  select * into spent
    from points_record
   where points_record.company_id = p_company_id
     and points_record.id = p_record_id
     and points_record.type_id = 'CNS';
  if not found then
    return row('not_found', null, null)::movement;
  end if;
  kept := take_balance(p_company_id, spent.customer_id, p_now);
  p_now := kept.moved_at;
  select * into again
    from points_record
   where points_record.company_id = p_company_id
     and points_record.reverses_id = p_record_id;
  if found then
    return case when again.external_id = p_external_id
                then row(null, null, again)::movement
                else row('already_reversed', null, null)::movement
           end;
  end if;

  for given in
    select allocation.lot_id, -allocation.amount as amount, -allocation.value as value,
           lot.expires_at <= p_now as is_expired,
           case when lot.expires_at <= p_now
                then ((p_now at time zone company.time_zone)::date + 16)::timestamp at time zone company.time_zone
                else lot.expires_at
           end as expires_at
      from allocation
      join lot on lot.company_id = allocation.company_id and lot.id = allocation.lot_id
      join company on company.company_id = allocation.company_id
     where allocation.company_id = p_company_id
       and allocation.record_id = p_record_id
     order by lot.expires_at, lot.created_at, lot.id
  loop
    absorbed := least(kept.deficit_amount, given.amount);
    absorbed_value := 0;
    if absorbed > 0 then
      absorbed_value := part_of_value(given.value, absorbed, given.amount);
      kept.deficit_value := kept.deficit_value - part_of_value(kept.deficit_value, absorbed, kept.deficit_amount);
      kept.deficit_amount := kept.deficit_amount - absorbed;
    end if;
    kept.amount := kept.amount + given.amount - absorbed;
    kept.value := kept.value + given.value - absorbed_value;
    kept.changes_at := least(kept.changes_at, given.expires_at);
    back := back || row(given.lot_id, given.amount, given.value, absorbed, absorbed_value, given.is_expired, given.expires_at)::given_back;
  end loop;

  kept.spent_value := kept.spent_value + spent.value;
  entry.type_id := 'CNS_REVERSAL';
  entry.origin := p_origin;
  entry.reverses_id := p_record_id;
  entry.source_id := spent.source_id;
  entry.partner_key_id := p_partner_key_id;
  entry.external_id := p_external_id;
  entry.subsidiary_name := spent.subsidiary_name;
  entry.amount := -spent.amount;
  entry.value := -spent.value;
  entry.created_at := p_now;
  entry := add_record(entry, kept);
  if entry.id is null then
    return row('idempotency_mismatch', null, null)::movement;
  end if;

  update lot
     set remaining_amount = case when one.is_expired then 0 else lot.remaining_amount end + one.amount - one.absorbed,
         remaining_value  = case when one.is_expired then 0 else lot.remaining_value end + one.value - one.absorbed_value,
         -- What was left in it went by its date, and does not come back with what was spent in time.
         expired_amount   = lot.expired_amount + case when one.is_expired then lot.remaining_amount else 0 end,
         expired_value    = lot.expired_value + case when one.is_expired then lot.remaining_value else 0 end,
         expires_at       = one.expires_at
    from unnest(back) one
   where lot.company_id = p_company_id
     and lot.id = one.lot_id;
  insert into allocation (company_id, record_id, lot_id, absorbs_deficit, amount, value)
  select p_company_id, entry.id, one.lot_id, false, one.amount, one.value
    from unnest(back) one
   union all
  select p_company_id, entry.id, one.lot_id, true, -one.absorbed, -one.absorbed_value
    from unnest(back) one
   where one.absorbed > 0;
  perform tell_reversal(entry, p_now);
  return row(null, null, entry)::movement;
end
$$;

create function tell_reversal(entry points_record, p_now timestamptz)
returns void
language plpgsql as $$
begin
  perform emit_event(entry.company_id, 'points.reversed', jsonb_build_object(
    'id', entry.id,
    'reverses_id', entry.reverses_id,
    'customer_id', entry.customer_id,
    'external_id', entry.external_id,
    'points_amount', entry.amount,
    'points_value', entry.value,
    'balance', jsonb_build_object('amount_balance', entry.balance_amount, 'value_balance', entry.balance_value)), p_now);
end
$$;

-- Many tills' reversals in one statement, as generate_points_batch; who asks is checked here too. A consumption comes back
-- whole: returned_value is of purchases alone.
create function reverse_points_batch(asked jsonb, p_now timestamptz, p_waits boolean default true)
returns table (n bigint, refusal text, record points_record)
language plpgsql
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  wish      record;
  reversed  movement;
begin
  for wish in
    select given.n, given.company_id, given.record_id, given.returned_value, given.external_id,
           decode(given.fingerprint, 'hex') as fingerprint, partner_key.id as partner_key_id, entry.type_id,
           refusal_of_key(partner_key, company, given.scope, given.address) as refusal,
           not p_waits and entry.id is not null and taken.company_id is null as is_busy
      from rows from (jsonb_to_recordset(asked) as (
             company_id uuid, key_hash text, scope text, address text, record_id uuid, returned_value bigint, external_id text,
             fingerprint text
           )) with ordinality as given (
             company_id, key_hash, scope, address, record_id, returned_value, external_id, fingerprint, n)
      left join partner_key
             on partner_key.company_id = given.company_id
            and partner_key.key_hash = decode(given.key_hash, 'hex')
            and partner_key.revoked_at is null
      left join company on company.company_id = partner_key.company_id
      left join points_record entry
             on entry.company_id = partner_key.company_id
            and entry.id = given.record_id
      left join lateral (
             select balance.company_id
               from balance
              where not p_waits
                and balance.company_id = entry.company_id
                and balance.customer_id = entry.customer_id
                for no key update skip locked) taken on true
     order by given.company_id, entry.customer_id nulls last, given.n
  loop
    reversed := case
      when wish.refusal is not null then row(wish.refusal, null, null)::movement
      when wish.is_busy then row('busy', null, null)::movement
      when wish.type_id = 'CNS'
      then take_back_consumption(
        wish.company_id, wish.record_id, wish.returned_value, wish.external_id, wish.partner_key_id, p_now)
      else reverse_generation(
        wish.company_id, wish.record_id, wish.returned_value, 'api:/points/reverse', wish.external_id, wish.fingerprint,
        wish.partner_key_id, p_now)
    end;
    n := wish.n;
    refusal := reversed.refusal;
    record := reversed.record;
    return next;
  end loop;
  perform note_key_use(asked, p_now);
end
$$;

create function take_back_consumption(
  p_company_id uuid, p_record_id uuid, p_returned_value bigint, p_external_id text, p_partner_key_id uuid, p_now timestamptz)
returns movement
language plpgsql as $$
begin
  -- What paid for a voucher comes back when the voucher is cancelled: not while it can still be withdrawn.
  if exists (select from voucher
              where voucher.company_id = p_company_id
                and voucher.record_id = p_record_id) then
    return row('not_found', null, null)::movement;
  elsif p_returned_value is not null then
    return row('consumption_is_whole', null, null)::movement;
  end if;
  return reverse_consumption(p_company_id, p_record_id, 'api:/points/reverse', p_external_id, p_now, p_partner_key_id);
end
$$;
