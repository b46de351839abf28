-- The history (R7.3): the customer's records, and between them the points that expired. An expiry writes no record. The planner
-- switches make the functions use keys whatever the planner assumes about sizes.

-- An expiry has the `sequence` of the record before it, and 0 when that record is not in the answer.
create type history_line as (
  sequence integer, type_id text, id uuid, origin text, source_id uuid, reverses_id uuid, subsidiary_name text,
  purchase_value bigint, amount bigint, value bigint, calculation jsonb, available_on date, expires_on date,
  created_at timestamptz, reversed_amount bigint, is_cancelled boolean, lots jsonb, prize text,
  customer_id uuid, partner_key_id uuid, external_id text);

-- These records as the history shows them, each with its later returns and with the lots that it changed. A record is named by its
-- customer and sequence: the index of these has a customer's records beside each other, and that of the ids has each on another page.
-- Plain arrays, because a coordinator of Citus cannot send an array of a type of ours.
create function history_lines(p_company_id uuid, p_customer_ids uuid[], p_sequences integer[])
returns setof history_line
language plpgsql stable
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
begin
  return query
    select entry.sequence, entry.type_id, entry.id, entry.origin, entry.source_id, entry.reverses_id,
           entry.subsidiary_name, entry.purchase_value, entry.amount, entry.value, entry.calculation,
           entry.available_on, entry.expires_on, entry.created_at, reversed.amount, reversed.is_cancelled,
           used.lots, prize, entry.customer_id, entry.partner_key_id, entry.external_id
      from unnest(p_customer_ids, p_sequences) chosen (customer_id, sequence)
      join points_record entry
        on entry.company_id = p_company_id
       and entry.customer_id = chosen.customer_id
       and entry.sequence = chosen.sequence
     cross join lateral (
           select coalesce(abs(sum(reversal.amount)), 0)::bigint as amount,
                  coalesce(case when entry.origin = 'merge'
                                -- The undoing of a merge moves back what is left of a lot.
                                then abs(sum(reversal.amount)) = abs(entry.amount)
                                else bool_or(reversal.type_id = 'CNS_REVERSAL')
                                     or sum(reversal.purchase_value) = entry.purchase_value
                                     or entry.type_id = 'GNR' and entry.purchase_value is null and count(*) > 0
                           end, false) as is_cancelled
             from points_record reversal
            where reversal.company_id = p_company_id
              and reversal.reverses_id = entry.id) reversed
     cross join lateral (
           select coalesce(jsonb_agg(jsonb_build_object(
                    'id', part.lot_id,
                    'points_amount', part.amount,
                    'points_value', part.value,
                    'expires_at', case when lot.expires_at < 'infinity'
                                       then (lot.expires_at at time zone zone)::date - 1 end)
                    order by lot.expires_at, lot.created_at, lot.id), '[]') as lots
             from (select allocation.lot_id, allocation.amount, allocation.value
                     from allocation
                    where entry.type_id <> 'GNR'
                      and allocation.company_id = p_company_id
                      and allocation.record_id = entry.id
                    union all
                   -- An earning has at most the part that paid a deficit (credit). Few have one, so this index is small.
                   select allocation.lot_id, allocation.amount, allocation.value
                     from allocation
                    where entry.type_id = 'GNR'
                      and allocation.company_id = p_company_id
                      and allocation.record_id = entry.id
                      and allocation.absorbs_deficit) part
             join lot on lot.company_id = p_company_id and lot.id = part.lot_id
            cross join time_zone_of(p_company_id) zone) used
      left join bought_prize(p_company_id, case when entry.origin = 'voucher' then entry.source_id end) prize on true;
end
$$;

-- The records with these ids.
create function history_records(p_company_id uuid, p_ids uuid[])
returns setof history_line
language plpgsql stable
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  customer_ids  uuid[];
  sequences     integer[];
begin
  select array_agg(entry.customer_id order by entry.id), array_agg(entry.sequence order by entry.id)
    into customer_ids, sequences
    from unnest(p_ids) chosen (id)
    join points_record entry on entry.company_id = p_company_id and entry.id = chosen.id;
  return query
    select line.* from history_lines(p_company_id, customer_ids, sequences) line;
end
$$;

