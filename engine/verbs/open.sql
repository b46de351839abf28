-- A till asks for points, which are held from then on (D5, T6): PENDING → AUTHORIZED → CAPTURED, or DECLINED, CANCELLED,
-- EXPIRED. The hold has the intention's id.

-- Errors: unknown_subsidiary, contact_unconfirmed, intention_open, too_many_requests and intention_declined {"retry_after_s"},
-- and those of points_to_hold.
create function open_intention(company programme, cmd command, c change)
returns change
language plpgsql as $$
declare
  b        balance_state := c.balance;
  terms    ask_terms;
  wanted   held_points;
  id       uuid := uuidv7();
  ends_at  timestamptz := b.moved_at + make_interval(mins => company.intention_minutes);
begin
  c.error := case
    when cmd.unlisted_in is not null and company.subsidiaries_strict then 'unknown_subsidiary'
    when not cmd.may_spend then 'contact_unconfirmed'
  end;
  if c.error is null then
    c := expire_open_intention(company, c);
  end if;
  if c.error is not null then
    return c;
  end if;
  terms := terms_to_ask(company.company_id, cmd.partner_key_id, b.customer_id, cmd.subsidiary_name, b.moved_at);
  if terms.error is null then
    wanted := points_to_hold(cmd, b, terms);
  end if;
  c.error := coalesce(terms.error, wanted.error);
  if c.error is not null then
    c.details := case when terms.error is not null then terms.details else wanted.details end;
    return c;
  end if;

  c := open_hold(c, id, wanted.amount, ends_at, wanted.draws);
  c.opened := row(
    company.company_id, id, b.customer_id, cmd.partner_key_id, cmd.args ->> 'external_id',
    (cmd.args ->> 'fingerprint')::bytea, 'PENDING', cmd.subsidiary_name, (cmd.args ->> 'purchase_value')::bigint,
    wanted.amount, (c.holds[1]).value, b.amount, b.value, 0, null, null, null, terms.retried_id, b.moved_at, ends_at, null,
    null)::intention_state;
  if cmd.unlisted_in is not null then
    c.unlisted := row('intention', id, cmd.subsidiary_name, cmd.unlisted_in)::unlisted_shop;
  end if;
  c.result := intention_result(c.opened, b.moved_at, cmd.unlisted_in);
  return c;
end
$$;

-- The points that a till asks for, and from which lots they come.
create type held_points as (error text, details jsonb, amount bigint, draws draw[]);

-- Exactly one of points_amount and points_value is given. Errors: points_exceed_purchase {"most"}, insufficient_balance
-- {"missing"} or {"missing_value"}, intention_declined {"retry_after_s"}.
create function points_to_hold(cmd command, b balance_state, terms ask_terms)
returns held_points
language plpgsql stable as $$
declare
  purchase     bigint := (cmd.args ->> 'purchase_value')::bigint;
  asked_value  bigint := (cmd.args ->> 'points_value')::bigint;
  spendable    bigint := case when b.deficit_amount > 0 then 0 else b.value end;
  lots         lot_state[];
  wanted       held_points;
begin
  wanted.amount := (cmd.args ->> 'points_amount')::bigint;
  if asked_value > purchase then
    wanted.error := 'points_exceed_purchase';
  elsif asked_value > spendable then
    wanted.error := 'insufficient_balance';
    wanted.details := jsonb_build_object('missing_value', asked_value - spendable);
  elsif asked_value is not null then
    lots := lots_to_draw(b.company_id, b.customer_id, null, asked_value, b.moved_at);
    wanted.amount := points_worth(lots, asked_value);
  end if;
  if wanted.error is null and wanted.amount >= terms.below then
    wanted.error := 'intention_declined';
    wanted.details := terms.details;
  elsif wanted.error is null and missing_points(b, wanted.amount) > 0 then
    wanted.error := 'insufficient_balance';
    wanted.details := jsonb_build_object('missing', missing_points(b, wanted.amount));
  end if;
  if wanted.error is not null then
    return wanted;
  end if;

  lots := coalesce(lots, lots_to_draw(b.company_id, b.customer_id, wanted.amount, null, b.moved_at));
  wanted.draws := (draw_from(lots, wanted.amount)).draws;
  -- No more points than pay for the purchase. The last point may be worth more than is left of it.
  if asked_value is null and value_of(wanted.draws) >= purchase and points_worth(lots, purchase) < wanted.amount then
    wanted.error := 'points_exceed_purchase';
    wanted.details := jsonb_build_object('most', points_worth(lots, purchase));
  end if;
  return wanted;
