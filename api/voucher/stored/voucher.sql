-- Functions about stored vouchers, for the engine, and for pools, whose codes must not equal an issued voucher's code.

-- The stored voucher.
create function voucher_of(p_company_id uuid, p_id uuid)
returns voucher_state
language plpgsql stable as $$
declare
  v voucher_state;
begin
  select voucher.id, voucher.customer_id, voucher.prize_id, voucher.code_key, voucher.sealed_code, voucher.points_amount,
         voucher.record_id, voucher.expires_on, voucher.created_at, voucher.withdrawn_at, voucher.withdrawn_at_subsidiary,
         voucher.withdrawn_by, voucher.cancelled_at, voucher.cancelled_by
    into v
    from voucher
   where voucher.company_id = p_company_id
     and voucher.id = p_id;
  return v;
end
$$;

-- The voucher with this code.
create function voucher_with(p_company_id uuid, p_code_key bytea)
returns table (id uuid, customer_id uuid, prize_id uuid)
language sql stable as $$
  select voucher.id, voucher.customer_id, voucher.prize_id
    from voucher
   where voucher.company_id = p_company_id
     and voucher.code_key = p_code_key
$$;

-- Whether this consumption paid for a voucher.
create function pays_for_voucher(p_company_id uuid, p_record_id uuid)
returns boolean
language plpgsql stable as $$
begin
  return exists (
    select
      from voucher
     where voucher.company_id = p_company_id
       and voucher.record_id = p_record_id);
end
$$;
