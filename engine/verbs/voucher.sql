-- A shop withdraws or cancels a voucher (D8). Both hold the lock of the voucher's customer.

-- One of reasonsNotToTake (contract/voucher.ts), or null.
create function reason_not_to_take(v voucher_state, p_today date)
returns text
language sql immutable as $$
  select case state_of_voucher(v.cancelled_at, v.withdrawn_at, v.expires_on, p_today)
           when 'CANCELLED' then 'voucher_cancelled'
           when 'WITHDRAWN' then 'voucher_withdrawn'
           when 'EXPIRED' then 'voucher_expired'
         end
$$;

-- Withdraws a voucher: the prize is handed over, once. Errors: unknown_subsidiary, or one of reasonsNotToTake.
create function withdraw_voucher(company programme, cmd command, c change, p_prizes prize_state[])
returns change
language plpgsql as $$
declare
  v      voucher_state := voucher_of(company.company_id, cmd.subject_id);
  today  date := local_day(company, (c.balance).moved_at);
begin
  c.error := case
    when cmd.unlisted_in is not null and company.subsidiaries_strict then 'unknown_subsidiary'
    else reason_not_to_take(v, today)
  end;
  if c.error is not null then
    return c;
  end if;
  v.withdrawn_at := (c.balance).moved_at;
  v.withdrawn_at_subsidiary := cmd.subsidiary_name;
  v.withdrawn_by := cmd.partner_key_id;
  c.voucher := v;
  if cmd.unlisted_in is not null then
    c.unlisted := row('voucher', v.id, cmd.subsidiary_name, cmd.unlisted_in)::unlisted_shop;
  end if;
  c.result := voucher_result(v, p_prizes[place_of_prize(p_prizes, v.prize_id)], today)
              || jsonb_build_object('unlisted_in', cmd.unlisted_in);
  return c;
end
$$;

-- Cancels a voucher. Its points go back to their lots (D4), and a counted prize back to its stock. A code of a pool is not issued
-- again, because the customer may have read it. Errors: one of reasonsNotToTake.
create function cancel_voucher(company programme, cmd command, c change, p_prizes prize_state[])
returns change
language plpgsql as $$
declare
  v      voucher_state := voucher_of(company.company_id, cmd.subject_id);
  today  date := local_day(company, (c.balance).moved_at);
begin
  c.error := reason_not_to_take(v, today);
  if c.error is not null then
    return c;
  end if;
  c := undo(company, c, v.record_id, 'voucher', null, cmd.partner_key_id);
  if c.error is not null then
    raise exception 'voucher % of company % cannot be given back: %', v.id, company.company_id, c.error;
  end if;
  v.cancelled_at := (c.balance).moved_at;
  v.cancelled_by := cmd.partner_key_id;
  c.voucher := v;
  c.result := voucher_result(v, p_prizes[place_of_prize(p_prizes, v.prize_id)], today);
  return c;
end
$$;
