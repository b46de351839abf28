-- Points that are promised to a till, until it takes them or lets them go (D5). Leans on ledger.sql and hold-end.sql.

-- Promises points to a till until p_expires_at: they are out of the balance and out of their lots, so they neither are
-- spent twice nor expire while the hold is open. details: {"value"}. Refused: insufficient_balance {"missing"}.
create function hold_points(
  p_company_id  uuid,
  p_customer_id uuid,
  p_hold_id     uuid,
  p_amount      bigint,
  p_expires_at  timestamptz,  -- the first instant without it; infinity: never
  p_now         timestamptz
) returns movement
language plpgsql
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  kept        balance := take_balance(p_company_id, p_customer_id, p_now);
  taken       draw[];
  held_value  bigint;
begin
  p_now := kept.moved_at;
  assert p_amount > 0;
  if kept.deficit_amount > 0 or kept.amount < p_amount then
    return insufficient_balance(kept, p_amount);
  end if;
  taken := draws(p_company_id, p_customer_id, p_amount, p_now);
  held_value := value_of(taken);
  kept.hold_steps := kept.hold_steps + 1;
  insert into hold (company_id, id, customer_id, amount, value, opened_after, opened_step, created_at, expires_at)
  values (p_company_id, p_hold_id, p_customer_id, p_amount, held_value, kept.sequence, kept.hold_steps, p_now, p_expires_at);
  insert into hold_allocation (company_id, hold_id, position, lot_id, amount, value)
  select p_company_id, p_hold_id, drawn.position, drawn.lot_id, drawn.amount, drawn.value
    from unnest(taken) with ordinality drawn (lot_id, amount, value, position);
  perform take_from_lots(p_company_id, taken);
  kept.amount := kept.amount - p_amount;
  kept.value := kept.value - held_value;
  kept.held_amount := kept.held_amount + p_amount;
  kept.held_value := kept.held_value + held_value;
  kept.changes_at := least(kept.changes_at, p_expires_at);
  perform keep_balance(kept);
  return row(null, jsonb_build_object('value', held_value), null)::movement;
end
$$;

-- Ends a hold with nothing captured: its points pay what the customer owes, and the rest is back in its lots, where the
-- points of a lot whose date has passed are gone. Does nothing where there is no such hold, or it has ended.
create function release_hold(p_company_id uuid, p_hold_id uuid, p_now timestamptz)
returns void
language plpgsql as $$
declare
  ended  movement;
begin
  ended := end_hold(p_company_id, p_hold_id, null, null, p_now);
end
$$;

-- Ends a hold by consuming p_amount of it, in the order of its draws; the rest is free at once, as when it is released.
-- Refused: intention_over (no such hold, or no longer), capture_exceeds_hold {"held"}, idempotency_mismatch.
create function capture_hold(
  p_company_id      uuid,
  p_hold_id         uuid,
  p_amount          bigint,
  p_origin          text,
  p_source_id       uuid,
  p_subsidiary_name text,
  p_purchase_value  bigint,
  p_partner_key_id  uuid,
  p_external_id     text,
  p_now             timestamptz
) returns movement
language plpgsql as $$
declare
  entry  points_record;
begin
  assert p_amount > 0;
  entry.type_id := 'CNS';
  entry.origin := p_origin;
  entry.source_id := p_source_id;
  entry.subsidiary_name := p_subsidiary_name;
  entry.purchase_value := p_purchase_value;
  entry.partner_key_id := p_partner_key_id;
  entry.external_id := p_external_id;
  return end_hold(p_company_id, p_hold_id, p_amount, entry, p_now);
end
$$;

-- Ends a hold. p_amount null: released, without a record.
create function end_hold(
  p_company_id uuid, p_hold_id uuid, p_amount bigint, entry points_record, p_now timestamptz)
returns movement
language plpgsql
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  promise  hold;
  kept     balance;
  parts    hold_part[];
  spent    draw[];
begin
  select * into promise from hold where hold.company_id = p_company_id and hold.id = p_hold_id;
  if not found then
    return row('intention_over', null, null)::movement;
  end if;
  kept := take_balance(p_company_id, promise.customer_id, p_now);
  p_now := kept.moved_at;
  -- Again, now that the lock is ours: another movement may have ended the hold, or its instant.
  select * into promise from hold where hold.company_id = p_company_id and hold.id = p_hold_id;
  if promise.ended_at is not null then
    return row('intention_over', null, null)::movement;
  elsif p_amount > promise.amount then
    return row('capture_exceeds_hold', jsonb_build_object('held', promise.amount), null)::movement;
  end if;

  parts := array(
    select part
      from end_of_hold(kept, p_hold_id, coalesce(p_amount, 0)) part);
  kept := without_hold(kept, promise, parts);
  promise.ended_after := kept.sequence;
  if p_amount is null then
    perform keep_balance(kept);
  else
    spent := array(
      select row(part.lot_id, part.spent_amount, part.spent_value)::draw
        from unnest(parts) part
       where part.spent_amount > 0);
    entry.amount := -p_amount;
    entry.value := -value_of(spent);
    entry.created_at := p_now;
    kept.spent_value := kept.spent_value - entry.value;
    entry := add_record(entry, kept);
    if entry.id is null then
      return row('idempotency_mismatch', null, null)::movement;
    end if;
    kept.sequence := entry.sequence;
    kept.last_hash := entry.hash;
    perform allocate(p_company_id, entry.id, spent);
  end if;
  perform write_hold_end(kept, p_hold_id, parts, promise.ended_after, entry.id, p_now);
  perform write_recoveries(kept, array(select part.recovered from unnest(parts) part), p_now);
  return row(null, null, entry)::movement;
end
$$;
