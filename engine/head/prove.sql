-- Proves a head from the ledger (prove-head.ts). Nothing of a stored head but the covered sequences is used.

-- The entries of all heads up to p_number of the next p_limit customers after p_after, each with the hash of its record as the ledger has
-- it (null: the record is missing), and with the sequence of the customer's first record that is not as it was written (null: none).
create function covered_chains(p_company_id uuid, p_number integer, p_after uuid, p_limit integer)
returns table (customer_id uuid, number integer, sequence integer, hash bytea, broken_at integer)
language plpgsql stable
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  ids  uuid[] := array(
         select distinct entry.customer_id
           from record_head_entry entry
          where entry.company_id = p_company_id
            and entry.customer_id > p_after
            and entry.number <= p_number
          order by entry.customer_id
          limit p_limit);
begin
  return query
    select entry.customer_id, entry.number, entry.sequence, last_record.hash, broken.sequence
      from unnest(ids) page (id)
     cross join lateral (
           select max(covered.sequence) as sequence
             from record_head_entry covered
            where covered.company_id = p_company_id
              and covered.customer_id = page.id
              and covered.number <= p_number) reached
     cross join lateral broken_before(p_company_id, page.id, reached.sequence) broken (sequence)
      join record_head_entry entry
        on entry.company_id = p_company_id
       and entry.customer_id = page.id
       and entry.number <= p_number
      left join points_record last_record
        on last_record.company_id = p_company_id
       and last_record.customer_id = page.id
       and last_record.sequence = entry.sequence
     order by entry.customer_id, entry.number;
end
$$;

-- The sequence of the customer's first record, up to p_last, that is missing or whose hash does not follow from its contents and the
-- record before it. Null: there is none.
create function broken_before(p_company_id uuid, p_customer_id uuid, p_last integer)
returns integer
language plpgsql stable
set enable_seqscan = off
as $$
begin
  return (
    select min(link.place)
      from (select row_number() over one_by_one as place, r.sequence, r.hash,
                   record_hash(
                     lag(r.hash, 1, '') over one_by_one,
                     row(r.company_id, r.id, r.customer_id, r.sequence, r.type_id, r.origin, r.source_id, r.reverses_id,
                         r.partner_key_id, r.external_id, r.fingerprint, r.subsidiary_name, r.purchase_value, r.amount, r.value,
                         r.calculation, r.available_on, r.expires_on, r.balance_amount, r.balance_value, r.created_at,
                         r.hash)::ledger_entry) as expected
              from points_record r
             where r.company_id = p_company_id
               and r.customer_id = p_customer_id
               and r.sequence <= p_last
            window one_by_one as (order by r.sequence)) link
     where link.place <> link.sequence
        or link.hash <> link.expected);
end
$$;

-- The records dated before p_until that no head up to p_number covers, of the next p_limit customers after p_after: how many, and the
-- first of them. They were written after the head of p_number was taken. last_id: the last customer of the page (null: there was none).
create function uncovered_records(p_company_id uuid, p_number integer, p_until timestamptz, p_after uuid, p_limit integer)
returns table (last_id uuid, records bigint, customer_id uuid, sequence integer)
language plpgsql stable
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  ids  uuid[] := balance_page(p_company_id, p_after, p_limit);
begin
  return query
    select ids[cardinality(ids)], coalesce(sum(late.records), 0)::bigint,
           (array_agg(page.id order by page.id) filter (where late.records > 0))[1],
           (array_agg(late.sequence order by page.id) filter (where late.records > 0))[1]
      from unnest(ids) page (id)
      left join lateral (
           select entry.sequence
             from record_head_entry entry
            where entry.company_id = p_company_id
              and entry.customer_id = page.id
              and entry.number <= p_number
            order by entry.number desc
            limit 1) covered on true
     cross join lateral (
           select count(*) as records, min(points_record.sequence) as sequence
             from points_record
            where points_record.company_id = p_company_id
              and points_record.customer_id = page.id
              and points_record.sequence > coalesce(covered.sequence, 0)
              and points_record.created_at < p_until) late;
end
$$;
