-- The ledger's movements without a sale, a till or a voucher. Only tests send these commands.

-- Draws points. A repeat of its external_id gets the first record. Errors: insufficient_balance {"missing"}.
create function spend(company programme, cmd command, c change)
returns change
language plpgsql as $$
declare
  b       balance_state := c.balance;
  amount  bigint := (cmd.args ->> 'amount')::bigint;
  entry   ledger_entry;
  used    record;
begin
  if missing_points(b, amount) > 0 then
    c.error := 'insufficient_balance';
    c.details := jsonb_build_object('missing', missing_points(b, amount));
    return c;
  end if;
  entry.origin := cmd.args ->> 'origin';
  entry.subsidiary_name := cmd.args ->> 'subsidiary_name';
  entry.external_id := cmd.args ->> 'external_id';
  used := consume(c, entry, amount, lots_to_draw(company.company_id, b.customer_id, amount, null, b.moved_at));
  c := used.c;
  c.result := record_result(last_entry(c), null);
  return c;
end
$$;

-- Gives points. Never refused.
create function grant_amount(company programme, cmd command, c change)
returns change
language plpgsql as $$
begin
  c := grant_points(
    company, c, (cmd.args ->> 'amount')::bigint, cmd.args ->> 'origin', null, cmd.args -> 'calculation',
    (cmd.args ->> 'expires_on')::date);
  c.result := record_result(last_entry(c), null);
  return c;
end
$$;

-- Holds points. Errors: insufficient_balance {"missing"}.
create function hold_amount(company programme, cmd command, c change)
returns change
language plpgsql as $$
declare
  b       balance_state := c.balance;
  amount  bigint := (cmd.args ->> 'amount')::bigint;
begin
  if missing_points(b, amount) > 0 then
    c.error := 'insufficient_balance';
    c.details := jsonb_build_object('missing', missing_points(b, amount));
    return c;
  end if;
  c := open_hold(
    c, (cmd.args ->> 'hold_id')::uuid, amount, (cmd.args ->> 'expires_at')::timestamptz,
    (draw_from(lots_to_draw(company.company_id, b.customer_id, amount, null, b.moved_at), amount)).draws);
  c.result := jsonb_build_object('value', c.holds[1].value);
  return c;
end
$$;

-- Ends a hold: captures `amount` of it, or releases all of it without an amount. Errors: intention_over,
-- capture_exceeds_hold {"held"}, idempotency_mismatch.
create function finish_amount(company programme, cmd command, c change)
returns change
language plpgsql as $$
declare
  entry  ledger_entry;
  ended  change;
begin
  entry.origin := cmd.args ->> 'origin';
  entry.source_id := (cmd.args ->> 'hold_id')::uuid;
  entry.subsidiary_name := cmd.args ->> 'subsidiary_name';
  entry.purchase_value := (cmd.args ->> 'purchase_value')::bigint;
  entry.external_id := cmd.args ->> 'external_id';
  ended := finish_hold(c, (cmd.args ->> 'hold_id')::uuid, (cmd.args ->> 'amount')::bigint, entry);
  if ended.error is null and has_external_id(company.company_id, 'CNS', entry.external_id) then
    c.error := 'idempotency_mismatch';
    return c;
  end if;
  ended.result := case when ended.entries is not null then record_result(ended.entries[1], null) end;
  return ended;
end
$$;
