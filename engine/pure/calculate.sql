-- The points of a purchase: arithmetic without tables (D4), used by earning and simulating.

-- A row of the table calculation_rule.
create type earning_rule as (
  id                     uuid,
  key                    text,
  name                   text,
  type                   text,
  rate                   numeric,
  minimum_purchase_value bigint,
  cap                    bigint,
  waiting_days           integer,
  expires_in_days        integer,
  expires_in_months      integer,
  expires_at_end_of      text,
  valid_from             date,
  valid_to               date,
  is_multiplied_by_level boolean,
  earns_on_points        boolean
);

-- The points and centavos that a purchase earns, with their calculation.
create type earning as (
  error         text,
  amount        bigint,
  value         bigint,
  calculation   jsonb,
  available_on  date,         -- null: at once
  available_at  timestamptz,
  expires_on    date,         -- null: never
  expires_at    timestamptz
);

-- Points and centavos that p_base centavos earn by a rule, each rounded down once (D4). The exact figure is computed in
-- hundredths: a product of numerics is exact, and div() truncates where a quotient would be rounded. The cap limits the exact
-- figure: points, or centavos for PERCENTAGE.
create function purchase_points(
  p_type            text,
  p_rate            numeric,  -- points per R$ 1, or percent
  p_cap             bigint,   -- null: no cap
  p_base            bigint,
  p_multiplier      numeric,
  p_points_per_real bigint,
  out amount        bigint,
  out value         bigint,
  out is_capped     boolean
)
language plpgsql immutable as $$
declare
  exact       numeric := p_base * p_rate * p_multiplier;
  hundredths  numeric := least(exact, p_cap * 100);
begin
  is_capped := coalesce(exact > p_cap * 100, false);
  if p_type = 'POINTS_PER_REAL' then
    amount := div(hundredths, 100);
    value := div(amount * 100::numeric, p_points_per_real);
  else
    -- Computed from the exact centavos, not the rounded ones: 57.42 centavos at 7 points per R$ 1 are 4.02 points; 57 are 3.99.
    amount := div(hundredths * p_points_per_real, 10000);
    -- 0 points are worth 0 centavos.
    value := case when amount > 0 then div(hundredths, 100) else 0 end;
  end if;
end
$$;

-- The rule of a sale: the rule that it names by key or id, otherwise the first that is valid today. Null: no rule.
-- p_rules are those of the company's file, in its order.
create function rule_of_sale(p_rules earning_rule[], p_rule text, p_today date)
returns earning_rule
language plpgsql immutable as $$
declare
  rule earning_rule;
begin
  foreach rule in array p_rules loop
    if p_rule is null and p_today between coalesce(rule.valid_from, '-infinity') and coalesce(rule.valid_to, 'infinity')
       or p_rule in (rule.key, rule.id::text) then
      return rule;
    end if;
  end loop;
  return null;
end
$$;

-- Why a sale that names p_rule, or no rule, is refused when `rule` was found for it. Null: it is not. Errors:
-- unknown_calculation_rule, inactive_calculation_rule.
create function rule_error(rule earning_rule, p_rule text, p_today date)
returns text
language plpgsql immutable as $$
begin
  return case
    when rule.id is null and p_rule is not null then 'unknown_calculation_rule'
    when rule.id is null or p_today < rule.valid_from or p_today > rule.valid_to then 'inactive_calculation_rule'
  end;
end
$$;

-- The points that a purchase earns by a rule, and their value. base: the centavos that earn.
create type rule_points as (amount bigint, value bigint, base bigint, multiplier numeric, is_capped boolean);

-- p_points_value: centavos of the purchase that were paid with points. p_multiplier: that of the customer's level (D6).
create function points_by_rule(
  rule              earning_rule,
  p_purchase_value  bigint,
  p_points_value    bigint,
  p_multiplier      numeric,
  p_points_per_real bigint
) returns rule_points
language plpgsql immutable as $$
declare
  earned  rule_points;
  points  record;
begin
  if not rule.is_multiplied_by_level then
    p_multiplier := 1;
  end if;
  earned.base := p_purchase_value - case when rule.earns_on_points then 0 else p_points_value end;
  points := purchase_points(
    rule.type, rule.rate, rule.cap,
    case when p_purchase_value >= rule.minimum_purchase_value then earned.base else 0 end,
    p_multiplier, p_points_per_real);
  earned.amount := points.amount;
  earned.value := points.value;
  earned.multiplier := p_multiplier;
  earned.is_capped := points.is_capped;
  return earned;
end
$$;

-- How the points were calculated, as the record keeps it (D4).
create function calculation_of(
  rule earning_rule, points rule_points, p_purchase_value bigint, p_points_value bigint, p_points_per_real bigint)
returns jsonb
language plpgsql stable as $$
begin
  return jsonb_strip_nulls(jsonb_build_object(
    'rule_id', rule.id,
    'rule', rule.name,
    'type', rule.type,
    'rate', trim_scale(rule.rate),
    'base', points.base,
    'points_value', nullif(p_points_value, 0),
    'minimum_purchase_value', case when p_purchase_value < rule.minimum_purchase_value then rule.minimum_purchase_value end,
    'multiplier', trim_scale(points.multiplier),
    'cap', case when points.is_capped then rule.cap end,
    'points_per_real', p_points_per_real,
    'rounding', 'down'));
end
$$;

-- The earning of a purchase. Errors: those of rule_error. The backtest of a draft calls the same functions (engine/backtest/).
create function earning_of(
  p_rules           earning_rule[],
  p_rule            text,
  p_purchase_value  bigint,
  p_points_value    bigint,
  p_multiplier      numeric,
  p_points_per_real bigint,
  p_time_zone       text,
  p_now             timestamptz
) returns earning
language plpgsql stable as $$
declare
  today   date := (p_now at time zone p_time_zone)::date;
  rule    earning_rule := rule_of_sale(p_rules, p_rule, today);
  error   text := rule_error(rule, p_rule, today);
  earned  earning;
  points  rule_points;
begin
  if error is not null then
    earned.error := error;
    return earned;
  end if;
  points := points_by_rule(rule, p_purchase_value, p_points_value, p_multiplier, p_points_per_real);
  earned := dates_of(rule, today, p_time_zone);
  earned.amount := points.amount;
  earned.value := points.value;
  earned.calculation := calculation_of(rule, points, p_purchase_value, p_points_value, p_points_per_real);
  return earned;
end
$$;

-- The dates between which the points can be spent. The last day is a local date of the company, counted from the first day.
-- A month from 31 January ends on the last day of February.
create function dates_of(rule earning_rule, p_today date, p_time_zone text)
returns earning
language plpgsql stable as $$
declare
  first_day  date := p_today + rule.waiting_days;
  earned     earning;
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

-- The company's date at an instant.
create function local_day(company programme, p_now timestamptz)
returns date
language sql stable as $$
  select (p_now at time zone company.time_zone)::date
$$;
