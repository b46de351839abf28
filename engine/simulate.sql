-- What a sale would earn, and what a customer could pay with points, now (D3, D5). Writes nothing.

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
  multiplier  numeric;
  earned      earning;
begin
  error := coalesce(
    cmd.error, cmd.args ->> 'code_error',
    case when cmd.unlisted_in is not null and company.subsidiaries_strict then 'unknown_subsidiary' end);
  unlisted_in := cmd.unlisted_in;
  if error is null then
    if cmd.customer_id is null then
      multiplier := base_multiplier(company);
    else
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

-- The most points with which the customer could pay for a purchase, and the points that a request would hold: points_amount or
-- points_value; both null: none. An open request holds points, so they do not count. Points of a request that has expired count once
-- its end is written. A customer who may not spend has none. No row: the customer does not exist. Errors, if points are asked for:
-- customer_blocked, contact_unconfirmed and those of points_to_hold.
create function simulate_use(
  p_company_id uuid, p_customer_id uuid, p_purchase_value bigint, p_points_amount bigint, p_points_value bigint, p_now timestamptz)
returns table (most_amount bigint, most_value bigint, amount bigint, value bigint, error text, details jsonb)
language plpgsql stable
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  b        balance_state := saved_balance(p_company_id, p_customer_id);
  cmd      command;
  wanted   held_points;
  refusal  text;
begin
  if b.company_id is null then
    return;
  end if;
  b.moved_at := greatest(p_now, b.moved_at);
  b := with_free_points(b, '-infinity');
  -- In the order of a request: verb_unless_blocked, then open_intention.
  refusal := case
    when is_customer_blocked(p_company_id, p_customer_id) then 'customer_blocked'
    when not (select person.may_spend from person_of(p_company_id, p_customer_id) person) then 'contact_unconfirmed'
  end;
  most_amount := case
    when refusal is not null or b.deficit_amount > 0 then 0
    when b.value < p_purchase_value then b.amount
    else points_worth(lots_to_draw(p_company_id, p_customer_id, null, p_purchase_value, b.moved_at), p_purchase_value)
  end;
  most_value := value_of((draw_from(lots_to_draw(p_company_id, p_customer_id, most_amount, null, b.moved_at), most_amount)).draws);
  if coalesce(p_points_amount, p_points_value) is not null then
    cmd.args := jsonb_strip_nulls(jsonb_build_object(
      'purchase_value', p_purchase_value, 'points_amount', p_points_amount, 'points_value', p_points_value));
    if refusal is null then
      wanted := points_to_hold(cmd, b, null);
    end if;
    error := coalesce(refusal, wanted.error);
    details := wanted.details;
    if error is null then
      amount := wanted.amount;
      value := value_of(wanted.draws);
    end if;
  end if;
  return next;
end
$$;
