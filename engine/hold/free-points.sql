-- The points in the customer's lots at p_instant: what remains of each lot, and the points freed by holds that
-- have ended since. A lot may have several lines, and may have expired. Only available points can be held, so
-- freed points are available too.
create function free_points(p_company_id uuid, p_customer_id uuid, p_instant timestamptz)
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
     union all
    select part.lot_id, part.free_amount, part.free_value, '-infinity', part.expires_at
      from ended_hold_parts(p_company_id, p_customer_id, p_instant) part
     where part.free_amount > 0;
end
$$;
