-- The records of a company for the console's list (api/movement), newest first, in the order of their ids. A uuidv7 begins with
-- the time at which it was made. The planner switches make each function read its index backwards and stop once the page is full.
--
-- Each list reads at most p_max_read records, whatever the filters find. `place` counts the records that were read. A row that is
-- not wanted is the last one that was read: the caller goes on from there.

-- What a record is for a person. The expression of the index points_record_kind.
create function movement_kind(p_type_id text, p_origin text, p_purchase_value bigint)
returns text
language sql immutable as $$
  select case
           when p_origin in ('adjustment', 'import', 'merge', 'voucher') then p_origin
           when p_type_id in ('GNR_REVERSAL', 'CNS_REVERSAL') then 'return'
           when p_type_id = 'CNS' then 'use'
           when p_purchase_value is null then 'promotion'
           else 'sale'
         end
$$;

-- Whether a value is the wanted one. A null filter wants all.
create function is_wanted(p_value text, p_wanted text)
returns boolean
language sql immutable as $$
  select p_wanted is null or p_value is not distinct from p_wanted
$$;

-- The first 48 bits of a uuidv7: ms since 1970.
create function ms_of_id(p_id uuid)
returns bigint
language sql immutable as $$
  select ('x0000' || substr(replace(p_id::text, '-', ''), 1, 12))::bit(64)::bigint
$$;

-- The smallest uuid that begins with these ms.
create function id_of_ms(p_ms bigint)
returns uuid
language sql immutable as $$
  select (lpad(to_hex(p_ms), 12, '0') || repeat('0', 20))::uuid
$$;

-- An id below those of all records from p_instant on, and above those of nearly all before it; null: no record is so new. It is
-- found by bisection, because the clock of a sandbox is ahead of the clock that makes ids. About 40 records are read, in any ledger.
create function record_id_at(p_company_id uuid, p_instant timestamptz)
returns uuid
language plpgsql stable
set enable_seqscan = off
as $$
declare
  -- Calls take effect in nearly the order of their instants: one that has waited for a lock is late.
  instant  timestamptz := p_instant - interval '5 minutes';
  below    bigint := -1;
  above    bigint := 1 + ms_of_id((
    select entry.id from points_record entry where entry.company_id = p_company_id order by entry.id desc limit 1));
  middle   bigint;
  found_id uuid;
  found_at timestamptz;
begin
  while above - below > 1 loop
    middle := (below + above) / 2;
    select entry.id, entry.created_at
      into found_id, found_at
      from points_record entry
     where entry.company_id = p_company_id
       and entry.id >= id_of_ms(middle)
     order by entry.id
     limit 1;
    if found_at < instant then
      below := greatest(middle, ms_of_id(found_id));
    else
      above := middle;
    end if;
  end loop;
  return id_of_ms(above);
end
$$;

-- The instants of two days of the company's calendar, both included, and ids around the records between them. Null: no limit.
create function movement_period(p_company_id uuid, p_from date, p_to date)
returns table (from_at timestamptz, until_at timestamptz, from_id uuid, until_id uuid)
language plpgsql stable as $$
declare
  zone  text := (select one from time_zone_of(p_company_id) one);
begin
  from_at := p_from::timestamp at time zone zone;
  until_at := (p_to + 1)::timestamp at time zone zone;
  if from_at is not null then from_id := record_id_at(p_company_id, from_at); end if;
  -- 10 minutes more, of which record_id_at takes 5 back.
  if until_at is not null then until_id := record_id_at(p_company_id, until_at + interval '10 minutes'); end if;
  return next;
end
$$;

-- The records after p_from_id and before p_before. A filter that is null is not set.
create function movements_by_time(
  p_company_id uuid, p_from_id uuid, p_before uuid, p_from timestamptz, p_until timestamptz, p_kind text, p_shop text,
  p_key_id uuid, p_limit bigint, p_max_read bigint)
returns table (id uuid, wanted boolean, place bigint)
language plpgsql stable
set enable_seqscan = off
set enable_bitmapscan = off
set enable_sort = off
set plan_cache_mode = force_custom_plan
set jit = off
as $$
begin
  return query
    select counted.id, counted.wanted, counted.place
      from (select entry.id, row_number() over (order by entry.id desc) as place,
                   entry.created_at >= p_from and entry.created_at < p_until
                     and is_wanted(movement_kind(entry.type_id, entry.origin, entry.purchase_value), p_kind)
                     and is_wanted(entry.subsidiary_name, p_shop)
                     and is_wanted(entry.partner_key_id::text, p_key_id::text) as wanted
              from (select one.id, one.type_id, one.origin, one.purchase_value, one.subsidiary_name, one.partner_key_id,
                           one.created_at
                      from points_record one
                     where one.company_id = p_company_id
                       and one.id >= p_from_id
                       and one.id < p_before
                     order by one.id desc
                     limit p_max_read) entry) counted
     where counted.wanted or counted.place = p_max_read
     order by counted.id desc
     limit p_limit;
end
$$;

-- The same of one shop.
create function movements_of_shop(
  p_company_id uuid, p_from_id uuid, p_before uuid, p_from timestamptz, p_until timestamptz, p_kind text, p_shop text,
  p_key_id uuid, p_limit bigint, p_max_read bigint)
