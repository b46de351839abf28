-- What sales would earn (D3): reads alone. Leans on generate.sql.

-- What many sales would earn now, in one statement. Answers by n, the place in `asked`. Nothing changes.
create function simulate_points_batch(asked jsonb, p_now timestamptz)
returns table (n bigint, refusal text, earned earning, unlisted_in integer)
language plpgsql stable
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  sale  record;
begin
  for sale in select * from asked_sales(asked) loop
    n := sale.n;
    refusal := coalesce(sale.refusal, sale.subsidiary_refusal);
    earned := null;
    unlisted_in := sale.unlisted_in;
    if refusal is null then
      earned := earn(sale.company_id, sale.customer_id, sale.purchase_value, sale.points_value, sale.rule, p_now);
      refusal := earned.refusal;
    end if;
    return next;
  end loop;
end
$$;
