-- A purchase that comes back, in whole or in part (D4, docs/decisions/015-returns.md). Leans on ledger.sql.

-- How much of p_earned goes with p_returned of a purchase: rounded, halves up, over all returns so far, so that returns
-- in parts take what one return would.
create function share_returned(p_earned bigint, p_returned bigint, p_purchase_value bigint)
returns bigint
language sql immutable as $$
  select div(2 * p_earned::numeric * p_returned + p_purchase_value, 2 * p_purchase_value::numeric)::bigint
$$;

-- What a return takes, and from where. lost: points that left by their date before the rest of their lot came back, which
-- were the customer's loss already. record_value: the centavos that the record says, positive.
create type return_parts as (
  lot_amount bigint, lot_value bigint, lost_amount bigint, lost_value bigint, owed_amount bigint, owed_value bigint,
  let_go_amount bigint, let_go_value bigint, kept_amount bigint, kept_value bigint, record_value bigint,
  difference_value bigint);

-- Points: the share of the purchase, over all returns so far. Value follows the points: a lot gives its part, rounded down.
-- The return that takes the last point takes every centavo that earlier ones left, so that they add up to what was earned.
create function return_parts(
  earned points_record, source lot, p_difference_value bigint, p_policy text, p_returned_before bigint, p_returned bigint,
  p_now timestamptz)