end
$$;

-- One open intention a customer (D5). Where the last one is over but not ended, the change ends it; its hold has ended
-- already. Errors: intention_open.
create function expire_open_intention(company programme, c change)
returns change
language plpgsql as $$
declare
  intention_id uuid;
  last         intention_state;
begin
  select intention.id into intention_id
    from intention
   where intention.company_id = company.company_id
     and intention.customer_id = (c.balance).customer_id
     and intention.status in ('PENDING', 'AUTHORIZED');
  if found then
    last := intention_of(company.company_id, intention_id);
    if last.expires_at > (c.balance).moved_at then
      c.error := 'intention_open';
      return c;
    end if;
    last.status := 'EXPIRED';
    last.ended_at := last.expires_at;
    c.intentions := c.intentions || last;
  end if;
  return c;
end
$$;

-- The fewest points of these lots, in their order, that are worth p_value centavos or more; at least one. The last lot is
-- drawn in part: n of its a points are worth floor(n v / a), so m missing centavos need ceil(m a / v) points.
create function points_worth(p_lots lot_state[], p_value bigint)
returns bigint
language plpgsql immutable as $$
declare
  enough   bigint := 0;
  missing  bigint := p_value;
  good     lot_state;
begin
  foreach good in array p_lots loop
    if good.remaining_value >= missing then
      return enough + greatest(
        case when missing = 0 then 0
             else div(missing::numeric * good.remaining_amount + good.remaining_value - 1, good.remaining_value)::bigint
        end,
        1 - enough);
    end if;
    enough := enough + good.remaining_amount;
    missing := missing - good.remaining_value;
  end loop;
  return enough;
end
$$;

-- The stored intention.
create function intention_of(p_company_id uuid, p_id uuid)
returns intention_state
language plpgsql stable as $$
declare
  found_intention  intention_state;
begin
  select i.company_id, i.id, i.customer_id, i.partner_key_id, i.external_id, i.fingerprint, i.status, i.subsidiary_name,
         i.purchase_value, i.points_amount, i.points_value, i.balance_amount, i.balance_value, i.wrong_codes,
         i.captured_amount, i.captured_value, i.record_id, i.retried_id, i.created_at, i.expires_at, i.authorized_at,
         i.ended_at
    into found_intention
    from intention i
   where i.company_id = p_company_id
     and i.id = p_id;
  return found_intention;
end
$$;

-- An intention as Node renders it (engine/result.ts). One whose time is over is EXPIRED, whether or not its end is written.
create function intention_result(i intention_state, p_now timestamptz, p_unlisted_in integer default null)
returns jsonb
language sql stable as $$
  select jsonb_build_object(
           'company_id', i.company_id, 'id', i.id, 'customer_id', i.customer_id,
           'status', case when i.ended_at is null and i.expires_at <= p_now then 'EXPIRED' else i.status end,
           'external_id', i.external_id, 'subsidiary_name', i.subsidiary_name, 'purchase_value', i.purchase_value,
           'points_amount', i.points_amount, 'points_value', i.points_value, 'balance_amount', i.balance_amount,
           'balance_value', i.balance_value, 'captured_amount', i.captured_amount, 'captured_value', i.captured_value,
           'record_id', i.record_id, 'created_at', i.created_at, 'expires_at', i.expires_at,
           'ended_at', case when i.ended_at is null and i.expires_at <= p_now then i.expires_at else i.ended_at end,
           'unlisted_in', p_unlisted_in)
$$;
