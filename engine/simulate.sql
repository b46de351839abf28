-- The points that a sale would earn now (D3). Writes nothing.

-- p_sales: one sale, as a command. Errors: those of a till's key, expired_code, unknown_subsidiary and those of earning_of.
create function simulate(p_company_id uuid, p_sales jsonb, p_now timestamptz)
returns table (
  error text, unlisted_in integer, amount bigint, value bigint, calculation jsonb, available_on date, expires_on date)
language plpgsql stable
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  company     programme := programme_of(p_company_id);
  cmd         command := (located(company, p_sales, p_now))[1];
  b           balance_state;
  multiplier  numeric := 1;
  earned      earning;
begin
  error := coalesce(
    cmd.error, cmd.args ->> 'code_error',
    case when cmd.unlisted_in is not null and company.subsidiaries_strict then 'unknown_subsidiary' end);
  unlisted_in := cmd.unlisted_in;
  if error is null then
    if cmd.customer_id is not null then
      b := saved_balance(p_company_id, cmd.customer_id);
      b.moved_at := greatest(p_now, b.moved_at);
      multiplier := coalesce((level_multipliers(company, array[b]))[1], 1);
    end if;
    earned := earning_of(
      rules_of(p_company_id), cmd.args ->> 'rule', (cmd.args ->> 'purchase_value')::bigint,
      (cmd.args ->> 'points_value')::bigint, multiplier, company.points_per_real, company.time_zone, p_now);
    error := earned.error;
    amount := earned.amount;
    value := earned.value;
    calculation := earned.calculation;
    available_on := earned.available_on;
    expires_on := earned.expires_on;
  end if;
  return next;
end
$$;
