-- What a purchase earns: arithmetic alone, without tables (D4).

-- What p_base centavos earn by a rule: points and centavos, each rounded down once (D4). The exact figure is kept in
-- hundredths: a product of numerics is exact, and div() cuts where a quotient would be rounded. The cap bounds the exact
-- figure: points, or centavos in PERCENTAGE.
create function purchase_points(
  p_type            text,
  p_rate            numeric,  -- points per R$ 1, or percent
  p_cap             bigint,   -- null: none
  p_base            bigint,
  p_multiplier      numeric,
  p_points_per_real bigint
) returns table (amount bigint, value bigint, is_capped boolean)
language plpgsql immutable as $$
declare
  hundredths numeric := least(p_base * p_rate * p_multiplier, p_cap * 100);
begin
  is_capped := coalesce(p_base * p_rate * p_multiplier > p_cap * 100, false);
  if p_type = 'POINTS_PER_REAL' then
    amount := div(hundredths, 100);
    value := div(amount * 100::numeric, p_points_per_real);
  else
    -- Not from the rounded centavos: 57.42 centavos at 7 points per R$ 1 are 4.02 points, and 57 would be 3.99.
    amount := div(hundredths * p_points_per_real, 10000);
    -- Centavos that make no whole point are not given: value follows the points.
    value := case when amount > 0 then div(hundredths, 100) else 0 end;
  end if;
  return next;
end
$$;