-- One record, for nodes of the commits 07ef6c0 to e472c72a, which go on serving after `fiel migrate`. Drop it
-- once CHANGELOG.md supports upgrades only from dea0520a or a later commit.
create function history_record(p_company_id uuid, entry ledger_entry)
returns history_line
language sql stable as $$
  select line from history_records(p_company_id, array[entry.id]) line
$$;
comment on function history_record is 'for nodes of commits before dea0520a during an upgrade';

-- The points that expired after p_from and up to p_until, one line for each instant. Points in an open hold at p_now have not
-- expired.
create function expired_points(
  p_company_id uuid, p_customer_id uuid, p_from timestamptz, p_until timestamptz, p_now timestamptz)
returns setof history_line
language plpgsql stable
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  line  history_line;
begin
  line.sequence := 0;
  line.type_id := 'EXP';
  line.origin := 'expiry';
  line.reversed_amount := 0;
  line.is_cancelled := false;
  line.customer_id := p_customer_id;
  for line.created_at, line.expires_on, line.id, line.amount, line.value, line.lots in
    select gone.left_at, gone.expires_on, (array_agg(gone.id order by gone.id))[1],
           -sum(gone.amount)::bigint, -sum(gone.value)::bigint,
           jsonb_agg(jsonb_build_object(
             'id', gone.id, 'points_amount', -gone.amount, 'points_value', -gone.value,
             'expires_at', gone.expires_on)
             order by gone.id)
      from left_by_date(p_company_id, p_customer_id, p_from, p_until, p_now) gone
     group by gone.left_at, gone.expires_on
  loop
    return next line;
  end loop;
end
$$;

-- The expired points of each lot.
create function left_by_date(
  p_company_id uuid, p_customer_id uuid, p_from timestamptz, p_until timestamptz, p_now timestamptz)
returns table (id uuid, amount bigint, value bigint, left_at timestamptz, expires_on date)
language plpgsql stable
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
begin
  return query
    select free.lot_id, sum(free.amount)::bigint, sum(free.value)::bigint, free.expires_at,
           (free.expires_at at time zone zone)::date - 1
      from time_zone_of(p_company_id) zone
     cross join free_points(p_company_id, p_customer_id, p_now, p_from, p_until) free
     group by free.lot_id, free.expires_at, zone
     union all
    -- Points that expired before other points came back to the same lot and gave it a later date. They expired on the date of the
    -- lot's earning.
    select lot.id, lot.expired_amount, lot.expired_value, first.left_at, entry.expires_on
      from lot
      join points_record entry on entry.company_id = p_company_id and entry.id = lot.id
     cross join time_zone_of(p_company_id) zone
     cross join lateral (
           select (entry.expires_on + 1)::timestamp at time zone zone as left_at) first
     where lot.company_id = p_company_id
       and lot.customer_id = p_customer_id
       and lot.expired_amount > 0
       and first.left_at > p_from
       and first.left_at <= p_until;
end
$$;

-- The sequences of the records of a page and of one more, which shows that there is a next page. `ends_at`: the instant of the record
-- before the page.
-- A function of its own: Citus refuses statements in a function that declares variables of composite types, as history does.
create function history_page(
  p_company_id uuid, p_customer_id uuid, p_before integer, p_since timestamptz, p_limit integer,
  out sequences integer[], out ends_at timestamptz)
language plpgsql stable
set enable_seqscan = off
as $$
begin
  sequences := array(
    select entry.sequence
      from points_record entry
     where entry.company_id = p_company_id
       and entry.customer_id = p_customer_id
       and entry.sequence < p_before
       and entry.created_at > p_since
     order by entry.sequence desc
     limit p_limit + 1);
  select entry.created_at into history_page.ends_at
    from points_record entry
   where entry.company_id = p_company_id
     and entry.customer_id = p_customer_id
     and entry.sequence = p_before;
end
$$;

-- A page of the history, newest first. It has at most p_limit records before p_before and after p_since, and the expiries between
-- them. `next` is the cursor of the next page. Null: this is the last page.
create function history(
  p_company_id uuid, p_customer_id uuid, p_before integer, p_since timestamptz, p_limit integer, p_now timestamptz)
