-- The stored state of a customer, in the form that a replay derives (audit.ts compares the two). Each function is stable: it
-- reads the snapshot of the calling statement, so all parts of a customer are of one instant.

-- The sequence of the customer's first record whose hash does not follow from its contents and the record before it. The
-- sequence of the last record if each hash follows, but the balance stores another hash for it. Then the last record was changed
-- together with its hash. Null: all hashes are right.
create function broken_record(p_company_id uuid, p_customer_id uuid)
returns integer
language plpgsql stable as $$
begin
  return (
    select coalesce(
             min(link.sequence) filter (where link.hash <> link.expected),
             max(balance.sequence) filter (where balance.last_hash <> link.hash and link.sequence = balance.sequence))
      from balance
      cross join (
             select entry.sequence, entry.hash,
                    record_hash(lag(entry.hash, 1, '') over (order by entry.sequence), stored_record) as expected
               from points_record entry
              cross join lateral known_record(entry.company_id, entry.id) stored_record
              where entry.company_id = p_company_id
                and entry.customer_id = p_customer_id) link
     where balance.company_id = p_company_id
       and balance.customer_id = p_customer_id);
end
$$;

-- The lots at p_instant: points of holds that have ended by then are back in them.
create function audited_lots(p_company_id uuid, p_customer_id uuid, p_instant timestamptz)
returns jsonb
language plpgsql stable as $$
declare
  zone  text := (select one from time_zone_of(p_company_id) one);
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
             'id', lot.id,
             'amount', lot.remaining_amount + coalesce(freed.amount, 0),
             'value', lot.remaining_value + coalesce(freed.value, 0),
             'expired_amount', lot.expired_amount,
             'expired_value', lot.expired_value,
             'available_on', case when lot.available_at > '-infinity'
                                  then (lot.available_at at time zone zone)::date end,
             'expires_on', case when lot.expires_at < 'infinity'
                                then (lot.expires_at at time zone zone)::date - 1 end,
             'created_at', lot.created_at)), '[]')
      from points_record
      join lot using (company_id, id)
      left join (
           select part.lot_id, sum(part.free_amount) as amount, sum(part.free_value) as value
             from ended_hold_parts(p_company_id, p_customer_id, p_instant) part
            group by part.lot_id) freed on freed.lot_id = lot.id
     where points_record.company_id = p_company_id
       and points_record.customer_id = p_customer_id);
end
$$;

create function audited_allocations(p_company_id uuid, p_customer_id uuid)
returns jsonb
language plpgsql stable as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
             'record', allocation.record_id,
             'lot', allocation.lot_id,
             'amount', allocation.amount,
             'value', allocation.value,
             'absorbs_deficit', allocation.absorbs_deficit,
             'deficit_value', allocation.deficit_value)), '[]')
      from points_record
      join allocation
        on allocation.company_id = points_record.company_id and allocation.record_id = points_record.id
     where points_record.company_id = p_company_id
       and points_record.customer_id = p_customer_id);
end
$$;

-- The open holds at p_now, each with the lots that it draws on.
create function audited_holds(p_company_id uuid, p_customer_id uuid, p_now timestamptz)
returns jsonb
language plpgsql stable as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', hold.id, 'draws', coalesce(drawn.draws, '[]'))), '[]')
      from holds_at(p_company_id, p_customer_id, p_now) hold
      cross join lateral (
             select jsonb_agg(jsonb_build_object('lot', lot_id, 'amount', amount, 'value', value)
                              order by position) as draws
               from hold_allocation
              where hold_allocation.company_id = p_company_id
                and hold_allocation.hold_id = hold.id) drawn
     where hold.ended_at is null);
end
$$;

-- Payments of a deficit by holds that ended by p_instant, from the points that they freed.
create function audited_payments(p_company_id uuid, p_customer_id uuid, p_instant timestamptz)
returns jsonb
language plpgsql stable as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
             'hold', paid.hold_id, 'lot', paid.lot_id, 'amount', paid.amount, 'value', paid.value,
             'deficit_value', paid.deficit_value)), '[]')
      from (select drawn.hold_id, drawn.lot_id, drawn.absorbed_amount as amount, drawn.absorbed_value as value,
                   drawn.absorbed_deficit_value as deficit_value
              from hold
              join hold_allocation drawn on drawn.company_id = hold.company_id and drawn.hold_id = hold.id
             where hold.company_id = p_company_id
               and hold.customer_id = p_customer_id
             union all
            select part.hold_id, part.lot_id, part.paid_amount, part.paid_value, part.deficit_value
              from ended_hold_parts(p_company_id, p_customer_id, p_instant) part) paid
     where paid.amount > 0);
end
$$;

-- The lots that came by a merge and whose points or centavos differ from what the absorbed account lost, or went back in
-- another amount than it left. A replay follows one customer, so it cannot see this.
create function unpaired_moves(p_company_id uuid, p_customer_id uuid)
returns bigint
language plpgsql stable as $$
begin
  return (
    select count(*)
      from moved_lot
      join points_record came on came.company_id = p_company_id and came.id = moved_lot.id
      join points_record gone on gone.company_id = p_company_id and gone.id = moved_lot.consumption_id
      left join points_record left_again on left_again.company_id = p_company_id and left_again.reverses_id = came.id
      left join points_record back on back.company_id = p_company_id and back.reverses_id = gone.id
     where moved_lot.company_id = p_company_id
       and came.customer_id = p_customer_id
       and (came.amount <> -gone.amount
            or came.value <> -gone.value
            or gone.customer_id <> moved_lot.customer_id
            or left_again.amount is distinct from -back.amount
            or left_again.value is distinct from -back.value));
end
$$;

create function audited_shortfalls(p_company_id uuid, p_customer_id uuid)
returns jsonb
language plpgsql stable as $$
begin
  return (
    select coalesce(jsonb_agg(to_jsonb(shortfall) - 'company_id' - 'record_id' - 'lot_id'
                              || jsonb_build_object('record', shortfall.record_id, 'lot', shortfall.lot_id)), '[]')
      from points_record
      join return_shortfall shortfall
        on shortfall.company_id = points_record.company_id and shortfall.record_id = points_record.id
     where points_record.company_id = p_company_id
       and points_record.customer_id = p_customer_id);
end
$$;
