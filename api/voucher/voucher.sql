-- Vouchers (D8): issued, withdrawn, cancelled. Each function decides first and writes after, and returns its refusal: a
-- refused one has changed nothing.
--
-- Locks, in this order everywhere: the balance of the customer, prizes by id, codes, the voucher. The ledger's rows of a
-- customer come after them and not before: whoever wants those has the balance.

-- A code as it is kept (T16): what it is found by, and itself, which the server alone opens (sealed-code.ts).
create type code_pair as (code_key bytea, sealed_code bytea);

-- details: figures of a refusal, such as {"missing": 20}. The voucher is null where refused.
create type redemption as (refusal text, details jsonb, voucher voucher);

-- Many customers' purchases in one statement: a row a voucher, or one of the refusal; who asks is checked here too, by the
-- session. As generate_points_batch: by keys, and whom another transaction has is not waited for unless p_waits. Nor is a
-- prize whose stock another counts: two batches that have taken one each and wait for the other's would wait for ever.
create function redeem_prizes_batch(
  asked jsonb, p_now timestamptz, p_waits boolean default true)
returns table (n bigint, refusal text, details jsonb, voucher voucher)
language plpgsql
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  wish      record;
  redeemed  redemption;
begin
  for wish in
    select given.n, session.company_id, session.customer_id, given.document, given.products, given.codes,
           case when session.customer_id is null then 'unauthenticated'
                when company.blocked_at is not null or company.maintenance then 'company_unavailable'
                when not p_waits and (taken.company_id is null or counted.prizes > counted.taken) then 'busy'
           end as refusal
      from rows from (jsonb_to_recordset(asked) as (
             company_id uuid, token_hash text, document text, products jsonb, codes code_pair[]
           )) with ordinality as given (company_id, token_hash, document, products, codes, n)
      left join session
             on session.company_id = given.company_id
            and session.token_hash = decode(given.token_hash, 'hex')
            and session.expires_at > p_now
      left join company on company.company_id = session.company_id
      left join lateral (
             select balance.company_id
               from balance
              where not p_waits
                and balance.company_id = session.company_id
                and balance.customer_id = session.customer_id
                for no key update skip locked) taken on true
      left join lateral (
             select count(*) as prizes, count(free.id) as taken
               from jsonb_to_recordset(given.products) product (prize_id uuid)
               join prize
                 on prize.company_id = session.company_id
                and prize.id = product.prize_id
                and prize.stock is not null
               left join lateral (
                      select locked.id
                        from prize locked
                       where locked.company_id = prize.company_id
                         and locked.id = prize.id
                         for no key update skip locked) free on true
              where not p_waits) counted on true
     order by session.company_id, session.customer_id, given.n
  loop
    n := wish.n;
    if wish.refusal is not null then
      refusal := wish.refusal;
      details := null;
      voucher := null;
      return next;
      continue;
    end if;
    for redeemed in
      select *
        from redeem_prizes(wish.company_id, wish.customer_id, wish.document, wish.products, wish.codes, p_now)
    loop
      refusal := redeemed.refusal;
      details := redeemed.details;
      voucher := redeemed.voucher;
      return next;
    end loop;
  end loop;
end
$$;

-- Vouchers for what is asked, [{"prize_id", "quantity"}], all or none: their points, their codes. p_codes: new ones, as
-- many as there are vouchers; a prize with a pool leaves its own unused. A pool's code moves to its voucher sealed as it is.
--
-- One consumption a voucher, so that each can be given back alone, with exactly its points and centavos.
create function redeem_prizes(
  p_company_id  uuid,
  p_customer_id uuid,
  p_document    text,
  p_products    jsonb,
  p_codes       code_pair[],
  p_now         timestamptz
) returns setof redemption
language plpgsql as $$
declare
  buyer       redeemer;
  asked       record;
  wanted      prize;
  free        code_pair[];
  left_over   bigint;
  reason      text;
  missing     bigint;
  payment     movement;
  issued      voucher;
  -- What is decided: a prize and a code for each voucher.
  chosen      prize[] := '{}';
  codes       code_pair[] := '{}';