returns table (line history_line, next integer)
language plpgsql stable
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  page       record;
  records    history_line[];
  lines      history_line[];
  expiry     history_line;
  ends_at    timestamptz;
  begins_at  timestamptz := p_since;
begin
  page := history_page(p_company_id, p_customer_id, p_before, p_since, p_limit);
  records := array(
    select record
      from history_lines(
             p_company_id, array_fill(p_customer_id, array[cardinality(page.sequences)]), page.sequences) record
     order by record.sequence desc);
  -- A page has the expiries between its own last record and the last record of the page before.
  ends_at := page.ends_at;
  if cardinality(records) > p_limit then
    records := records[1 : p_limit];
    begins_at := records[p_limit].created_at;
    next := records[p_limit].sequence;
  end if;

  lines := records;
  for expiry in
    select *
      from expired_points(p_company_id, p_customer_id, begins_at, least(p_now, ends_at), p_now)
  loop
    expiry.sequence := coalesce(
      (select max(entry.sequence) from unnest(records) entry where entry.created_at <= expiry.created_at), 0);
    lines := lines || expiry;
  end loop;
  return query
    select page_line, history.next
      from unnest(lines) page_line
     order by page_line.sequence desc, page_line.type_id = 'EXP' desc, page_line.created_at desc;
end
$$;

-- The records of a period for an exported file, oldest first: at most p_limit records after p_after, from p_from and before
-- p_until.
create function history_of_period(
  p_company_id uuid, p_customer_id uuid, p_after integer, p_from timestamptz, p_until timestamptz, p_limit integer)
returns setof history_line
language plpgsql stable
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  sequences  integer[] := array(
               select entry.sequence
                 from points_record entry
                where entry.company_id = p_company_id
                  and entry.customer_id = p_customer_id
                  and entry.sequence > p_after
                  and entry.created_at >= p_from
                  and entry.created_at < p_until
                order by entry.sequence
                limit p_limit);
begin
  return query
    select record.*
      from history_lines(p_company_id, array_fill(p_customer_id, array[cardinality(sequences)]), sequences) record
     order by record.sequence;
end
$$;

-- The facts of a statement's period (api/points/statement-file.ts). One call reads them, so that balances, expiries and records
-- agree about a concurrent sale. balances: null unless p_has_balances. last_sequence: of the customer's last record.
--
-- A function, because Citus 14 ends its coordinator with a segmentation fault when it plans these calls in one statement.
create function period_facts(
  p_company_id uuid, p_customer_id uuid, p_from date, p_to date, p_now timestamptz, p_has_balances boolean)
returns table (balances jsonb, from_at timestamptz, until_at timestamptz, expired jsonb, last_sequence integer)
language plpgsql stable as $$
declare
  zone  text;
begin
  select one into zone from time_zone_of(p_company_id) one;
  from_at := p_from::timestamp at time zone zone;
  until_at := (p_to + 1)::timestamp at time zone zone;
  if p_has_balances then
    select jsonb_build_object('opening', to_jsonb(opening) || jsonb_build_object('at', p_from - 1),
                              'closing', to_jsonb(closing) || jsonb_build_object('at', p_to))
      into balances
      from statement(p_company_id, p_customer_id, p_from - 1, p_now) opening
     cross join statement(p_company_id, p_customer_id, p_to, p_now) closing;
  end if;
  select coalesce(jsonb_agg(to_jsonb(gone) order by gone.created_at), '[]')
    into expired
    from expired_points(p_company_id, p_customer_id, from_at - interval '1 microsecond',
                        least(until_at - interval '1 microsecond', p_now), p_now) gone;
  last_sequence := coalesce((saved_balance(p_company_id, p_customer_id)).sequence, 0);
  return next;
end
$$;

-- The customer's last purchase as a line of the history; null: no purchase.
create function last_purchase(p_company_id uuid, p_customer_id uuid)
returns history_line
language plpgsql stable as $$
begin
  return (
    select record
      from history_lines(p_company_id, array[p_customer_id], array(
             select entry.sequence
               from points_record entry
              where entry.company_id = p_company_id
                and entry.customer_id = p_customer_id
                and entry.type_id = 'GNR'
                and entry.purchase_value is not null
              order by entry.sequence desc
              limit 1)) record);
end
$$;
