-- The sums of a backtest by customer (D18).

-- Amounts are points, values and liabilities centavos. Amounts and values are without what the returns of a purchase claim. A
-- liability is the value of what is unspent and not expired at the end of the period.
-- exact: purchases whose record the version in force gives to the point, the centavo and the day, with the same calculation.
-- by_record: of the other purchases, those whose points follow from the calculation that their record keeps.
-- refused: purchases that the draft has no rule for.
create function backtest(
  p_company_id uuid, p_customer_ids uuid[], p_since timestamptz, p_until timestamptz, p_starts timestamptz[], p_terms jsonb,
  p_draft jsonb, p_time_zone text)
returns table (
  customer_id uuid, level_name text, purchases bigint, exact bigint, by_record bigint, refused bigint, amount bigint,
  value bigint, liability bigint, draft_amount bigint, draft_value bigint, draft_liability bigint)
language plpgsql stable as $$
begin
  return query
    select (one.bought).customer_id, min(settled.name), count(*), count(*) filter (where one.is_exact),
           count(*) filter (where not one.is_exact and follows_from_record(one.bought)),
           count(*) filter (where one.is_refused),
           sum(kept_of((one.bought).amount, (one.bought).returned_value, (one.bought).purchase_value))::bigint,
           sum(kept_of((one.bought).value, (one.bought).returned_value, (one.bought).purchase_value))::bigint,
           sum(case when (one.bought).lot_expires_at > p_until then (one.bought).remaining_value else 0 end)::bigint,
           sum(kept_of(one.draft_amount, (one.bought).returned_value, (one.bought).purchase_value))::bigint,
           sum(kept_of(one.draft_value, (one.bought).returned_value, (one.bought).purchase_value))::bigint,
           -- Points that came back to their lot may have got a later date (D4), which the draft does not shorten.
           sum(case
                 when not one.is_refused
                      and (one.draft_expires_at > p_until
                        or (one.bought).lot_expires_at > p_until
                           and (one.bought).lot_expires_at
                               > ((one.bought).expires_on + 1)::timestamp at time zone p_time_zone)
                   then rest_of(one.draft_value, (one.bought).lot_amount, (one.bought).remaining_amount,
                                (one.bought).returned_value, (one.bought).purchase_value)
                 else 0
               end)::bigint
      from replayed_purchases(
             p_company_id, p_customer_ids, p_since, p_until, p_starts, p_terms, p_draft, p_time_zone) one
      left join settled_levels(p_company_id, p_customer_ids) settled on settled.customer_id = (one.bought).customer_id
     group by (one.bought).customer_id;
end
$$;

-- Whether the version that was in force gives the record. points: what its rule gives.
create function is_exact(
  bought past_purchase, rule earning_rule, points rule_points, p_available_on date, p_expires_on date, p_points_value bigint,
  p_points_per_real bigint)
returns boolean
language plpgsql stable as $$
begin
  return points.amount = bought.amount
     and points.value = bought.value
     and p_available_on is not distinct from bought.available_on
     and p_expires_on is not distinct from bought.expires_on
     and calculation_of(rule, points, bought.purchase_value, p_points_value, p_points_per_real) = bought.calculation;
end
$$;

-- Whether the points and centavos of a record follow from the calculation that it keeps.
create function follows_from_record(bought past_purchase)
returns boolean
language plpgsql immutable as $$
declare
  calc    jsonb := bought.calculation;
  points  record;
begin
  points := purchase_points(
    calc ->> 'type', (calc ->> 'rate')::numeric, (calc ->> 'cap')::bigint,
    case when calc ? 'minimum_purchase_value' then 0 else (calc ->> 'base')::bigint end,
    (calc ->> 'multiplier')::numeric, (calc ->> 'points_per_real')::bigint);
  return coalesce(points.amount = bought.amount and points.value = bought.value, false);
end
$$;

-- The points or centavos that a purchase keeps after its returns.
create function kept_of(p_earned bigint, p_returned_value bigint, p_purchase_value bigint)
returns bigint
language sql immutable as $$
  select case
           when p_returned_value = 0 then p_earned
           else p_earned - share_returned(p_earned, p_returned_value, p_purchase_value)
         end
$$;

-- The centavos of p_value that are unspent if the customer has spent the same part as of the lot. A purchase that earned nothing has
-- no lot: its points are unspent.
create function rest_of(
  p_value bigint, p_lot_amount bigint, p_remaining_amount bigint, p_returned_value bigint, p_purchase_value bigint)
returns bigint
language sql immutable as $$
  select case
           when p_lot_amount is null then kept_of(p_value, p_returned_value, p_purchase_value)
           else part_of_value(p_value, p_remaining_amount, p_lot_amount)
         end
$$;

-- The last purchase of each of these customers in the period, with the calculations of the record and of the draft. Null in
-- `draft`: the draft has no rule for the purchase.
create function last_replayed(
  p_company_id uuid, p_customer_ids uuid[], p_since timestamptz, p_until timestamptz, p_starts timestamptz[], p_terms jsonb,
  p_draft jsonb, p_time_zone text)
returns table (customer_id uuid, created_at timestamptz, purchase_value bigint, earned jsonb, draft jsonb)
language plpgsql stable as $$
declare
  drafted  replay_terms := replay_terms_of(p_draft);
begin
  return query
    select (one.bought).customer_id, (one.bought).created_at, (one.bought).purchase_value,
           earned_json((one.bought).amount, (one.bought).value, (one.bought).calculation, (one.bought).expires_on),
           case when not one.is_refused
                then earned_json((one.drafted).amount, (one.drafted).value, (one.drafted).calculation, (one.drafted).expires_on)
           end
      from (select distinct on ((last.bought).customer_id) last.bought, last.is_refused,
                   earning_of(
                     drafted.rules, last.draft_rule_ref, (last.bought).purchase_value,
                     coalesce(((last.bought).calculation ->> 'points_value')::bigint, 0), last.draft_multiplier,
                     drafted.points_per_real, p_time_zone, (last.bought).created_at) as drafted
              from replayed_purchases(
                     p_company_id, p_customer_ids, p_since, p_until, p_starts, p_terms, p_draft, p_time_zone) last
             order by (last.bought).customer_id, (last.bought).created_at desc, (last.bought).record_id desc) one;
end
$$;

create function earned_json(p_amount bigint, p_value bigint, p_calculation jsonb, p_expires_on date)
returns jsonb
language sql stable as $$
  select jsonb_build_object('points', p_amount, 'value', p_value, 'calculation', p_calculation, 'expires_at', p_expires_on)
$$;
