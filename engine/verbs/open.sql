-- A till requests points, which are held from then on (D5, T6): PENDING → AUTHORIZED → CAPTURED, or DECLINED, CANCELLED,
-- EXPIRED. The hold has the intention's id.

-- Errors: expired_code of a member code that has opened a hold before (D14), unknown_subsidiary, contact_unconfirmed,
-- intention_open, too_many_requests and intention_declined {"retry_after_s"}, and those of points_to_hold.
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
    when is_code_used(company.company_id, (cmd.args ->> 'session_ref')::bytea, (cmd.args ->> 'code_step')::integer)
    then 'expired_code'
    when cmd.unlisted_in is not null and company.subsidiaries_strict then 'unknown_subsidiary'
    when not cmd.may_spend then 'contact_unconfirmed'
  end;
  if c.error is null then
    c := expire_open_intention(company, c);
  end if;
  if c.error is not null then
    return c;
  end if;
  terms := terms_to_ask(
    company.company_id, cmd.partner_key_id, b.customer_id, cmd.args ->> 'subsidiary_key', b.moved_at);
  if terms.error is null then
    wanted := points_to_hold(cmd, b, terms);
  end if;
  c.error := coalesce(terms.error, wanted.error);
  if c.error is not null then
    c.details := case when terms.error is not null then terms.details else wanted.details end;
    return c;
  end if;

  c := open_hold(c, id, wanted.amount, ends_at, wanted.draws);
  c.opened := pending_intention(cmd, b, c.holds[1], terms.retried_id);
  if cmd.unlisted_in is not null then
    c.unlisted := row('intention', id, cmd.subsidiary_name, cmd.unlisted_in)::unlisted_shop;
  end if;
  c.result := intention_result(c.opened, b.moved_at, cmd.unlisted_in);
  return c;
end
$$;

-- The intention of a hold. b: the balance before the hold.
create function pending_intention(cmd command, b balance_state, hold opened_hold, p_retried_id uuid)
returns intention_state
language plpgsql immutable as $$
declare
  opened  intention_state;
begin
  opened.company_id := b.company_id;
  opened.id := hold.id;
  opened.customer_id := b.customer_id;
  opened.partner_key_id := cmd.partner_key_id;
  opened.external_id := cmd.args ->> 'external_id';
  opened.fingerprint := (cmd.args ->> 'fingerprint')::bytea;
  opened.status := 'PENDING';
  opened.subsidiary_name := cmd.subsidiary_name;
  opened.subsidiary_key := cmd.args ->> 'subsidiary_key';
  opened.purchase_value := (cmd.args ->> 'purchase_value')::bigint;
  opened.points_amount := hold.amount;
  opened.points_value := hold.value;
  opened.balance_amount := b.amount;
  opened.balance_value := b.value;
  opened.wrong_codes := 0;
  opened.retried_id := p_retried_id;
  opened.created_at := b.moved_at;
  opened.expires_at := hold.expires_at;
  opened.session_ref := (cmd.args ->> 'session_ref')::bytea;
  opened.code_step := (cmd.args ->> 'code_step')::integer;
  return opened;
end
$$;

-- A customer has at most one open intention (D5). If the last one has expired and its end is not stored yet,
-- the change ends it; its hold has ended already. Errors: intention_open.
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
