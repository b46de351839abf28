-- A prize is handed over at a shop that the till names (D13). Leans on voucher.sql and partner/subsidiary.sql.

create function withdraw_voucher_at(
  p_company_id uuid, p_code_key bytea, p_name text, p_name_key text, p_partner_key_id uuid, p_now timestamptz)
returns redemption
language plpgsql as $$
declare
  shop   record;
  taken  redemption;
begin
  select named.* into strict shop
    from company
   cross join lateral subsidiary_named(company, p_name, p_name_key) named
   where company.company_id = p_company_id;
  if shop.refusal is not null then
    return row(shop.refusal, null, null)::redemption;
  end if;
  taken := withdraw_voucher(p_company_id, p_code_key, shop.name, p_partner_key_id, p_now);
  if taken.refusal is null then
    perform note_unlisted(p_company_id, 'voucher', (taken.voucher).id, shop.name, shop.unlisted_in, p_now);
  end if;
  return taken;
end
$$;
