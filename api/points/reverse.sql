-- What is undone (D4): a consumption, and what a till sends back. Leans on ledger.sql, recovery.sql and return.sql.

-- Gives a whole consumption back to its lots, with the expiry that they had; a lot that has expired since is good for 15
-- days more (D4). What an earlier return let go of it, and then what the customer owes, is taken from it at once. Once; the same p_external_id again gets the first record.
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
  back            lot_credit;
  backs           lot_credit[] := '{}';
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

  foreach back in array lots_of_consumption(spent, p_now) loop
    back.kept := kept;
    back := credit_lot(back);
    kept := back.kept;
    kept.amount := kept.amount + back.free_amount;
    kept.value := kept.value + back.free_value;
    kept.changes_at := least(kept.changes_at, back.expires_at);
    backs := backs || back;
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

  kept.sequence := entry.sequence;
  kept.last_hash := entry.hash;
  perform write_given_back(entry, backs);
  perform tell_reversal(entry, p_now);
  perform write_recoveries(kept, array(select given.recovered from unnest(backs) given), p_now);
  return row(null, null, entry)::movement;
end
$$;

-- What a consumption took, to be given back in the order in which it would be drawn.
create function lots_of_consumption(spent points_record, p_now timestamptz)
returns lot_credit[]
language sql stable
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
  select coalesce(array_agg(
           row(null, lot.id, coalesce(captured.opened_after, spent.sequence), -allocation.amount, -allocation.value, 0, 0, 0, 0, 0, null,
               lot.expires_at <= p_now,
               case when lot.expires_at <= p_now
                    then ((p_now at time zone company.time_zone)::date + 16)::timestamp at time zone company.time_zone
                    else lot.expires_at
               end)::lot_credit
           order by lot.expires_at, lot.created_at, lot.id), '{}')
    from allocation
    join lot on lot.company_id = allocation.company_id and lot.id = allocation.lot_id
    join company on company.company_id = allocation.company_id
    -- What was captured was held before: since when it is out of its lot, the hold says.
    left join hold captured
           on captured.company_id = spent.company_id
          and captured.id = spent.source_id
          and captured.captured_record_id = spent.id
   where allocation.company_id = spent.company_id
     and allocation.record_id = spent.id
$$;

create function write_given_back(entry points_record, p_backs lot_credit[])
returns void
language plpgsql
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
begin
  update lot
     set remaining_amount = case when back.is_expired then 0 else lot.remaining_amount end + back.free_amount,
         remaining_value  = case when back.is_expired then 0 else lot.remaining_value end + back.free_value,
         -- What was left in it went by its date, and does not come back with what was spent in time.
         expired_amount   = lot.expired_amount + case when back.is_expired then lot.remaining_amount else 0 end,
         expired_value    = lot.expired_value + case when back.is_expired then lot.remaining_value else 0 end,
         expires_at       = back.expires_at
    from unnest(p_backs) back
   where lot.company_id = entry.company_id
     and lot.id = back.lot_id;
  insert into allocation (company_id, record_id, lot_id, absorbs_deficit, amount, value, deficit_value)
  select entry.company_id, entry.id, back.lot_id, false, back.amount, back.value, null
    from unnest(p_backs) back
   union all
  select entry.company_id, entry.id, back.lot_id, true, -back.absorbed, -back.absorbed_value, back.absorbed_deficit_value
    from unnest(p_backs) back
   where back.absorbed > 0;
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
