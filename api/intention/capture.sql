-- A till takes the points that it holds, with the customer's code or after the customer's yes (D5, T5). Leans on
-- intention.sql and hold.sql.

-- The till takes the points, all or fewer, with the customer's code or after the customer said yes. A repeat gets the first
-- answer and takes nothing.
create function capture_intention(
  p_company_id     uuid,
  p_partner_key_id uuid,
  p_id             uuid,
  p_code           text,    -- null: none
  p_code_key       bytea,
  p_amount         bigint,  -- null: all
  p_now            timestamptz
) returns intention_outcome
language plpgsql as $$
declare
  known  intention := take_intention(p_company_id, p_id, p_partner_key_id, null, p_now);
  spent  movement;
begin
  if known.id is null then
    return row('not_found', null, null)::intention_outcome;
  elsif known.status = 'CAPTURED' then
    if p_amount <> known.captured_amount then
      return row('idempotency_mismatch', null, null)::intention_outcome;
    end if;
    return row(null, null, known)::intention_outcome;
  elsif known.ended_at is not null then
    return row('intention_over', null, null)::intention_outcome;
  elsif p_amount > known.points_amount then
    return row('capture_exceeds_hold', jsonb_build_object('held', known.points_amount), null)::intention_outcome;
  end if;

  if known.status = 'PENDING' then
    if p_code is null then
      return row('authorization_required', null, null)::intention_outcome;
    elsif p_code <> intention_code(known, p_code_key) then
      return wrong_code(known, p_now);
    end if;
  end if;

  spent := capture_hold(
    p_company_id, p_id, coalesce(p_amount, known.points_amount), 'api:/points/intention', p_id, known.subsidiary_name,
    known.purchase_value, p_partner_key_id, known.external_id, p_now);
  if spent.refusal is not null then
    return row(spent.refusal, spent.details, null)::intention_outcome;
  end if;
  update intention
     set status          = 'CAPTURED',
         captured_amount = -(spent.record).amount,
         captured_value  = -(spent.record).value,
         record_id       = (spent.record).id,
         ended_at        = (spent.record).created_at
   where intention.company_id = p_company_id
     and intention.id = p_id
  returning * into known;
  perform intention_changed(known, known.ended_at);
  return row(null, null, known)::intention_outcome;
end
$$;

-- T5: a wrong code is counted under the customer's lock, in the transaction that refuses it; the fifth is the last. So of
-- any number at once no more than five are looked at, and no answer leaves before its code was counted.
create function wrong_code(known intention, p_now timestamptz)
returns intention_outcome
language plpgsql as $$
declare
  attempts_left integer := 4 - known.wrong_codes;
begin
  update intention
     set wrong_codes = intention.wrong_codes + 1
   where intention.company_id = known.company_id
     and intention.id = known.id;
  if attempts_left = 0 then
    perform end_intention(known, 'CANCELLED', p_now);
  end if;
  return row('wrong_code', jsonb_build_object('attempts_left', attempts_left), null)::intention_outcome;
end
$$;

-- Six digits of what the customer is shown, under a key of this intention alone that only the server can make (T5).
-- api/intention/code.ts makes the same.
create function intention_code(known intention, p_code_key bytea)
returns text
language sql immutable as $$
  select lpad(
    (('x' || encode(substring(
       sha256(p_code_key || convert_to(known.points_amount || E'\n' || known.subsidiary_name, 'UTF8')) for 6), 'hex'))::bit(48)::bigint
     % 1000000)::text, 6, '0')
$$;

-- Many captures in one statement.
create function capture_intentions(asked jsonb, p_now timestamptz, p_waits boolean default true)
returns table (n bigint, refusal text, details jsonb, intention intention)
language plpgsql
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  wish     record;
  outcome  intention_outcome;
begin
  for wish in
    select given.n, given.company_id, given.id, given.code, decode(given.code_key, 'hex') as code_key, given.points_amount,
           partner_key.id as partner_key_id, refusal_of_key(partner_key, company, given.scope, given.address) as refusal,
           not p_waits and known.id is not null and taken.company_id is null as is_busy
      from rows from (jsonb_to_recordset(asked) as (
             company_id uuid, key_hash text, scope text, address text, id uuid, code text, code_key text, points_amount bigint
           )) with ordinality as given (company_id, key_hash, scope, address, id, code, code_key, points_amount, n)
      left join partner_key
             on partner_key.company_id = given.company_id
            and partner_key.key_hash = decode(given.key_hash, 'hex')
            and partner_key.revoked_at is null
      left join company on company.company_id = partner_key.company_id
      left join intention known
             on known.company_id = partner_key.company_id
            and known.id = given.id
      left join lateral (
             select balance.company_id
               from balance
              where not p_waits
                and balance.company_id = known.company_id
                and balance.customer_id = known.customer_id
                for no key update skip locked) taken on true
     order by given.company_id, known.customer_id nulls last, given.n
  loop
    outcome := case
      when wish.refusal is not null then row(wish.refusal, null, null)::intention_outcome
      when wish.is_busy then row('busy', null, null)::intention_outcome
      else capture_intention(
        wish.company_id, wish.partner_key_id, wish.id, wish.code, wish.code_key, wish.points_amount, p_now)
    end;
    n := wish.n;
    refusal := outcome.refusal;
    details := outcome.details;
    intention := outcome.intention;
    return next;
  end loop;
  perform note_key_use(asked, p_now);
end
$$;
