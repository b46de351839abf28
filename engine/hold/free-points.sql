-- The points in the customer's lots at p_instant: what remains of each lot, and the points freed by holds that
-- have ended since. A lot may have several lines, and may have expired. Only available points can be held, so
-- freed points are available too. Only lots that expire after p_expires_after and up to p_expires_until: lot_open finds them without
-- reading the others.
create function free_points(
  p_company_id uuid, p_customer_id uuid, p_instant timestamptz,
  p_expires_after timestamptz default '-infinity', p_expires_until timestamptz default 'infinity')
returns table (lot_id uuid, amount bigint, value bigint, available_at timestamptz, expires_at timestamptz)
language plpgsql stable
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
begin
  return query
    select lot.id, lot.remaining_amount, lot.remaining_value, lot.available_at, lot.expires_at
      from lot
     where lot.company_id = p_company_id
       and lot.customer_id = p_customer_id
       and lot.is_open
       and lot.expires_at > p_expires_after
       and lot.expires_at <= p_expires_until
     union all
    select part.lot_id, part.free_amount, part.free_value, '-infinity', part.expires_at
      from ended_hold_parts(p_company_id, p_customer_id, p_instant) part
     where part.free_amount > 0
       and part.expires_at > p_expires_after
       and part.expires_at <= p_expires_until;
end
$$;
