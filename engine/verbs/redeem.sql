-- A customer trades points for prizes (D8).

-- Several prizes, all or none: the points are consumed and the vouchers issued. One consumption a voucher, so that each can
-- be given back alone, with exactly its points and centavos. p_prizes are those that the commands of the call name, with
-- what is left of each. Errors: forbidden for another customer's document (T3), not_found for a prize that is not in the
-- store, or one of reasonsNotToRedeem (contract/prize.ts).
create function redeem(company programme, cmd command, inout c change, inout p_prizes prize_state[])
language plpgsql as $$
declare
  b         balance_state := c.balance;
  today     date := local_day(company, b.moved_at);
  buyer     buyer_state := buyer_of(company, cmd, b);
  asked     record;
  at        integer;
  total     bigint := 0;
  given     code_pair[] := codes_of(cmd.args -> 'codes');
  chosen    integer[] := '{}';    -- places in p_prizes, one a voucher
  lots      lot_state[];
  done      record;
begin
  if not buyer.is_document_own then
    c.error := 'forbidden';
    return;
  end if;
  for asked in
    select (product ->> 'prize_id')::uuid as prize_id, (product ->> 'quantity')::integer as quantity
      from jsonb_array_elements(cmd.args -> 'products') product
     order by 1
  loop
    at := place_of_prize(p_prizes, asked.prize_id);
    if at is null or not p_prizes[at].is_offered then
      c.error := 'not_found';
      return;
    end if;
    c.error := reason_not_to_redeem(company.company_id, p_prizes[at], buyer, today, asked.quantity);
    if c.error is not null then
      return;
    end if;
    total := total + p_prizes[at].value * asked.quantity;
    chosen := chosen || array_fill(at, array[asked.quantity]);
  end loop;
  if missing_points(b, total) > 0 then
    c.error := 'insufficient_balance';
    c.details := jsonb_build_object('missing', missing_points(b, total));
    return;
  end if;

  lots := lots_to_draw(company.company_id, b.customer_id, total, null, b.moved_at);
  c.result := '[]';
  foreach at in array chosen loop
    done := issue_voucher(company, c, lots, p_prizes[at], given);
    c := done.c;
    lots := done.p_lots;
    p_prizes[at] := done.p_prize;
    given := done.p_codes;
  end loop;
end
$$;

-- The change with one voucher more. p_codes: those that the server made for prizes without a pool.
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
  -- Fixed now: what the company changes later changes no voucher. least() passes over nulls.
  issued.expires_on := least(p_prize.expires_on, local_day(company, issued.created_at) + p_prize.expires_in_days);
  c.issued := c.issued || issued;
  c.result := c.result || voucher_result(issued, p_prize, local_day(company, issued.created_at));
end
$$;

-- What decides what a customer may redeem, besides the prize.
create type buyer_state as (
  customer_id uuid, is_document_own boolean, may_spend boolean, is_profile_complete boolean, now timestamptz);

create function buyer_of(company programme, cmd command, b balance_state)
returns buyer_state
language plpgsql stable as $$
declare
  buyer buyer_state;
begin
  select customer.id, customer.document = cmd.args ->> 'document', customer.may_spend, customer.is_profile_complete, b.moved_at
    into strict buyer
    from customer
   where customer.company_id = company.company_id
     and customer.id = b.customer_id;
  buyer.is_document_own := coalesce(buyer.is_document_own, false);
  return buyer;
end
$$;

-- The first of reasonsNotToRedeem (contract/prize.ts) that applies to p_quantity of a prize; null: none. The balance is
-- looked at for all prizes together.
create function reason_not_to_redeem(
  p_company_id uuid, wanted prize_state, buyer buyer_state, p_today date, p_quantity integer)
returns text
language plpgsql stable as $$
begin
  return case
    when wanted.value > 0 and not buyer.may_spend then 'contact_unconfirmed'
    when wanted.requires_complete_profile and not buyer.is_profile_complete then 'incomplete_profile'
    when wanted.level_required is not null
         and not has_level(p_company_id, buyer, wanted.level_required) then 'level_required'
    when wanted.expires_on < p_today then 'expired'
    when wanted.stock_left < p_quantity then 'no_codes_left'
  end;
end
$$;

-- Whether the customer has reached the level of that name.
create function has_level(p_company_id uuid, buyer buyer_state, p_name text)
returns boolean
language plpgsql stable as $$
begin
  return exists (
    select
      from level
     where level.company_id = p_company_id
       and level.name = p_name
       and level.trigger_amount <= level_amount(p_company_id, buyer.customer_id, buyer.now));
end
$$;

create function place_of_prize(p_prizes prize_state[], p_prize_id uuid)
returns integer
language plpgsql immutable as $$
begin
  for place in 1 .. cardinality(p_prizes) loop
    if p_prizes[place].id = p_prize_id then
      return place;
    end if;
  end loop;
  return null;
end
$$;

create function codes_of(p_codes jsonb)
returns code_pair[]
language sql immutable as $$
  select coalesce(array_agg(row((pair ->> 'code_key')::bytea, (pair ->> 'sealed_code')::bytea)::code_pair), '{}')
    from jsonb_array_elements(p_codes) pair
$$;
