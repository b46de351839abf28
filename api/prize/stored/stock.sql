-- The stock of a prize: a counted stock or a pool of codes (D8, T16). The engine locks it before it decides (engine/locate/lock.sql
-- has the order) and writes it afterwards.

-- Locks the prizes that commands name. A prize without a counted stock is not locked, so that a popular prize
-- causes no contention. A code pool locks its first free codes that no other transaction has locked (T16).
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

-- The number of free codes of a pool, including locked ones, counted up to p_quantity.
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

-- The first p_quantity free codes of a pool, locked. A code that another purchase has locked is skipped, so that no purchase
-- waits (engine/locate/lock.sql). Fewer codes than p_quantity: the pool has too few free ones, or others are locked.
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

-- Adds the issued vouchers of prizes with a stock to their count, and subtracts the cancelled ones. Vouchers
-- from before the stock were not added, so they are not subtracted.
create function write_stock(p_company_id uuid, p_changes change[])
returns void
language plpgsql as $$
begin
  update prize
     set issued = greatest(prize.issued + counted.vouchers, 0)
    from (select v.prize_id, sum(v.vouchers) as vouchers
            from unnest(p_changes) c
           cross join lateral (
                  select issued.prize_id, 1 as vouchers
                    from unnest(c.issued) issued
                   union all
                  select since.id, -1
                    from prize since
                   where since.company_id = p_company_id
                     and since.id = (c.voucher).prize_id
                     and (c.voucher).cancelled_at is not null
                     and coalesce((c.voucher).created_at >= since.stock_since, true)) v
           group by v.prize_id) counted
   where prize.company_id = p_company_id
     and prize.id = counted.prize_id
     and prize.stock is not null;
end
$$;

-- Marks the codes of issued vouchers as sold.
create function sell_codes(p_company_id uuid, p_changes change[])
returns void
language plpgsql as $$
begin
  update prize_code
     set voucher_id = v.id
    from unnest(p_changes) c
   cross join unnest(c.issued) v
   where prize_code.company_id = p_company_id
     and prize_code.code_key = v.code_key;
end
$$;
