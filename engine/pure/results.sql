-- The results of verbs, as Node renders them (engine/result.ts).

-- A record as Node renders it (engine/result.ts).
create function record_result(entry ledger_entry, p_unlisted_in integer)
returns jsonb
language sql stable as $$
  select jsonb_build_object(
           'id', entry.id, 'customer_id', entry.customer_id, 'sequence', entry.sequence, 'type_id', entry.type_id,
           'origin', entry.origin, 'source_id', entry.source_id, 'reverses_id', entry.reverses_id,
           'partner_key_id', entry.partner_key_id, 'external_id', entry.external_id,
           'subsidiary_name', entry.subsidiary_name, 'purchase_value', entry.purchase_value, 'amount', entry.amount,
           'value', entry.value, 'calculation', entry.calculation, 'available_on', entry.available_on,
           'expires_on', entry.expires_on, 'balance_amount', entry.balance_amount, 'balance_value', entry.balance_value,
           'created_at', entry.created_at, 'unlisted_in', p_unlisted_in)
$$;

-- An intention as Node renders it (engine/result.ts). An overdue intention is EXPIRED, whether or not its end is written.
create function intention_result(i intention_state, p_now timestamptz, p_unlisted_in integer default null)
returns jsonb
language sql stable as $$
  select jsonb_build_object(
           'company_id', i.company_id, 'id', i.id, 'customer_id', i.customer_id,
           'status', case when i.ended_at is null and i.expires_at <= p_now then 'EXPIRED' else i.status end,
           'external_id', i.external_id, 'subsidiary_name', i.subsidiary_name, 'purchase_value', i.purchase_value,
           'points_amount', i.points_amount, 'points_value', i.points_value, 'balance_amount', i.balance_amount,
           'balance_value', i.balance_value, 'captured_amount', i.captured_amount, 'captured_value', i.captured_value,
           'record_id', i.record_id, 'wrong_codes', i.wrong_codes, 'created_at', i.created_at, 'expires_at', i.expires_at,
           'ended_at', case when i.ended_at is null and i.expires_at <= p_now then i.expires_at else i.ended_at end,
           'unlisted_in', p_unlisted_in)
$$;

-- A voucher as Node renders it (engine/result.ts), its code sealed.
create function voucher_result(v voucher_state, p_prize prize_state, p_today date)
returns jsonb
language sql stable as $$
  select jsonb_build_object(
           'id', v.id, 'sealed_code', v.sealed_code,
           'state', state_of_voucher(v.cancelled_at, v.withdrawn_at, v.expires_on, p_today),
           'points_amount', v.points_amount,
           'prize', jsonb_build_object(
             'id', p_prize.id, 'name', p_prize.name, 'description', p_prize.description, 'tos_url', p_prize.tos_url,
             'photo_url', p_prize.photo_url, 'category', p_prize.category),
           'created_at', v.created_at, 'expires_at', v.expires_on, 'withdrawn_at', v.withdrawn_at,
           'withdrawn_at_subsidiary', v.withdrawn_at_subsidiary)
$$;

-- A voucher's state. It expires by date, without a job.
create function state_of_voucher(
  p_cancelled_at timestamptz, p_withdrawn_at timestamptz, p_expires_on date, p_today date)
returns text
language sql immutable as $$
  select case
           when p_cancelled_at is not null then 'CANCELLED'
           when p_withdrawn_at is not null then 'WITHDRAWN'
           when p_expires_on < p_today then 'EXPIRED'
           else 'TO_WITHDRAW'
         end
$$;