begin
  -- T3: nobody spends another's points.
  if not exists (
       select
         from customer
        where customer.company_id = p_company_id
          and customer.id = p_customer_id
          and customer.document = p_document) then
    return next row('forbidden', null, null)::redemption;
    return;
  end if;

  -- The lock of the customer's movements: two purchases at once are one after the other (T1).
  p_now := (take_balance(p_company_id, p_customer_id, p_now)).moved_at;
  buyer := redeemer_of(p_company_id, p_customer_id, p_now);
  -- Where a stock is counted, one at a time counts it. Without one nobody waits for another at a popular prize.
  perform
     from prize
    where prize.company_id = p_company_id
      and prize.id in (select product.prize_id from jsonb_to_recordset(p_products) as product (prize_id uuid))
      and prize.stock is not null
    order by prize.id
      for no key update;

  for asked in
    select product.prize_id, product.quantity
      from jsonb_to_recordset(p_products) as product (prize_id uuid, quantity integer)
     order by product.prize_id
  loop
    select * into wanted
      from prize
     where prize.company_id = p_company_id
       and prize.id = asked.prize_id
       and prize.show_in_store;
    if not found then
      return next row('not_found', null, null)::redemption;
      return;
    end if;
    if wanted.has_code_pool then
      -- Codes that another purchase is taking are passed over and not waited for (T16).
      select coalesce(array_agg(next_code.pair order by next_code.position), '{}') into free
        from (select row(prize_code.code_key, prize_code.sealed_code)::code_pair as pair, prize_code.position
                from prize_code
               where prize_code.company_id = p_company_id
                 and prize_code.prize_id = wanted.id
                 and prize_code.voucher_id is null
               order by prize_code.position
               limit asked.quantity
                 for update skip locked) next_code;
      left_over := cardinality(free);
    else
      left_over := wanted.stock - wanted.issued;
      free := p_codes[cardinality(codes) + 1 : cardinality(codes) + asked.quantity];
    end if;
    reason := (reasons_not_to_redeem(wanted, buyer, asked.quantity, left_over, 0))[1];
    if reason is not null then
      return next row(reason, null, null)::redemption;
      return;
    end if;
    chosen := chosen || array_fill(wanted, array[asked.quantity]);
    codes := codes || free;
  end loop;

  select sum(value) - buyer.amount into missing from unnest(chosen);
  if missing > 0 then
    return next row('insufficient_balance', jsonb_build_object('missing', missing), null)::redemption;
    return;
  end if;

  for n in 1 .. cardinality(chosen) loop
    wanted := chosen[n];
    issued.id := uuidv7();
    payment := consume_points(
      p_company_id, p_customer_id, wanted.value, 'voucher', issued.id, null, null, null, null, p_now);
    if payment.refusal is not null then
      raise exception 'a balance that is locked lacks points that it had: %', payment.refusal;
    end if;
    insert into voucher (company_id, id, customer_id, prize_id, code_key, sealed_code, points_amount, record_id, expires_on,
                         created_at)
    values (p_company_id, issued.id, p_customer_id, wanted.id, codes[n].code_key, codes[n].sealed_code, wanted.value,
            (payment.record).id,
            -- Fixed now: what the company changes later changes no voucher. least() passes over what is null.
            least(wanted.expires_on, buyer.today + wanted.expires_in_days), p_now)
    returning * into issued;
    if wanted.has_code_pool then
      update prize_code
         set voucher_id = issued.id
       where prize_code.company_id = p_company_id
         and prize_code.code_key = issued.code_key;
    elsif wanted.stock is not null then
      update prize
         set issued = prize.issued + 1
       where prize.company_id = p_company_id
         and prize.id = wanted.id
         and prize.issued < prize.stock;
      if not found then
        raise exception 'prize % of company % has no stock left, and had', wanted.id, p_company_id;
      end if;
    end if;
    perform emit_event(
      p_company_id, 'voucher.issued', told_voucher(issued, wanted.name), p_now);
    return next row(null, null, issued)::redemption;
  end loop;
end
$$;

-- Where a voucher stands. A date passes without a job (D8).
create function voucher_state(held voucher, p_today date)
returns text
language sql immutable as $$
  select case
           when held.cancelled_at is not null then 'CANCELLED'
           when held.withdrawn_at is not null then 'WITHDRAWN'
           when held.expires_on < p_today then 'EXPIRED'
           else 'TO_WITHDRAW'
         end
$$;

-- The prize is handed over, once.
create function withdraw_voucher(
  p_company_id uuid, p_code_key bytea, p_subsidiary_name text, p_partner_key_id uuid, p_now timestamptz)
returns redemption
language plpgsql as $$
declare
  held     voucher;
  refusal  text;
