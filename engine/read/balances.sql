-- The balances that customers can spend now (R7.1), found by session: the portal's most frequent read.

-- n: the position in p_token_hashes. A balance is read from its row, unless a lot or a hold has reached a date since it was saved.
-- Errors: unauthenticated, company_unavailable.
create function balances(p_company_id uuid, p_token_hashes bytea[], p_now timestamptz)
returns table (n integer, error text, amount bigint, value bigint)
language plpgsql stable
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
set plan_cache_mode = force_generic_plan
as $$
begin
  return query
    select reader.n::integer,
           case when session.customer_id is null then 'unauthenticated'
                when not is_open then 'company_unavailable'
           end,
           case when saved.is_due then due.amount
                when saved.deficit_amount > 0 then 0
                else saved.amount
           end,
           case when saved.is_due then due.value
                when saved.deficit_amount > 0 then 0
                else saved.value
           end
      from unnest(p_token_hashes) with ordinality reader (token_hash, n)
      left join lateral session_of(p_company_id, reader.token_hash, p_now) session on true
      left join is_open(p_company_id) is_open on true
      left join lateral (
             select balance.amount, balance.value, balance.deficit_amount,
                    greatest(p_now, balance.moved_at) >= balance.changes_at as is_due
               from balance
              where balance.company_id = p_company_id
                and balance.customer_id = session.customer_id) saved on true
      left join lateral current_balance(p_company_id, session.customer_id, p_now) due on saved.is_due;
end
$$;
