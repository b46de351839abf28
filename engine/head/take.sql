-- Takes the head of a company's day (docs/decisions/058-daily-head.md). All functions of one head run in one transaction with one snapshot
-- (repeatable read).

-- The next day without a head, if it ended at least 10 minutes ago: by then the calls that began before midnight have ended. A company
-- begins with yesterday, once it has a record. No row: nothing is due, or another node takes the head now.
--
-- The lock saves double work. Two transactions may still take the same head, because a snapshot may be older than the lock. The second
-- one then fails at its first insert with a serialization failure.
create function due_head(p_company_id uuid, p_now timestamptz)
returns table (number integer, day date, until_at timestamptz, records bigint, previous_hash bytea)
language plpgsql as $$
declare
  zone      text := (select one from time_zone_of(p_company_id) one);
  last_day  date := ((p_now - interval '10 minutes') at time zone zone)::date - 1;
begin
  if not pg_try_advisory_xact_lock(hashtextextended(p_company_id || ' head', 0)) then
    return;
  end if;
  select head.number + 1, head.day + 1, head.records, head.hash
    into due_head.number, due_head.day, due_head.records, due_head.previous_hash
    from record_head head
   where head.company_id = p_company_id
   order by head.number desc
   limit 1;
  if not found then
    number := 1;
    day := last_day;
    records := 0;
    previous_hash := decode(repeat('00', 32), 'hex');
  end if;
  until_at := (day + 1)::timestamp at time zone zone;
  if day > last_day or number = 1 and not has_record_before(p_company_id, until_at) then
    return;
  end if;
  return next;
end
$$;

-- Whether the company's first record is older than p_instant.
create function has_record_before(p_company_id uuid, p_instant timestamptz)
returns boolean
language plpgsql stable
set enable_seqscan = off
set enable_sort = off
as $$
begin
  return coalesce(
    (select points_record.created_at < p_instant
       from points_record
      where points_record.company_id = p_company_id
      order by points_record.id
      limit 1), false);
end
$$;

-- The next p_limit customers after p_after in the order of their ids, erased and merged ones too: their records stay.
create function balance_page(p_company_id uuid, p_after uuid, p_limit integer)
returns uuid[]
language plpgsql stable
set enable_seqscan = off
as $$
begin
  return array(
    select balance.customer_id
      from balance
     where balance.company_id = p_company_id
       and balance.customer_id > p_after
     order by balance.customer_id
     limit p_limit);
end
$$;

-- Covers the new records of the next p_limit customers after p_after: stores an entry for each of these customers that has records from
-- before p_until and after its last entry. Returns the last customer of the page (null: there was none), the number of entries, the
-- number of newly covered records, and the bytes of the entries that a head hashes (contract/head/head.ts).
create function cover_customers(p_company_id uuid, p_number integer, p_until timestamptz, p_after uuid, p_limit integer)
returns table (last_id uuid, customers integer, records bigint, entries bytea)
language plpgsql
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  ids    uuid[] := balance_page(p_company_id, p_after, p_limit);
  grown  grown_chain[];
begin
  last_id := ids[cardinality(ids)];
  grown := array(
    select row(balance.customer_id, coalesce(earlier.sequence, 0), reached.sequence, reached.hash)::grown_chain
      from balance
      left join lateral (
           select entry.sequence
             from record_head_entry entry
            where entry.company_id = p_company_id
              and entry.customer_id = balance.customer_id
            order by entry.number desc
            limit 1) earlier on true
     cross join lateral (
           select points_record.sequence, points_record.hash
             from points_record
            where points_record.company_id = p_company_id
              and points_record.customer_id = balance.customer_id
              and points_record.sequence > coalesce(earlier.sequence, 0)
              and points_record.created_at < p_until
            order by points_record.sequence desc
            limit 1) reached
     where balance.company_id = p_company_id
       and balance.customer_id > p_after
       and balance.customer_id <= last_id
       and balance.sequence > coalesce(earlier.sequence, 0));
  -- In a snapshot a conflict with a concurrent duplicate is a serialization failure. So nothing is left out here.
  insert into record_head_entry (company_id, customer_id, number, sequence)
  select p_company_id, chain.customer_id, p_number, chain.sequence
    from unnest(grown) chain
      on conflict (company_id, customer_id, number) do nothing;
  select count(*), coalesce(sum(chain.sequence - chain.covered), 0),
         coalesce(string_agg(uuid_send(chain.customer_id) || int4send(chain.sequence) || chain.hash, '' order by chain.customer_id), '')
    into customers, records, entries
    from unnest(grown) chain;
  return next;
end
$$;