begin
  select * into held
    from voucher
   where voucher.company_id = p_company_id
     and voucher.code_key = p_code_key
     for no key update;  -- a second till waits, and is told
  if not found then
    return row('voucher_not_found', null, null)::redemption;
  end if;
  refusal := reason_not_to_take(held, p_now);
  if refusal is not null then
    return row(refusal, null, null)::redemption;
  end if;
  update voucher
     set withdrawn_at            = p_now,
         withdrawn_at_subsidiary = p_subsidiary_name,
         withdrawn_by            = p_partner_key_id
   where voucher.company_id = p_company_id
     and voucher.id = held.id
  returning * into held;
  perform emit_event(
    p_company_id, 'voucher.withdrawn',
    told_voucher(held, prize.name) || jsonb_build_object('subsidiary_name', p_subsidiary_name), p_now)
     from prize
    where prize.company_id = p_company_id
      and prize.id = held.prize_id;
  return row(null, null, held)::redemption;
end
$$;

-- As a company's own server is told of it: without its code, which is worth the prize.
create function told_voucher(held voucher, p_prize_name text)
returns jsonb
language sql immutable as $$
  select jsonb_build_object(
           'id', held.id,
           'customer_id', held.customer_id,
           'prize_id', held.prize_id,
           'prize_name', p_prize_name,
           'points_amount', held.points_amount,
           'expires_at', held.expires_on)
$$;

-- The customer wants the points and not the prize: they go back to the lots they came from (D4), and a counted prize back
-- to its stock. A pool's code is not sold again: who had it may have read it.
create function cancel_voucher(
  p_company_id uuid, p_code_key bytea, p_partner_key_id uuid, p_now timestamptz)
returns redemption
language plpgsql as $$
declare
  held       voucher;
  given_back movement;
  refusal    text;
begin
  select * into held
    from voucher
   where voucher.company_id = p_company_id
     and voucher.code_key = p_code_key;
  if not found then
    return row('voucher_not_found', null, null)::redemption;
  end if;
  -- The locks, in their order: the voucher's is the last.
  p_now := (take_balance(p_company_id, held.customer_id, p_now)).moved_at;
  perform
     from prize
    where prize.company_id = p_company_id
      and prize.id = held.prize_id
      and prize.stock is not null
      for no key update;
  select * into held
    from voucher
   where voucher.company_id = p_company_id
     and voucher.id = held.id
     for no key update;
  refusal := reason_not_to_take(held, p_now);
  if refusal is not null then
    return row(refusal, null, null)::redemption;
  end if;

  given_back := reverse_consumption(
    p_company_id, held.record_id, 'voucher', null, p_now, p_partner_key_id => p_partner_key_id);
  if given_back.refusal is not null then
    raise exception 'voucher % of company % cannot be given back: %', held.id, p_company_id, given_back.refusal;
  end if;
  update prize
     set issued = prize.issued - 1
   where prize.company_id = p_company_id
     and prize.id = held.prize_id
     and prize.stock is not null
     -- A voucher from before the stock was counted.
     and prize.issued > 0;
  update voucher
     set cancelled_at = p_now,
         cancelled_by = p_partner_key_id
   where voucher.company_id = p_company_id
     and voucher.id = held.id
  returning * into held;
  return row(null, null, held)::redemption;
end
$$;

-- Why a voucher is neither withdrawn nor cancelled any more; null: it can be.
create function reason_not_to_take(held voucher, p_now timestamptz)
returns text
language sql stable as $$
  select case voucher_state(held, (p_now at time zone company.time_zone)::date)
           when 'CANCELLED' then 'voucher_cancelled'
           when 'WITHDRAWN' then 'voucher_withdrawn'
           when 'EXPIRED' then 'voucher_expired'
         end
    from company
   where company.company_id = held.company_id
$$;

-- A voucher as contract/voucher.ts answers it, its code sealed.
create function shown_voucher(held voucher, p_now timestamptz)
returns table (
  id uuid, sealed_code bytea, state text, points_amount bigint, prize jsonb, created_at timestamptz, expires_at date,
  withdrawn_at timestamptz, withdrawn_at_subsidiary text)
language sql stable as $$
  select held.id, held.sealed_code, voucher_state(held, (p_now at time zone company.time_zone)::date), held.points_amount,
         jsonb_build_object(
           'id', prize.id,
           'name', prize.name,
           'description', prize.description,
           'tos_url', prize.tos_url,
           'photo_url', prize.photo_url,
           'category', prize.category),
         held.created_at, held.expires_on, held.withdrawn_at, held.withdrawn_at_subsidiary
    from company
    join prize on prize.company_id = company.company_id
   where company.company_id = held.company_id
     and prize.id = held.prize_id
$$;
