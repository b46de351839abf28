-- A till requests points, which are held from then on (D5, T6): PENDING → AUTHORIZED → CAPTURED, or DECLINED, CANCELLED,
-- EXPIRED. The hold has the intention's id.

-- Errors: expired_code of a member code that has opened a hold before (D14), unknown_subsidiary, contact_unconfirmed, intention_open, too_many_requests and intention_declined {"retry_after_s"},
-- and those of points_to_hold.
create function open_intention(company programme, cmd command, c change)
returns change
language plpgsql as $$
declare
  b        balance_state := c.balance;
  terms    ask_terms;
  wanted   held_points;
  id       uuid := uuidv7();
  ref      bytea := (cmd.args ->> 'session_ref')::bytea;
  step     integer := (cmd.args ->> 'code_step')::integer;
  ends_at  timestamptz := b.moved_at + make_interval(mins => company.intention_minutes);
begin
  c.error := case
    when is_code_used(company.company_id, ref, step) then 'expired_code'
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
    null, ref, step)::intention_state;
  if cmd.unlisted_in is not null then
    c.unlisted := row('intention', id, cmd.subsidiary_name, cmd.unlisted_in)::unlisted_shop;
  end if;
  c.result := intention_result(c.opened, b.moved_at, cmd.unlisted_in);
  return c;
end
$$;

-- A customer has at most one open intention (D5). If the last one has expired without a written end, the change ends it; its hold
-- has ended already. Errors: intention_open.
create function expire_open_intention(company programme, c change)
returns change
language plpgsql as $$
declare
  last  intention_state := unended_intention(company.company_id, (c.balance).customer_id);
begin
  if last.id is not null then
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
