-- A till asks to spend a customer's points (D5): PENDING → AUTHORIZED → CAPTURED, or DECLINED, CANCELLED, EXPIRED.
--
-- Like the ledger's, each function takes the customer's balance row first and reads after; returns its outcome, a refusal
-- among them; and is told the time. The points are held by the ledger under the intention's id from the first moment.

create type intention_outcome as (refusal text, details jsonb, intention intention);

-- The intention as it is at p_now, under its customer's lock: one whose time is over ends here. Null: there is none, or it
-- is not this till's (p_partner_key_id), not this customer's (p_customer_id).
create function take_intention(
  p_company_id uuid, p_id uuid, p_partner_key_id uuid, p_customer_id uuid, p_now timestamptz)
returns intention
language plpgsql as $$
declare
  known intention;
begin
  select * into known
    from intention
   where intention.company_id = p_company_id
     and intention.id = p_id
     and (p_partner_key_id is null or intention.partner_key_id = p_partner_key_id)
     and (p_customer_id is null or intention.customer_id = p_customer_id);
  if not found then
    return null;
  end if;
  p_now := take_turn(p_company_id, known.customer_id, p_now);
  -- Again, now that the lock is ours: whoever had it may have ended it.
  select * into strict known
    from intention
   where intention.company_id = p_company_id
     and intention.id = p_id;
  if known.ended_at is null and known.expires_at <= p_now then
    return end_intention(known, 'EXPIRED', p_now);
  end if;
  return known;
end
$$;

-- Ends an intention with nothing captured: its points are free at once; of an expired one they have been since its
-- instant, and this writes what became of it. The caller holds the customer's lock.
create function end_intention(known intention, p_status text, p_now timestamptz)
returns intention
language plpgsql as $$
begin
  perform release_hold(known.company_id, known.id, p_now);
  update intention
     set status   = p_status,
         ended_at = case when p_status = 'EXPIRED' then known.expires_at else p_now end
   where intention.company_id = known.company_id
     and intention.id = known.id
  returning * into known;
  perform intention_changed(known, p_now);
  return known;
end
$$;

-- Each change of status passes here, in its transaction: what others are to be told of it, is told from here.
create function intention_changed(known intention, p_now timestamptz)
returns void
language plpgsql as $$
begin
  perform pg_notify('intention', known.company_id || ' ' || known.customer_id);
  if known.status in ('AUTHORIZED', 'DECLINED', 'EXPIRED') then
    perform emit_event(known.company_id, 'intention.' || lower(known.status), jsonb_build_object(
      'id', known.id,
      'customer_id', known.customer_id,
      'external_id', known.external_id,
      'subsidiary_name', known.subsidiary_name,
      'purchase_value', known.purchase_value,
      'points_amount', known.points_amount,
      'points_value', known.points_value), p_now);
  end if;
  if known.ended_at is not null then
    perform notify_customer(known.company_id, known.customer_id, 'intention_ended', jsonb_build_object(
      'intention_id', known.id,
      'status', known.status,
      'subsidiary_name', known.subsidiary_name,
      'points_amount', coalesce(known.captured_amount, known.points_amount),
      'points_value', coalesce(known.captured_value, known.points_value)), p_now);
  end if;
end
$$;

-- Writes the end of intentions whose time is over, with its notice and its event, though nobody asks; returns how many.
-- Their points are free since their instant. In the order of their customers, because it takes one lock after another.
create function expire_intentions(p_now timestamptz, p_most integer)
returns integer
language plpgsql as $$
declare
  overdue  record;
  ended    integer := 0;
begin
  for overdue in
    select found.company_id, found.id
      from (select company.company_id, late.id, late.customer_id
              from company
             cross join lateral (
                   select intention.id, intention.customer_id
                     from intention
                    where intention.company_id = company.company_id
                      and intention.status in ('PENDING', 'AUTHORIZED')
                      and intention.expires_at <= p_now
                    order by intention.expires_at
                    limit p_most) late
             limit p_most) found
     order by found.company_id, found.customer_id
  loop
    perform take_intention(overdue.company_id, overdue.id, null, null, p_now);
    ended := ended + 1;
  end loop;
  return ended;
end
$$;
