-- Vouchers (D8): reads for answers, and the engine's reads and writes.

-- A voucher in the form of contract/voucher.ts, with its code sealed.
create function shown_voucher(p_company_id uuid, p_voucher_id uuid, p_now timestamptz)
returns table (
  id uuid, sealed_code bytea, state text, points_amount bigint, prize jsonb, created_at timestamptz, expires_at date,
  withdrawn_at timestamptz, withdrawn_at_subsidiary text)
language plpgsql stable rows 1
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
begin
  return query
    select held.id, held.sealed_code,
           state_of_voucher(
             held.cancelled_at, held.withdrawn_at, held.expires_on, (p_now at time zone zone)::date),
           held.points_amount,
           jsonb_build_object(
             'id', wanted.id,
             'name', wanted.name,
             'description', wanted.description,
             'tos_url', wanted.tos_url,
             'photo_url', wanted.photo_url,
             'category', wanted.category),
           held.created_at, held.expires_on, held.withdrawn_at, held.withdrawn_at_subsidiary
      from voucher held
     cross join time_zone_of(p_company_id) zone
     cross join lateral prize_card(p_company_id, held.prize_id) wanted
     where held.company_id = p_company_id
       and held.id = p_voucher_id;
end
$$;

-- The stored voucher.
create function voucher_of(p_company_id uuid, p_id uuid)
returns voucher_state
language plpgsql stable as $$
declare
  v voucher_state;
begin
  select voucher.id, voucher.customer_id, voucher.prize_id, voucher.code_key, voucher.sealed_code, voucher.points_amount,
         voucher.record_id, voucher.expires_on, voucher.created_at, voucher.withdrawn_at, voucher.withdrawn_at_subsidiary,
         voucher.withdrawn_by, voucher.cancelled_at, voucher.cancelled_by
    into v
    from voucher
   where voucher.company_id = p_company_id
     and voucher.id = p_id;
  return v;
end
$$;

create function write_vouchers(p_company_id uuid, p_changes change[])
returns void
language plpgsql as $$
declare
  has  record;
begin
  select bool_or(c.issued is not null) as issued,
         array_agg((c.voucher).id) filter (where (c.voucher).id is not null) as changed
    into has
    from unnest(p_changes) c;
  if has.issued then
    perform write_issued(p_company_id, p_changes);
  end if;
  if has.changed is not null then
    update voucher
       set withdrawn_at            = (c.voucher).withdrawn_at,
           withdrawn_at_subsidiary = (c.voucher).withdrawn_at_subsidiary,
           withdrawn_by            = (c.voucher).withdrawn_by,
           cancelled_at            = (c.voucher).cancelled_at,
           cancelled_by            = (c.voucher).cancelled_by
      from unnest(p_changes) c
     where voucher.company_id = p_company_id
       -- Compare with a list of ids, so that PostgreSQL never reads all vouchers of a small company for the join.
       and voucher.id = any (has.changed)
       and voucher.id = (c.voucher).id;
  end if;
end
$$;

create function write_issued(p_company_id uuid, p_changes change[])
returns void
language plpgsql as $$
begin
  perform refuse_closed_secret(array(select v.sealed_code from unnest(p_changes) c cross join unnest(c.issued) v));
  insert into voucher (company_id, id, customer_id, prize_id, code_key, sealed_code, points_amount, record_id, expires_on,
                       created_at)
  select p_company_id, v.id, v.customer_id, v.prize_id, v.code_key, v.sealed_code, v.points_amount, v.record_id,
         v.expires_on, v.created_at
    from unnest(p_changes) c
   cross join unnest(c.issued) v;
  perform sell_codes(p_company_id, p_changes);
end
$$;

-- The voucher with this code. p_code_keys: the look-up keys of the code, one for each secret of the
-- server.
create function voucher_with(p_company_id uuid, p_code_keys bytea[])
returns table (id uuid, customer_id uuid, prize_id uuid)
language sql stable as $$
  select voucher.id, voucher.customer_id, voucher.prize_id
    from voucher
   where voucher.company_id = p_company_id
     and voucher.code_key = any (p_code_keys)
$$;

-- The voucher with this id: its customer, and the key of the code by which the engine finds it.
create function voucher_named(p_company_id uuid, p_id uuid)
returns table (customer_id uuid, code_key bytea)
language plpgsql stable as $$
begin
  return query
    select voucher.customer_id, voucher.code_key
      from voucher
     where voucher.company_id = p_company_id
       and voucher.id = p_id;
end
$$;

-- Returns those of p_code_keys that a voucher has.
create function voucher_keys(p_company_id uuid, p_code_keys bytea[])
returns setof bytea
language sql stable as $$
  select voucher.code_key
    from voucher
   where voucher.company_id = p_company_id
     and voucher.code_key = any (p_code_keys)
$$;

-- Whether this consumption paid for a voucher.
create function pays_for_voucher(p_company_id uuid, p_record_id uuid)
returns boolean
language plpgsql stable as $$
begin
  return exists (
    select
      from voucher
     where voucher.company_id = p_company_id
       and voucher.record_id = p_record_id);
