-- Every lock of the engine, in its order: idempotency keys (claim_keys), limited till keys, balances by customer, counted
-- prizes, promotions, codes. No transaction waits for these locks: locked rows are skipped, their commands are busy, and Node
-- sends them again. After these come inserts: documents being pre-registered and external ids (write.sql). An insert may wait for
-- another transaction's. If two wait for each other, PostgreSQL ends one (40P01) and Node sends its commands again.
-- The counts of look-ups come last (partner/look-up.sql).

create function lock_keys(p_company_id uuid, p_commands command[], p_today date)
returns key_quota[]
language plpgsql as $$
declare
  ids  uuid[] := array(
         select distinct c.partner_key_id
           from unnest(p_commands) c
          where c.verb = 'earn'
            and c.is_limited
            and not c.is_done);
begin
  if cardinality(ids) = 0 then
    return '{}';
  end if;
  return array(
    select row(
             partner_key.id,
             partner_key.most_points_per_day
               - case when partner_key.given_on >= p_today then partner_key.given_amount else 0 end)::key_quota
      from partner_key
     where partner_key.company_id = p_company_id
       and partner_key.id = any (ids)
     order by partner_key.id
       for no key update skip locked);
end
$$;

create function lock_balances(p_company_id uuid, p_commands command[])
returns balance_state[]
language plpgsql as $$
declare
  ids uuid[] := array(
        select c.customer_id
          from unnest(p_commands) c
         where not c.is_done
           and not c.is_miss
           and c.customer_id is not null);
begin
  if cardinality(ids) = 0 then
    return '{}';
  end if;
  return array(
    select row(
             balance.company_id, balance.customer_id, balance.amount, balance.value, balance.pending_amount,
             balance.pending_value, balance.held_amount, balance.held_value, balance.deficit_amount, balance.deficit_value,
             balance.difference_value, balance.received_amount, balance.spent_value, balance.sequence, balance.last_hash,
             balance.hold_steps, balance.changes_at, balance.moved_at, balance.level_left, balance.level_due_at,
             balance.level_settled_at, balance.level_sequence)::balance_state
      from balance
     where balance.company_id = p_company_id
       and balance.customer_id = any (ids)
     order by balance.customer_id
       for no key update skip locked);
end
$$;

-- The prizes that commands name. Only prizes with a counted stock are locked, so that customers do not contend for a popular
-- prize without one. Of a code pool the first free codes that no other transaction has locked are locked (T16).
create function lock_prizes(p_company_id uuid, p_commands command[])
returns prize_state[]
language plpgsql as $$
declare
  wanted  record;
  locked  uuid[];
  prizes  prize_state[] := '{}';
begin
  select array_agg(named.prize_id) as ids, array_agg(named.prize_id) filter (where named.is_counted) as counted_ids,
         jsonb_object_agg(named.prize_id, named.quantity) as quantities
    into wanted
    from (select one.prize_id, bool_or(one.is_counted) as is_counted, sum(one.quantity) as quantity
            from unnest(p_commands) c
           cross join lateral (
                  select (product ->> 'prize_id')::uuid as prize_id, (product ->> 'quantity')::integer as quantity,
                         true as is_counted
                    from jsonb_array_elements(c.args -> 'products') product
                   union all
                  select c.prize_id, 0, c.verb = 'cancel_voucher'
                   where c.prize_id is not null) one
           where not c.is_done
           group by one.prize_id) named;
  if wanted.ids is null then
    return prizes;
  end if;
  locked := array(
    select prize.id
      from prize
     where prize.company_id = p_company_id
       and prize.id = any (wanted.counted_ids)
       and prize.stock is not null
     order by prize.id
       for no key update skip locked);
  prizes := array(
    select row(prize.id, prize.name, prize.description, prize.tos_url, prize.photo_url, prize.category, prize.value,
               prize.expires_in_days, prize.expires_on, prize.show_in_store, prize.level_required,
               prize.requires_complete_profile, prize.has_code_pool,
               prize.stock is not null and prize.id = any (wanted.counted_ids) and not prize.id = any (locked), false,
               prize.stock - prize.issued, null)::prize_state
      from prize
     where prize.company_id = p_company_id
       and prize.id = any (wanted.ids)
     order by prize.id);
  for at in 1 .. cardinality(prizes) loop
    if prizes[at].has_code_pool then
      prizes[at].codes := lock_codes(p_company_id, prizes[at].id, (wanted.quantities ->> prizes[at].id::text)::integer);
      prizes[at].stock_left := cardinality(prizes[at].codes);
      prizes[at].is_contended := free_codes(
        p_company_id, prizes[at].id, (wanted.quantities ->> prizes[at].id::text)::integer) > prizes[at].stock_left;
    end if;
  end loop;
  return prizes;
end
$$;

-- The free codes of a pool, also those that another transaction has locked; counted up to p_quantity.
create function free_codes(p_company_id uuid, p_prize_id uuid, p_quantity integer)
returns bigint
language plpgsql stable as $$
begin
  return (
    select count(*)
      from (select
              from prize_code
             where prize_code.company_id = p_company_id
               and prize_code.prize_id = p_prize_id
               and prize_code.voucher_id is null
             order by prize_code.position
             limit p_quantity) free);
end
$$;

create function lock_codes(p_company_id uuid, p_prize_id uuid, p_quantity integer)
returns code_pair[]
language plpgsql as $$
begin
  return array(
    select row(prize_code.code_key, prize_code.sealed_code)::code_pair
      from prize_code
     where prize_code.company_id = p_company_id
       and prize_code.prize_id = p_prize_id
       and prize_code.voucher_id is null
     order by prize_code.position
     limit p_quantity
       for update skip locked);
end
$$;

-- The promotions that commands activate.
create function lock_promotions(p_company_id uuid, p_commands command[])
returns promotion_state[]
language plpgsql as $$
declare
  codes   text[] := array(
            select distinct upper(c.args ->> 'code')
              from unnest(p_commands) c
             where c.verb = 'activate'
               and not c.is_done);
  locked  uuid[];
begin
  if cardinality(codes) = 0 then
    return '{}';
  end if;
  locked := array(
    select promotion.id
      from promotion
     where promotion.company_id = p_company_id
       and promotion.code_key = any (codes)
       and promotion.is_offered
     order by promotion.id
       for no key update skip locked);
  return array(
    select row(p.id, p.code, p.name, p.starts_on, p.ends_on, p.new_register_days, p.limit_per_customer, p.limit_in_all,
               p.requires_complete_profile, p.points_amount, p.expires_in_days, p.expires_in_months, p.activations,
               p.code_key, not p.id = any (locked))::promotion_state
      from promotion p
     where p.company_id = p_company_id
       and p.code_key = any (codes)
       and p.is_offered);
end
$$;
