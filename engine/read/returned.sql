-- Records with what was returned of them, for the console's counter.

-- returned_value: centavos of a purchase that later returns cover. is_reversed: the whole purchase was returned, or the use was undone.
create function returned_records(p_company_id uuid, p_ids uuid[])
returns table (
  id uuid, customer_id uuid, purchase_value bigint, amount bigint, value bigint, reverses_id uuid, returned_value bigint,
  is_reversed boolean)
language plpgsql stable
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
begin
  return query
    select entry.id, entry.customer_id, entry.purchase_value, entry.amount, entry.value, entry.reverses_id, reversed.purchase_value,
           reversed.is_whole
      from unnest(p_ids) wanted (id)
      join points_record entry on entry.company_id = p_company_id and entry.id = wanted.id
     cross join lateral (
           select coalesce(sum(reversal.purchase_value), 0)::bigint as purchase_value,
                  coalesce(bool_or(reversal.type_id = 'CNS_REVERSAL')
                           or sum(reversal.purchase_value) = entry.purchase_value, false) as is_whole
             from points_record reversal
            where reversal.company_id = p_company_id
              and reversal.reverses_id = entry.id) reversed;
end
$$;