end
$$;

-- The prize of a voucher.
create function bought_prize(p_company_id uuid, p_voucher_id uuid)
returns setof text
language sql stable as $$
  select card.name
    from voucher
   cross join lateral prize_card(p_company_id, voucher.prize_id) card
   where voucher.company_id = p_company_id
     and voucher.id = p_voucher_id
$$;

-- The newest vouchers in the form of contract/voucher.ts, newest first, with those of absorbed accounts.
create function newest_vouchers(p_company_id uuid, p_customer_id uuid, p_limit bigint, p_now timestamptz)
returns jsonb
language plpgsql stable as $$
begin
  return (
    select coalesce(jsonb_agg(to_jsonb(shown) order by shown.id desc), '[]')
      from (select voucher.id
              from voucher
             where voucher.company_id = p_company_id
               and voucher.customer_id = any (accounts_of(p_company_id, p_customer_id))
             order by voucher.id desc
             limit p_limit) newest
     cross join lateral shown_voucher(p_company_id, newest.id, p_now) shown);
end
$$;

create function count_to_withdraw(p_company_id uuid, p_customer_id uuid, p_today date)
returns bigint
language plpgsql stable as $$
begin
  return (
    select count(*)
      from voucher
     where voucher.company_id = p_company_id
       and voucher.customer_id = any (accounts_of(p_company_id, p_customer_id))
       and state_of_voucher(voucher.cancelled_at, voucher.withdrawn_at, voucher.expires_on, p_today) = 'TO_WITHDRAW');
end
$$;

-- When the customer last withdrew a voucher; null: never.
create function last_withdrawal_at(p_company_id uuid, p_customer_id uuid)
returns timestamptz
language plpgsql stable as $$
begin
  return (
    select max(voucher.withdrawn_at)
      from voucher
     where voucher.company_id = p_company_id
       and voucher.customer_id = any (accounts_of(p_company_id, p_customer_id)));
end
$$;

-- The vouchers of these customers and of accounts merged into theirs that are not withdrawn and whose last day is from p_from to p_until.
create function expiring_vouchers(p_company_id uuid, p_customer_ids uuid[], p_from date, p_until date)
returns table (id uuid, customer_id uuid, prize_name text, expires_on date)
language sql stable as $$
  select voucher.id, account.customer_id, card.name, voucher.expires_on
    from accounts_of_each(p_company_id, p_customer_ids) account
    join voucher on voucher.company_id = p_company_id and voucher.customer_id = account.account_id
   cross join lateral prize_card(p_company_id, voucher.prize_id) card
   where voucher.withdrawn_at is null
     and voucher.cancelled_at is null
     and voucher.expires_on between p_from and p_until
$$;

-- Cancels the vouchers of an erased customer that were not withdrawn. Points and stock do not come back, because the customer
-- may have passed the codes on. Returns their number.
create function forfeit_vouchers(p_company_id uuid, p_customer_id uuid, p_today date, p_now timestamptz)
returns bigint
language plpgsql as $$
declare
  forfeited  bigint;
begin
  update voucher
     set cancelled_at = p_now
   where voucher.company_id = p_company_id
     and voucher.customer_id = p_customer_id
     and state_of_voucher(voucher.cancelled_at, voucher.withdrawn_at, voucher.expires_on, p_today) = 'TO_WITHDRAW';
  get diagnostics forfeited = row_count;
  return forfeited;
end
$$;

-- The prize of a voucher, for reports.
create function prize_of_voucher(p_company_id uuid, p_voucher_id uuid)
returns uuid
language sql stable as $$
  select voucher.prize_id
    from voucher
   where voucher.company_id = p_company_id
     and voucher.id = p_voucher_id
$$;

-- The vouchers of customers after p_after and up to p_until by the local day on which they came to a state, for reports. A voucher
-- expires at the end of its last day.
create function vouchers_by_day(p_company_id uuid, p_after uuid, p_until uuid, p_time_zone text)
returns table (day date, shop text, state text, prize_id text, count bigint, points_amount bigint)
language plpgsql stable as $$
begin
  return query
    select step.day, step.shop, step.state, voucher.prize_id::text, count(*), sum(voucher.points_amount)::bigint
      from voucher
     cross join lateral (
             values ((voucher.created_at at time zone p_time_zone)::date, '', 'issued'),
                    ((voucher.withdrawn_at at time zone p_time_zone)::date, voucher.withdrawn_at_subsidiary, 'withdrawn'),
                    ((voucher.cancelled_at at time zone p_time_zone)::date, '', 'cancelled'),
                    (case when voucher.withdrawn_at is null and voucher.cancelled_at is null then voucher.expires_on end,
                     '', 'expired')) step (day, shop, state)
     where voucher.company_id = p_company_id
       and voucher.customer_id > p_after
       and voucher.customer_id <= p_until
       and step.day is not null
     group by step.day, step.shop, step.state, voucher.prize_id;
end
$$;
