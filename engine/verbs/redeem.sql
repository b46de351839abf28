-- A customer redeems prizes with points (D8).

-- Consumes the points and issues the vouchers of one or several prizes, all or none. Each voucher has its own consumption,
-- so that a cancellation returns exactly the points and centavos of that voucher.
-- The parameter p_prizes has the prizes of the call's commands, with their remaining stock.
-- Errors:
--   forbidden  the document is that of a different customer (T3)
--   not_found  the store does not offer the prize
--   price_changed  the call names another price than the present one
--   or one of reasonsNotToRedeem (contract/prize.ts)
create function redeem(company programme, cmd command, inout c change, inout p_prizes prize_state[])
language plpgsql as $$
declare
  b         balance_state := c.balance;
  today     date := local_day(company, b.moved_at);
  buyer     buyer_state := buyer_of(company, cmd, b);
  line      record;
  at        integer;
  total     bigint := 0;
  new_codes code_pair[] := codes_of(cmd.args -> 'codes');
  chosen    integer[] := '{}';    -- for each voucher, the index of its prize in p_prizes
  lots      lot_state[];
  done      record;
begin
  -- A customer without a document gets incomplete_profile below.
  if buyer.has_document and not buyer.is_document_own then
    c.error := 'forbidden';
    return;
  end if;
  for line in
    select (product ->> 'prize_id')::uuid as prize_id, (product ->> 'quantity')::integer as quantity,
           (product ->> 'value')::bigint as value
      from jsonb_array_elements(cmd.args -> 'products') product
     order by 1
  loop
    at := place_of_prize(p_prizes, line.prize_id);
    if at is null or not p_prizes[at].is_offered then
      c.error := 'not_found';
      return;
    end if;
    if line.value <> p_prizes[at].value then
      c.error := 'price_changed';
      return;
    end if;
    c.error := reason_not_to_redeem(company.company_id, p_prizes[at], buyer, today, line.quantity);
    -- Another transaction has locked codes and may roll back, so retry instead of refusing.
    if c.error = 'no_codes_left' and p_prizes[at].is_contended then
      c.error := 'busy';
    end if;
    if c.error is not null then
      return;
    end if;
    total := total + p_prizes[at].value * line.quantity;
    chosen := chosen || array_fill(at, array[line.quantity]);
  end loop;
  if missing_points(b, total) > 0 then
    c.error := 'insufficient_balance';
    c.details := jsonb_build_object('missing', missing_points(b, total));
    return;
  end if;

  lots := lots_to_draw(company.company_id, b.customer_id, total, null, b.moved_at);
  c.result := '[]';
  foreach at in array chosen loop
    done := issue_voucher(company, c, lots, p_prizes[at], new_codes);
    c := done.c;
    lots := done.p_lots;
    p_prizes[at] := done.p_prize;
    new_codes := done.p_codes;
  end loop;
end
$$;

-- Adds a voucher to the change. p_codes: codes that the server generated for prizes without a pool.
create function issue_voucher(
  company programme, inout c change, inout p_lots lot_state[], inout p_prize prize_state, inout p_codes code_pair[])
language plpgsql as $$
declare
  entry   ledger_entry;
  issued  voucher_state;
  used    record;
begin
  issued.id := uuidv7();
  entry.origin := 'voucher';
  entry.source_id := issued.id;
  used := consume(c, entry, p_prize.value, p_lots);
  c := used.c;
  p_lots := used.p_lots;
  issued.customer_id := (c.balance).customer_id;
  issued.prize_id := p_prize.id;
  if p_prize.has_code_pool then
    issued.code_key := p_prize.codes[1].code_key;
    issued.sealed_code := p_prize.codes[1].sealed_code;
    p_prize.codes := p_prize.codes[2:];
  else
    issued.code_key := p_codes[1].code_key;
    issued.sealed_code := p_codes[1].sealed_code;
    p_codes := p_codes[2:];
  end if;
  p_prize.stock_left := p_prize.stock_left - 1;
  issued.points_amount := p_prize.value;
  issued.record_id := (last_entry(c)).id;
  issued.created_at := (c.balance).moved_at;
  -- Set at issue, so that later changes of the prize do not affect vouchers. least() ignores nulls.
  issued.expires_on := least(p_prize.expires_on, local_day(company, issued.created_at) + p_prize.expires_in_days);
  c.issued := c.issued || issued;
  c.result := c.result || voucher_result(issued, p_prize, local_day(company, issued.created_at));
end
$$;

create function codes_of(p_codes jsonb)
returns code_pair[]
language sql immutable as $$
  select coalesce(array_agg(row((pair ->> 'code_key')::bytea, (pair ->> 'sealed_code')::bytea)::code_pair), '{}')
    from jsonb_array_elements(p_codes) pair
$$;
