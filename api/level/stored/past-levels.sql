-- The levels that customers had, for a backtest of the programme (D18).

-- The level of each customer between two changes: from p_since, excluded, to `until`, included. A sale is calculated with the level
-- before its own points, and these points change the level at the instant of the sale. Before the first change there is no row.
create function past_levels(p_company_id uuid, p_customer_ids uuid[])
returns table (customer_id uuid, since timestamptz, until timestamptz, name text)
language plpgsql stable
set enable_seqscan = off
as $$
begin
  return query
    select changed.customer_id, changed.created_at,
           lead(changed.created_at, 1, 'infinity') over (partition by changed.customer_id order by changed.created_at, changed.id),
           changed.to_name
      from level_change changed
     where changed.company_id = p_company_id
       and changed.customer_id = any (p_customer_ids);
end
$$;

-- The level of each customer as it was last settled. Without a row: the customer has not been settled yet.
create function settled_levels(p_company_id uuid, p_customer_ids uuid[])
returns table (customer_id uuid, name text)
language plpgsql stable
set enable_seqscan = off
as $$
begin
  return query
    select standing.customer_id, standing.level_name
      from customer_level standing
     where standing.company_id = p_company_id
       and standing.customer_id = any (p_customer_ids);
end
$$;
