-- A purchase earns points, or a promotion grants them (D3, D4).

-- Adds one record for a purchase and, unless it earns 0 points, one lot. If the purchase is refused, it adds only an error.
-- p_left: the points that the till's key may still give today (T18). Null: no limit. Errors: unknown_subsidiary,
-- unknown_calculation_rule, inactive_calculation_rule, daily_limit_reached.
create function earn(
  company programme, cmd command, c change, p_rules earning_rule[], p_multiplier numeric, p_left bigint)
returns change
language plpgsql as $$
declare
  earned  earning;
  entry   ledger_entry;
begin
  earned := earning_of(
    p_rules, cmd.args ->> 'rule', (cmd.args ->> 'purchase_value')::bigint, (cmd.args ->> 'points_value')::bigint,
    p_multiplier, company.points_per_real, company.time_zone, (c.balance).moved_at);
  c.error := case
    when cmd.unlisted_in is not null and company.subsidiaries_strict then 'unknown_subsidiary'
    when earned.error is not null then earned.error
    when earned.amount > p_left then 'daily_limit_reached'
  end;
  if c.error is not null then
    return c;
  end if;
  entry.type_id := 'GNR';
  entry.origin := 'api:/points/generate';
  entry.partner_key_id := cmd.partner_key_id;
  entry.external_id := cmd.args ->> 'external_id';
  entry.fingerprint := (cmd.args ->> 'fingerprint')::bytea;
  entry.subsidiary_name := cmd.subsidiary_name;
  entry.purchase_value := (cmd.args ->> 'purchase_value')::bigint;
  entry.amount := earned.amount;
  entry.value := earned.value;
  entry.calculation := earned.calculation;
  entry.available_on := earned.available_on;
  entry.expires_on := earned.expires_on;
  c := credit(c, entry, earned.available_at, earned.expires_at);
  entry := last_entry(c);
  if cmd.unlisted_in is not null then
    c.unlisted := row('sale', entry.id, cmd.subsidiary_name, cmd.unlisted_in)::unlisted_shop;
  end if;
  c := note_level(company, c, entry.amount);
  c.result := record_result(entry, cmd.unlisted_in);
  return c;
end
$$;

-- Grants points without a purchase. Their value follows from the company's points_per_real. p_expires_on: the last day in the
-- company's time zone, null: never.
create function grant_points(
  company programme, c change, p_amount bigint, p_origin text, p_source_id uuid, p_calculation jsonb, p_expires_on date)
returns change
language plpgsql as $$
declare
  entry  ledger_entry;
begin
  assert p_amount >= 0;
  entry.type_id := 'GNR';
  entry.origin := p_origin;
  entry.source_id := p_source_id;
  entry.amount := p_amount;
  entry.value := div(p_amount * 100::numeric, company.points_per_real);
  entry.calculation := coalesce(p_calculation, '{}');
  entry.expires_on := p_expires_on;
  c := credit(
    c, entry, '-infinity',
    coalesce((p_expires_on + 1)::timestamp at time zone company.time_zone, 'infinity'));
  return note_level(company, c, p_amount);
end
$$;

-- Whether the level must be settled after an earning. It must if a trigger or a date may be crossed, if the company's levels have
-- changed, or if too many records are unsettled. Otherwise readers add up the unsettled records.
create function note_level(company programme, c change, p_amount bigint)
returns change
language plpgsql immutable as $$
declare
  b balance_state := c.balance;
begin
  if company.levels_changed_at is null then
    return c;
  end if;
  b.level_left := b.level_left - p_amount;
  c.balance := b;
  c.settles_level := b.level_left <= 0
                  or b.level_due_at <= b.moved_at
                  or b.level_settled_at <= company.levels_changed_at
                  or b.sequence - b.level_sequence >= max_unsettled_records();
  return c;
end
$$;
