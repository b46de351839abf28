-- Vouchers as readers see them (D8).

-- A voucher as contract/voucher.ts answers it, its code sealed.
create function shown_voucher(p_company_id uuid, p_voucher_id uuid, p_now timestamptz)
returns table (
  id uuid, sealed_code bytea, state text, points_amount bigint, prize jsonb, created_at timestamptz, expires_at date,
  withdrawn_at timestamptz, withdrawn_at_subsidiary text)
language plpgsql stable rows 1
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
begin
  return query
    select held.id, held.sealed_code,
           state_of_voucher(
             held.cancelled_at, held.withdrawn_at, held.expires_on, (p_now at time zone company.time_zone)::date),
           held.points_amount,
           jsonb_build_object(
             'id', wanted.id,
             'name', wanted.name,
             'description', wanted.description,
             'tos_url', wanted.tos_url,
             'photo_url', wanted.photo_url,
             'category', wanted.category),
           held.created_at, held.expires_on, held.withdrawn_at, held.withdrawn_at_subsidiary
      from voucher held
      join company on company.company_id = p_company_id
      join prize wanted on wanted.company_id = p_company_id and wanted.id = held.prize_id
     where held.company_id = p_company_id
       and held.id = p_voucher_id;
end
$$;
