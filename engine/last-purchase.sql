-- The customer's last purchase as a line of the history; null: no purchase.
create function last_purchase(p_company_id uuid, p_customer_id uuid)
returns history_line
language plpgsql stable as $$
begin
  return (
    select record
      from history_records(p_company_id, array(
             select entry.id
               from points_record entry
              where entry.company_id = p_company_id
                and entry.customer_id = p_customer_id
                and entry.type_id = 'GNR'
                and entry.purchase_value is not null
              order by entry.sequence desc
              limit 1)) record);
end
$$;