returns table (id uuid, wanted boolean, place bigint)
language plpgsql stable
set enable_seqscan = off
set enable_bitmapscan = off
set enable_sort = off
set plan_cache_mode = force_custom_plan
set jit = off
as $$
begin
  return query
    select counted.id, counted.wanted, counted.place
      from (select entry.id, row_number() over (order by entry.id desc) as place,
                   entry.created_at >= p_from and entry.created_at < p_until
                     and is_wanted(movement_kind(entry.type_id, entry.origin, entry.purchase_value), p_kind)
                     and is_wanted(entry.partner_key_id::text, p_key_id::text) as wanted
              from (select one.id, one.type_id, one.origin, one.purchase_value, one.partner_key_id, one.created_at
                      from points_record one
                     where one.company_id = p_company_id
                       and one.subsidiary_name = p_shop
                       and one.id >= p_from_id
                       and one.id < p_before
                     order by one.id desc
                     limit p_max_read) entry) counted
     where counted.wanted or counted.place = p_max_read
     order by counted.id desc
     limit p_limit;
end
$$;

-- The same of one kind, which is not 'sale'.
create function movements_of_kind(
  p_company_id uuid, p_from_id uuid, p_before uuid, p_from timestamptz, p_until timestamptz, p_kind text, p_shop text,
  p_key_id uuid, p_limit bigint, p_max_read bigint)
returns table (id uuid, wanted boolean, place bigint)
language plpgsql stable
set enable_seqscan = off
set enable_bitmapscan = off
set enable_sort = off
set plan_cache_mode = force_custom_plan
set jit = off
as $$
begin
  return query
    select counted.id, counted.wanted, counted.place
      from (select entry.id, row_number() over (order by entry.id desc) as place,
                   entry.created_at >= p_from and entry.created_at < p_until
                     and is_wanted(entry.subsidiary_name, p_shop)
                     and is_wanted(entry.partner_key_id::text, p_key_id::text) as wanted
              from (select one.id, one.subsidiary_name, one.partner_key_id, one.created_at
                      from points_record one
                     where one.company_id = p_company_id
                       and (one.type_id <> 'GNR' or one.purchase_value is null)
                       and movement_kind(one.type_id, one.origin, one.purchase_value) = p_kind
                       and one.id >= p_from_id
                       and one.id < p_before
                     order by one.id desc
                     limit p_max_read) entry) counted
     where counted.wanted or counted.place = p_max_read
     order by counted.id desc
     limit p_limit;
end
$$;

-- The same of one customer, by the numbers of the customer's records.
create function movements_of_customer(
  p_company_id uuid, p_customer_id uuid, p_before uuid, p_from timestamptz, p_until timestamptz, p_kind text, p_shop text,
  p_key_id uuid, p_limit bigint, p_max_read bigint)
returns table (id uuid, wanted boolean, place bigint)
language plpgsql stable
set enable_seqscan = off
set enable_bitmapscan = off
set enable_sort = off
set plan_cache_mode = force_custom_plan
set jit = off
as $$
declare
  before  integer := coalesce((
    select last.sequence from points_record last where last.company_id = p_company_id and last.id = p_before), 2147483647);
begin
  return query
    select counted.id, counted.wanted, counted.place
      from (select entry.id, entry.sequence, row_number() over (order by entry.sequence desc) as place,
                   entry.created_at >= p_from and entry.created_at < p_until
                     and is_wanted(movement_kind(entry.type_id, entry.origin, entry.purchase_value), p_kind)
                     and is_wanted(entry.subsidiary_name, p_shop)
                     and is_wanted(entry.partner_key_id::text, p_key_id::text) as wanted
              from (select one.id, one.sequence, one.type_id, one.origin, one.purchase_value, one.subsidiary_name,
                           one.partner_key_id, one.created_at
                      from points_record one
                     where one.company_id = p_company_id
                       and one.customer_id = p_customer_id
                       and one.sequence < before
                     order by one.sequence desc
                     limit p_max_read) entry) counted
     where counted.wanted or counted.place = p_max_read
     order by counted.sequence desc
     limit p_limit;
end
$$;

-- The wanted ones of these records, newest first. `place`: that of the id in p_ids.
create function movements_among(
  p_company_id uuid, p_ids uuid[], p_from timestamptz, p_until timestamptz, p_kind text, p_shop text, p_key_id uuid,
  p_customer_id uuid, p_limit bigint)
returns table (id uuid, wanted boolean, place bigint)
language plpgsql stable
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
begin
  return query
    select entry.id, true, named.place
      from unnest(p_ids) with ordinality named (id, place)
      join points_record entry on entry.company_id = p_company_id and entry.id = named.id
     where entry.created_at >= p_from
       and entry.created_at < p_until
       and is_wanted(movement_kind(entry.type_id, entry.origin, entry.purchase_value), p_kind)
       and is_wanted(entry.subsidiary_name, p_shop)
       and is_wanted(entry.partner_key_id::text, p_key_id::text)
       and is_wanted(entry.customer_id::text, p_customer_id::text)
     order by named.place
     limit p_limit;
end
$$;

-- The shops that records name, in alphabetical order: at most p_limit. Each step skips to the next name in the index.
create function shops_of_records(p_company_id uuid, p_limit integer)
returns table (shop text)
language plpgsql stable
set enable_seqscan = off
set enable_bitmapscan = off
set enable_sort = off
as $$
begin
  shop := '';
  for step in 1 .. p_limit loop
    select entry.subsidiary_name
      into shop
      from points_record entry
     where entry.company_id = p_company_id
       and entry.subsidiary_name > shops_of_records.shop
     order by entry.subsidiary_name
     limit 1;
    exit when not found;
    return next;
  end loop;
end
$$;
