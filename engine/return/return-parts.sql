-- The points that a return takes, and their sources (D4, docs/decisions/015-returns.md).

-- The share of p_earned for p_returned of a purchase, halves rounded up. Computed over all returns so far, so that several
-- returns take the same as one.
create function share_returned(p_earned bigint, p_returned bigint, p_purchase_value bigint)
returns bigint
language sql immutable as $$
  select div(2 * p_earned::numeric * p_returned + p_purchase_value, 2 * p_purchase_value::numeric)::bigint
$$;

-- lost: points that expired before other points of their lot came back, so the customer has lost them
-- already. record_value: the record's centavos, positive.
create type return_parts as (
  lot_amount bigint, lot_value bigint, lost_amount bigint, lost_value bigint, owed_amount bigint, owed_value bigint,
  let_go_amount bigint, let_go_value bigint, kept_amount bigint, kept_value bigint, record_value bigint,
  difference_value bigint);

-- The sums of earlier returns of a purchase. value: centavos that the returns took, could not take and gave up,
-- or left to the customer.
create type returned_before as (purchase_value bigint, value bigint, kept_amount bigint);

create function returns_of(p_company_id uuid, p_record_id uuid)
returns returned_before
language plpgsql stable
as $$
declare
  before  returned_before;
begin
  select coalesce(sum(reversal.purchase_value), 0), coalesce(-sum(reversal.value), 0), 0 into before
    from points_record reversal
   where reversal.company_id = p_company_id
     and reversal.reverses_id = p_record_id;
  select before.value + coalesce(sum(entry.let_go_value - entry.recovered_value + entry.kept_value), 0),
         coalesce(sum(entry.kept_amount), 0)
    into before.value, before.kept_amount
    from return_shortfall entry
   where entry.company_id = p_company_id
     and entry.lot_id = p_record_id;
  return before;
end
$$;

-- Points: the share of the purchase, over all returns so far. Value follows the points: a lot gives its part, rounded down.
-- The return that takes the last point takes every remaining centavo, so that all returns add up to the earned value.
create function return_parts(
  earned ledger_entry, source lot_state, before returned_before, p_difference_value bigint, p_policy text,
  p_returned bigint, p_now timestamptz)
returns return_parts
language plpgsql immutable as $$
declare
  parts          return_parts := row(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
  share          bigint := share_returned(earned.amount, before.purchase_value + p_returned, earned.purchase_value);
  claimed        bigint := share - share_returned(earned.amount, before.purchase_value, earned.purchase_value);
  is_last        boolean := share = earned.amount;
  value_left     bigint := greatest(earned.value - before.value, 0);
  claimed_value  bigint;
  given_value    bigint;
  rest           bigint;
begin
  if claimed = 0 then
    return parts;
  end if;
  claimed_value := case
    when is_last then value_left
    else least(greatest(share_returned(earned.value, before.purchase_value + p_returned, earned.purchase_value)
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
    -- While the lot keeps points it also keeps centavos, so it can give exactly the centavos that the record states.
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

-- part_of_value, but 0 for 0 points out of 0, for which part_of_value would return the whole value.
create function part_or_none(p_value bigint, p_amount bigint, p_whole_amount bigint)
returns bigint
language sql immutable as $$
  select case when p_amount > 0 then part_of_value(p_value, p_amount, p_whole_amount) else 0 end
$$;
