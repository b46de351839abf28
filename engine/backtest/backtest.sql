-- The backtest of a draft (D18): the purchases of a period, calculated again by the functions of earning_of, which a sale calls. Rule
-- and dates are chosen once for all purchases of a day, the points of each purchase by themselves. Writes nothing.

-- The next customers with records after the customer p_after, in the order of their ids. There are at most p_max_customers.
-- Together they have at most p_max_records records, but there is always at least one customer. p_after null: the first
-- customers.
create function backtest_customers(p_company_id uuid, p_after uuid, p_max_records bigint, p_max_customers bigint)
returns setof uuid
language plpgsql stable
set enable_seqscan = off
set enable_bitmapscan = off
as $$
begin
  return query
    select counted.customer_id
      from (select listed.customer_id, sum(listed.sequence) over (order by listed.customer_id) as records,
                   row_number() over (order by listed.customer_id) as place
              from (select balance.customer_id, balance.sequence
                      from balance
                     where balance.company_id = p_company_id
                       and (p_after is null or balance.customer_id > p_after)
                     order by balance.customer_id
                     limit p_max_customers) listed) counted
     where counted.records <= p_max_records
        or counted.place = 1
     order by counted.customer_id;
end
$$;

-- The customers of the company, for the progress of a backtest.
create function count_balances(p_company_id uuid)
returns bigint
language plpgsql stable as $$
begin
  return (select count(*) from balance where balance.company_id = p_company_id);
end
$$;

-- The purchases of these customers after p_since and up to p_until, with what was returned and what is left of their points.
create function purchases_of(p_company_id uuid, p_customer_ids uuid[], p_since timestamptz, p_until timestamptz)
returns setof past_purchase
language plpgsql stable rows 100000
set enable_seqscan = off
as $$
begin
  return query
    select bought.customer_id, bought.id, bought.created_at, bought.purchase_value, bought.amount, bought.value,
           bought.calculation, bought.available_on, bought.expires_on, coalesce(given_back.purchase_value, 0), lot.amount,
           lot.remaining_amount, lot.remaining_value, lot.expires_at
      from points_record bought
      left join lot
             on lot.company_id = p_company_id
            and lot.id = bought.id
      left join (
             select reversal.reverses_id, sum(reversal.purchase_value)::bigint as purchase_value
               from points_record reversal
              where reversal.company_id = p_company_id
                and reversal.customer_id = any (p_customer_ids)
                and reversal.type_id = 'GNR_REVERSAL'
                and reversal.purchase_value is not null
              group by reversal.reverses_id) given_back
             on given_back.reverses_id = bought.id
     where bought.company_id = p_company_id
       and bought.customer_id = any (p_customer_ids)
       and bought.type_id = 'GNR'
       and bought.purchase_value is not null
       and bought.created_at > p_since
       and bought.created_at <= p_until;
end
$$;

-- The purchases with both calculations. The parameter p_terms has the versions of the programme, the oldest first, and
-- p_starts the instants at which they came into force. A purchase before the first version takes the first version. p_draft
-- is the draft.
create function replayed_purchases(
  p_company_id uuid, p_customer_ids uuid[], p_since timestamptz, p_until timestamptz, p_starts timestamptz[], p_terms jsonb,
  p_draft jsonb, p_time_zone text)
returns setof replayed_purchase
language plpgsql stable rows 100000 as $$
declare
  drafted  replay_terms := replay_terms_of(p_draft);
begin
  return query
    with past as materialized (
      select bought, greatest(width_bucket(bought.created_at, p_starts), 1) as n,
             (bought.created_at at time zone p_time_zone)::date as day,
             coalesce(bought.calculation ->> 'rule_id', '') as rule_id,
             coalesce(bought.calculation ->> 'multiplier', '1') as multiplier,
             coalesce((bought.calculation ->> 'points_value')::bigint, 0) as points_value,
             coalesce(before.name, '') as level_name
        from purchases_of(p_company_id, p_customer_ids, p_since, p_until) bought
        left join past_levels(p_company_id, p_customer_ids) before
               on before.customer_id = bought.customer_id
              and before.since < bought.created_at
              and before.until >= bought.created_at
    ), choices as materialized (
      select kind.n, kind.day, kind.rule_id, kind.multiplier, kind.level_name,
             chosen(terms, drafted, kind.day, kind.rule_id, nullif(kind.level_name, ''), kind.multiplier, p_time_zone) as choice
        from (select distinct past.n, past.day, past.rule_id, past.multiplier, past.level_name from past) kind
        join replay_terms_of(p_terms) terms on terms.n = kind.n
    )
    select one.bought,
           (one.choice).error is null
             and is_exact(one.bought, (one.choice).rule, one.points, (one.choice).available_on, (one.choice).expires_on,
                          one.points_value, (one.choice).points_per_real),
           (one.choice).draft_error is not null,
           case when (one.choice).draft_error is null then (one.drafted_points).amount else 0 end,
           case when (one.choice).draft_error is null then (one.drafted_points).value else 0 end,
           (one.choice).draft_expires_at, (one.choice).draft_rule_ref, (one.choice).draft_multiplier
      from (select past.bought, past.points_value, choices.choice,
                   points_by_rule(
                     (choices.choice).rule, (past.bought).purchase_value, past.points_value, (choices.choice).multiplier,
                     (choices.choice).points_per_real) as points,
                   points_by_rule(
                     (choices.choice).draft_rule, (past.bought).purchase_value, past.points_value,
                     (choices.choice).draft_multiplier, drafted.points_per_real) as drafted_points
              from past
              join choices
                on choices.n = past.n
               and choices.day = past.day
               and choices.rule_id = past.rule_id
               and choices.multiplier = past.multiplier
               and choices.level_name = past.level_name
            offset 0) one;
end
$$;