returns return_parts
language plpgsql stable
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  parts          return_parts := row(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
  share          bigint := share_returned(earned.amount, p_returned_before + p_returned, earned.purchase_value);
  claimed        bigint := share - share_returned(earned.amount, p_returned_before, earned.purchase_value);
  is_last        boolean := share = earned.amount;
  before         record;
  value_left     bigint;
  claimed_value  bigint;
  given_value    bigint;
  rest           bigint;
begin
  if claimed = 0 then
    return parts;
  end if;
  before := returned_so_far(earned);
  value_left := greatest(earned.value - before.value, 0);
  claimed_value := case when is_last then value_left
                        else least(greatest(share_returned(earned.value, p_returned_before + p_returned, earned.purchase_value)
                                            - before.value, 0), value_left)
                   end;
  if p_policy <> 'pending_only' or source.available_at > p_now then
    parts.lot_amount := least(claimed, source.remaining_amount);
    parts.lot_value := part_or_none(source.remaining_value, parts.lot_amount, source.remaining_amount);
    parts.lost_amount := least(claimed - parts.lot_amount, source.expired_amount);
    parts.lost_value := part_or_none(source.expired_value, parts.lost_amount, source.expired_amount);
  else
    parts.kept_amount := least(claimed, greatest(source.remaining_amount + source.expired_amount - before.kept_amount, 0));
  end if;
  given_value := parts.lot_value + parts.lost_value;
  rest := claimed - parts.lot_amount - parts.lost_amount - parts.kept_amount;

  if rest > 0 and p_policy = 'deficit' then
    parts.record_value := case when is_last then value_left else least(greatest(claimed_value, given_value), value_left) end;
    parts.owed_amount := rest;
    parts.owed_value := greatest(parts.record_value - given_value - p_difference_value, 0);
  elsif rest > 0 or parts.kept_amount > 0 then
    parts.record_value := least(given_value, value_left);
    parts.let_go_amount := rest;
    parts.let_go_value := part_or_none(claimed_value - least(parts.record_value, claimed_value), rest, rest + parts.kept_amount);
    parts.kept_value := claimed_value - least(parts.record_value, claimed_value) - parts.let_go_value;
  else
    parts.record_value := case when is_last then value_left else least(given_value, value_left) end;
    -- Where points stay, the lot can give as many centavos as the record says.
    if parts.lot_amount < source.remaining_amount then
      parts.lot_value := least(greatest(parts.record_value - p_difference_value, 0), source.remaining_value);
    elsif parts.lost_amount > 0 and parts.lost_amount < source.expired_amount then
      parts.lost_value :=
        least(greatest(parts.record_value - parts.lot_value - p_difference_value, 0), source.expired_value);
    end if;
  end if;
  parts.difference_value := parts.lot_value + parts.lost_value + parts.owed_value - parts.record_value;
  return parts;
end
$$;

-- What earlier returns of a purchase account for: what they took, what was let go and has not come back, and what they left
-- to the customer.
create function returned_so_far(earned points_record, out value bigint, out kept_amount bigint)
language sql stable
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
  select (select coalesce(-sum(reversal.value), 0)::bigint
            from points_record reversal
           where reversal.company_id = earned.company_id
             and reversal.reverses_id = earned.id)
         + coalesce(sum(shortfall.let_go_value - shortfall.recovered_value + shortfall.kept_value), 0)::bigint,
         coalesce(sum(shortfall.kept_amount), 0)::bigint
    from return_shortfall shortfall
   where shortfall.company_id = earned.company_id
     and shortfall.lot_id = earned.id
$$;

-- part_of_value, and nothing of nothing.
create function part_or_none(p_value bigint, p_amount bigint, p_whole_amount bigint)
returns bigint
language sql immutable as $$
  select case when p_amount > 0 then part_of_value(p_value, p_amount, p_whole_amount) else 0 end
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
  parts            return_parts;
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

  select company.reversal into strict policy from company where company.company_id = p_company_id;
  select * into source from lot where lot.company_id = p_company_id and lot.id = p_record_id;
  parts := return_parts(earned, source, kept.difference_value, policy, returned_before, entry.purchase_value, p_now);
  kept := balance_after_return(kept, source, parts, p_now);
  entry.type_id := 'GNR_REVERSAL';
  entry.origin := p_origin;
  entry.reverses_id := p_record_id;
  entry.partner_key_id := p_partner_key_id;
  entry.external_id := p_external_id;
  entry.fingerprint := p_fingerprint;
  entry.subsidiary_name := earned.subsidiary_name;
  entry.amount := -(parts.lot_amount + parts.lost_amount + parts.owed_amount);
  entry.value := -parts.record_value;
  entry.calculation := jsonb_build_object(
    'policy', policy, 'earned', earned.amount, 'purchase_value', earned.purchase_value, 'returned_before', returned_before,
    'returned', entry.purchase_value, 'rounding', 'half up');
  entry.created_at := p_now;
  entry := add_record(entry, kept);
  if entry.id is null then
    return answered_before(p_company_id, 'GNR_REVERSAL', p_external_id, p_fingerprint);
  end if;

  perform write_return(entry, parts);
  perform tell_reversal(entry, p_now);
  perform settle_level(p_company_id, entry.customer_id, p_now);
  return row(null, null, entry)::movement;
end
$$;

create function balance_after_return(kept balance, source lot, parts return_parts, p_now timestamptz)
returns balance
language plpgsql immutable as $$
begin
  if source.available_at > p_now then
    kept.pending_amount := kept.pending_amount - parts.lot_amount;
    kept.pending_value := kept.pending_value - parts.lot_value;
  elsif source.expires_at > p_now then
    kept.amount := kept.amount - parts.lot_amount;
    kept.value := kept.value - parts.lot_value;
  end if;
  kept.deficit_amount := kept.deficit_amount + parts.owed_amount;
  kept.deficit_value := kept.deficit_value + parts.owed_value;
  kept.difference_value := kept.difference_value + parts.difference_value;
  kept.received_amount := kept.received_amount - (parts.lot_amount + parts.lost_amount + parts.owed_amount);
  return kept;
end
$$;

create function write_return(entry points_record, parts return_parts)
returns void
language plpgsql
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
begin
  if parts.lot_amount + parts.lost_amount > 0 then
    update lot
       set remaining_amount = remaining_amount - parts.lot_amount,
           remaining_value  = remaining_value - parts.lot_value,
           expired_amount   = expired_amount - parts.lost_amount,
           expired_value    = expired_value - parts.lost_value
     where lot.company_id = entry.company_id
       and lot.id = entry.reverses_id;
    insert into allocation (company_id, record_id, lot_id, absorbs_deficit, amount, value)
    values (entry.company_id, entry.id, entry.reverses_id, false, -(parts.lot_amount + parts.lost_amount),
            -(parts.lot_value + parts.lost_value));
  end if;
  if parts.owed_amount + parts.let_go_amount + parts.kept_amount + abs(parts.difference_value) > 0 then
    insert into return_shortfall (company_id, record_id, lot_id, sequence, owed_amount, owed_value, let_go_amount,
                                  let_go_value, kept_amount, kept_value, difference_value)
    values (entry.company_id, entry.id, entry.reverses_id, entry.sequence, parts.owed_amount, parts.owed_value,
            parts.let_go_amount, parts.let_go_value, parts.kept_amount, parts.kept_value, parts.difference_value);
  end if;
end
$$;
