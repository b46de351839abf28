-- The points and lots of a till's request (D5).

-- The points that a till requests, and the lots that give them.
create type held_points as (error text, details jsonb, amount bigint, draws draw[]);

-- Exactly one of points_amount and points_value is given. Errors: points_exceed_purchase {"most"}, insufficient_balance
-- {"missing"} or {"missing_value"}, intention_declined {"retry_after_s"}.
create function points_to_hold(cmd command, b balance_state, terms ask_terms)
returns held_points
language plpgsql stable as $$
declare
  purchase     bigint := (cmd.args ->> 'purchase_value')::bigint;
  asked_value  bigint := (cmd.args ->> 'points_value')::bigint;
  spendable    bigint := case when b.deficit_amount > 0 then 0 else b.value end;
  lots         lot_state[];
  wanted       held_points;
begin
  wanted.amount := (cmd.args ->> 'points_amount')::bigint;
  if asked_value > purchase then
    wanted.error := 'points_exceed_purchase';
  elsif asked_value > spendable then
    wanted.error := 'insufficient_balance';
    wanted.details := jsonb_build_object('missing_value', asked_value - spendable);
  elsif asked_value is not null then
    lots := lots_to_draw(b.company_id, b.customer_id, null, asked_value, b.moved_at);
    wanted.amount := points_worth(lots, asked_value);
  end if;
  if wanted.error is null and wanted.amount >= terms.below then
    wanted.error := 'intention_declined';
    wanted.details := terms.details;
  elsif wanted.error is null and missing_points(b, wanted.amount) > 0 then
    wanted.error := 'insufficient_balance';
    wanted.details := jsonb_build_object('missing', missing_points(b, wanted.amount));
  end if;
  if wanted.error is not null then
    return wanted;
  end if;

  lots := coalesce(lots, lots_to_draw(b.company_id, b.customer_id, wanted.amount, null, b.moved_at));
  wanted.draws := (draw_from(lots, wanted.amount)).draws;
  -- Refuse more points than pay for the purchase. The last point may be worth more than the part of the purchase that is left.
  if asked_value is null and value_of(wanted.draws) >= purchase and points_worth(lots, purchase) < wanted.amount then
    wanted.error := 'points_exceed_purchase';
    wanted.details := jsonb_build_object('most', points_worth(lots, purchase));
  end if;
  return wanted;
end
$$;

-- The fewest points of these lots, in their order, that are worth p_value centavos or more; at least one. The last lot is
-- drawn in part. If it has a points worth v centavos, n points are worth floor(n v / a). So m centavos need ceil(m a / v) points.
create function points_worth(p_lots lot_state[], p_value bigint)
returns bigint
language plpgsql immutable as $$
declare
  enough   bigint := 0;
  missing  bigint := p_value;
  good     lot_state;
begin
  foreach good in array p_lots loop
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
  return enough;
end
$$;
