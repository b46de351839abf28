-- A till captures the points that it holds, with the customer's code or after the customer's confirmation (D5, T5).

-- Captures all points, or points_amount of them. A repeat gets the first answer and captures nothing. Errors: not_found,
-- idempotency_mismatch, intention_over, capture_exceeds_hold {"held"}, authorization_required, wrong_code {"attempts_left"}.
create function capture_intention(company programme, cmd command, c change)
returns change
language plpgsql as $$
declare
  i       intention_state := intention_of(company.company_id, cmd.subject_id);
  amount  bigint := (cmd.args ->> 'points_amount')::bigint;
  code    text := cmd.args ->> 'code';
  entry   ledger_entry;
begin
  c.error := case
    when i.status = 'CAPTURED' and amount <> i.captured_amount then 'idempotency_mismatch'
    when i.status = 'CAPTURED' then null
    when i.ended_at is not null then 'intention_over'
  end;
  if i.ended_at is null and i.expires_at <= (c.balance).moved_at then
    c := end_intention(c, i, 'EXPIRED');
    c.error := 'intention_over';
  elsif c.error is null and i.status = 'CAPTURED' then
    c.result := intention_result(i, (c.balance).moved_at);
    return c;
  elsif c.error is null and amount > i.points_amount then
    c.error := 'capture_exceeds_hold';
    c.details := jsonb_build_object('held', i.points_amount);
  elsif c.error is null and i.status = 'PENDING' and code is null then
    c.error := 'authorization_required';
  elsif c.error is null and i.status = 'PENDING'
        and code <> all (array(
              select intention_code(i.points_amount, i.subsidiary_name, key)
                from unnest(byte_strings(cmd.args, 'code_key', 'other_code_keys')) key)) then
    return wrong_code(c, i);
  end if;
  if c.error is not null then
    return c;
  end if;

  entry.origin := 'api:/points/intention';
  entry.source_id := i.id;
  entry.subsidiary_name := i.subsidiary_name;
  entry.purchase_value := i.purchase_value;
  entry.partner_key_id := cmd.partner_key_id;
  entry.external_id := i.external_id;
  c := finish_hold(c, i.id, coalesce(amount, i.points_amount), entry);
  if c.error is not null then
    return c;
  end if;
  entry := c.entries[1];
  i.status := 'CAPTURED';
  i.captured_amount := -entry.amount;
  i.captured_value := -entry.value;
  i.record_id := entry.id;
  i.ended_at := entry.created_at;
  c.intentions := c.intentions || i;
  c.result := intention_result(i, entry.created_at);
  return c;
end
$$;

-- T5: counts a wrong code under the customer's lock, in the transaction that refuses it. The fifth ends the intention. So at most
-- five codes are compared, whatever the number of concurrent calls, and each code is counted before it is answered.
create function wrong_code(c change, i intention_state)
returns change
language plpgsql as $$
declare
  attempts_left integer := max_wrong_codes() - 1 - i.wrong_codes;
begin
  i.wrong_codes := i.wrong_codes + 1;
  if attempts_left = 0 then
    c := end_intention(c, i, 'CANCELLED');
  else
    c.intentions := c.intentions || i;
  end if;
  c.error := 'wrong_code';
  c.details := jsonb_build_object('attempts_left', attempts_left);
  return c;
end
$$;

-- The code that the customer sees: six digits under a key of this intention, which only the server can derive (T5).
-- api/intention/code.ts computes the same.
create function intention_code(p_points_amount bigint, p_subsidiary_name text, p_code_key bytea)
returns text
language sql immutable as $$
  select lpad(
    (('x' || encode(substring(
       sha256(p_code_key || convert_to(p_points_amount || E'\n' || p_subsidiary_name, 'UTF8')) for 6), 'hex'))::bit(48)::bigint
     % 1000000)::text, 6, '0')
$$;
