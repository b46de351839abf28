-- The effects of changes: the customers' levels, notifications and webhook events.

create function write_effects(company programme, p_changes change[], p_prizes prize_state[])
returns void
language plpgsql as $$
declare
  c change;
begin
  perform add_notices(company.company_id, notices_of(p_changes, p_prizes));
  if has_endpoints(company.company_id) then
    perform add_events(company.company_id, events_of(p_changes, p_prizes));
  end if;
  foreach c in array p_changes loop
    if c.settles_level then
      perform settle_level(
        company.company_id, c.customer_id, coalesce(cardinality(c.entries), 0), (c.balance).moved_at);
    end if;
  end loop;
end
$$;

-- The customers' notifications of changes.
create function notices_of(p_changes change[], p_prizes prize_state[])
returns notice[]
language sql immutable as $$
  select array(
    select row(c.customer_id, 'points_received', jsonb_build_object(
             'record_id', e.id, 'subsidiary_name', e.subsidiary_name, 'points_amount', e.amount, 'points_value', e.value), (c.balance).moved_at)::notice
      from unnest(p_changes) c
     cross join unnest(c.entries) e
     where e.type_id = 'GNR'
       and e.purchase_value is not null
       and e.amount > 0
     union all
    select row(c.customer_id, 'points_adjusted', jsonb_build_object(
             'points_amount', e.amount, 'points_value', e.value), (c.balance).moved_at)::notice
      from unnest(p_changes) c
     cross join unnest(c.entries) e
     where e.origin = 'adjustment'
     union all
    select row(c.customer_id, 'promotion_credited', jsonb_build_object(
             'promotion_name', (c.activated).name, 'points_amount', e.amount, 'points_value', e.value), (c.balance).moved_at)::notice
      from unnest(p_changes) c
     cross join unnest(c.entries) e
     where (c.activated).id is not null
     union all
    select row(c.customer_id, 'voucher_issued', jsonb_build_object(
             'voucher_id', v.id, 'prize_name', prize.name, 'expires_at', v.expires_on), (c.balance).moved_at)::notice
      from unnest(p_changes) c
     cross join unnest(c.issued) v
      join unnest(p_prizes) prize on prize.id = v.prize_id
     union all
    select row(c.customer_id, 'intention_ended', jsonb_build_object(
             'intention_id', i.id, 'status', i.status, 'subsidiary_name', i.subsidiary_name,
             'points_amount', coalesce(i.captured_amount, i.points_amount),
             'points_value', coalesce(i.captured_value, i.points_value)), (c.balance).moved_at)::notice
      from unnest(p_changes) c
     cross join unnest(c.intentions) i
     where i.ended_at is not null)
$$;

-- The webhook events of changes. They hold no voucher code, because a code is worth the prize.
create function events_of(p_changes change[], p_prizes prize_state[])
returns event[]
language sql immutable as $$
  select array(
    select row('points.generated', jsonb_build_object(
             'id', e.id, 'customer_id', e.customer_id, 'external_id', e.external_id, 'subsidiary_name', e.subsidiary_name,
             'purchase_value', e.purchase_value, 'points_amount', e.amount, 'points_value', e.value,
             'available_at', e.available_on, 'expires_at', e.expires_on, 'balance', balance_after(e)), (c.balance).moved_at)::event
      from unnest(p_changes) c
     cross join unnest(c.entries) e
     where e.type_id = 'GNR'
       -- The company's own people have brought imported balances, up to a million at once, adjusted points by hand, and merged
       -- accounts.
       and e.origin not in ('import', 'adjustment', 'merge')
     union all
    select row('points.reversed', jsonb_build_object(
             'id', e.id, 'reverses_id', e.reverses_id, 'customer_id', e.customer_id,
             -- Without a till the number is an internal one of the console.
             'external_id', case when e.partner_key_id is not null then e.external_id end,
             'points_amount', e.amount, 'points_value', e.value, 'balance', balance_after(e)), (c.balance).moved_at)::event
      from unnest(p_changes) c
     cross join unnest(c.entries) e
     where e.reverses_id is not null
       and e.origin not in ('adjustment', 'merge')
     union all
    select row('intention.' || lower(i.status), jsonb_build_object(
             'id', i.id, 'customer_id', i.customer_id, 'external_id', i.external_id, 'subsidiary_name', i.subsidiary_name,
             'purchase_value', i.purchase_value, 'points_amount', i.points_amount, 'points_value', i.points_value), (c.balance).moved_at)::event
      from unnest(p_changes) c
     cross join unnest(c.intentions) i
     where i.status in ('DECLINED', 'EXPIRED')
        or i.status = 'AUTHORIZED' and c.error is null
     union all
    select row('voucher.' || voucher_event.what, jsonb_build_object(
             'id', voucher_event.id, 'customer_id', voucher_event.customer_id, 'prize_id', voucher_event.prize_id,
             'prize_name', prize.name, 'points_amount', voucher_event.points_amount, 'expires_at', voucher_event.expires_on)
             || voucher_event.more, (c.balance).moved_at)::event
      from unnest(p_changes) c
     cross join lateral (
            select 'issued' as what, v.id, v.customer_id, v.prize_id, v.points_amount, v.expires_on, '{}'::jsonb as more
              from unnest(c.issued) v
             union all
            select 'withdrawn', (c.voucher).id, (c.voucher).customer_id, (c.voucher).prize_id, (c.voucher).points_amount,
                   (c.voucher).expires_on, jsonb_build_object('subsidiary_name', (c.voucher).withdrawn_at_subsidiary)
             where (c.voucher).withdrawn_at is not null) voucher_event
      join unnest(p_prizes) prize on prize.id = voucher_event.prize_id)
$$;

create function balance_after(entry ledger_entry)
returns jsonb
language sql immutable as $$
  select jsonb_build_object('amount_balance', entry.balance_amount, 'value_balance', entry.balance_value)
$$;
