-- The records that a level is counted from. The planner switches make the functions use keys whatever the planner assumes about
-- sizes.

-- The change of the accumulated amount by each record after p_after, up to p_until, with sequence and time of the earning. An
-- earning adds its points, and an imported balance adds none. The begin of a merge adds the absorbed account's sum, and moved lots
-- add none. A return subtracts the share of the purchase, because those goods were not bought. It does so even
-- if the customer keeps the points by the company's policy, or has spent them, or they have expired. A later recovery (no
-- purchase_value) belongs to a share that is already subtracted. Other records change nothing.
create function level_movements(p_company_id uuid, p_customer_id uuid, p_after integer, p_until integer)
returns table (sequence integer, earned_sequence integer, earned_at timestamptz, amount bigint)
language plpgsql stable rows 20
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
begin
  return query
    select entry.sequence,
           coalesce(returned.sequence, entry.sequence),
           coalesce(returned.created_at, entry.created_at),
           case
             when entry.origin = 'import' then 0
             when entry.origin = 'merge' then
               case entry.type_id
                 when 'GNR' then coalesce((entry.calculation ->> 'level_amount')::bigint, 0)
                 when 'GNR_REVERSAL' then -coalesce((returned.calculation ->> 'level_amount')::bigint, 0)
                 else 0
               end
             when entry.type_id = 'GNR' then entry.amount
             -- The undoing of an adjustment.
             when entry.type_id = 'GNR_REVERSAL' and returned.purchase_value is null then -returned.amount
             when entry.type_id = 'GNR_REVERSAL' and entry.purchase_value is not null then
               share_returned(returned.amount, (entry.calculation ->> 'returned_before')::bigint, returned.purchase_value)
               - share_returned(returned.amount, (entry.calculation ->> 'returned_before')::bigint + entry.purchase_value,
                                returned.purchase_value)
             else 0
           end
      from points_record entry
      left join points_record returned
             on entry.type_id = 'GNR_REVERSAL'
            and returned.company_id = p_company_id
            and returned.id = entry.reverses_id
     where entry.company_id = p_company_id
       and entry.customer_id = p_customer_id
       and entry.sequence > p_after
       and entry.sequence <= p_until;
end
$$;

-- The sequence of the customer's last record before p_instant; 0: none. The search begins after p_after.
create function last_record_before(p_company_id uuid, p_customer_id uuid, p_after integer, p_instant timestamptz)
returns integer
language plpgsql stable
set enable_seqscan = off
as $$
begin
  return coalesce(
    (select entry.sequence - 1
       from points_record entry
      where entry.company_id = p_company_id
        and entry.customer_id = p_customer_id
        and entry.sequence > p_after
        and entry.created_at >= p_instant
      order by entry.sequence
      limit 1),
    (select max(entry.sequence)
       from points_record entry
      where entry.company_id = p_company_id
        and entry.customer_id = p_customer_id),
    0);
end
$$;

-- The instant of the first earning after p_after, up to p_until. Null: no earning.
create function first_earned_at(p_company_id uuid, p_customer_id uuid, p_after integer, p_until integer)
returns timestamptz
language plpgsql stable
set enable_seqscan = off
as $$
begin
  return (
    select entry.created_at
      from points_record entry
     where entry.company_id = p_company_id
       and entry.customer_id = p_customer_id
       and entry.sequence > p_after
       and entry.sequence <= p_until
       and entry.type_id = 'GNR'
       and case entry.origin
             when 'import' then false
             when 'merge' then (entry.calculation ->> 'level_amount')::bigint > 0
             else entry.amount > 0
           end
     order by entry.sequence
     limit 1);
end
$$;

-- The last earning after p_after, up to p_until. All null: no earning. The type is a filter of the aggregate and not a
-- condition, so that no plan uses the index on types.
create function last_earning(
  p_company_id uuid, p_customer_id uuid, p_after integer, p_until integer, out sequence integer, out created_at timestamptz)
language plpgsql stable
set enable_seqscan = off
as $$
begin
  select max(entry.sequence) filter (where entry.type_id = 'GNR' and entry.origin <> 'import'),
         max(entry.created_at) filter (where entry.type_id = 'GNR' and entry.origin <> 'import')
    into last_earning.sequence, last_earning.created_at
    from points_record entry
   where entry.company_id = p_company_id
     and entry.customer_id = p_customer_id
     and entry.sequence > p_after
     and entry.sequence <= p_until;
end
$$;
