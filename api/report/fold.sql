-- Folds the ledger into daily sums (D18).

-- What a record is in a report. p_origin: of the record, or of the one that it reverses.
create function report_kind(p_type_id text, p_origin text, p_has_purchase boolean)
returns text
language sql immutable as $$
  select case p_type_id
    when 'GNR' then case when p_has_purchase then 'earn' when p_origin = 'promotion' then 'promote' else 'credit' end
    when 'GNR_REVERSAL' then case when p_origin = 'recovery' then 'recover' when p_has_purchase then 'return' else 'credit_back' end
    when 'CNS' then case p_origin when 'voucher' then 'redeem' when 'api:/points/intention' then 'spend' else 'debit' end
    else case p_origin when 'voucher' then 'redeem_back' when 'api:/points/intention' then 'spend_back' else 'debit_back' end
  end
$$;

-- The records after p_after, up to p_until, as reports count them. A merge of two accounts moves points within the company: its
-- records add up to 0 and are no figure of a report.
create function report_entries(p_company_id uuid, p_after uuid, p_until uuid)
returns table (
  customer_id uuid, day date, shop text, kind text, item text, purchase_value bigint, amount bigint, value bigint)
language plpgsql stable as $$
declare
  zone  text := (select one from time_zone_of(p_company_id) one);
begin
  return query
    select entry.customer_id, (entry.created_at at time zone zone)::date, coalesce(entry.subsidiary_name, ''), named.kind,
           coalesce(
             case
               when named.kind in ('earn', 'return', 'recover') then entry.rule_id
               when named.kind = 'promote' then entry.source_id::text
               when named.kind in ('redeem', 'redeem_back') then prize_of_voucher(p_company_id, entry.source_id)::text
               when named.kind in ('spend', 'spend_back') then ''
               else entry.origin
             end, ''),
           coalesce(entry.purchase_value, 0), entry.amount, entry.value
      from ledger_entries(p_company_id, p_after, p_until) entry
     cross join lateral report_kind(entry.type_id, entry.origin, entry.purchase_value is not null) named (kind)
     where entry.origin <> 'merge';
end
$$;

-- Folds the company's next records, at most p_limit, in the caller's transaction. Returns whether there may be more. It leaves
-- records from p_before on for a later call, because an older one may not be committed yet. False: nothing is new, or another
-- node folds the company. p_settled_at: the instant of the company's clock that p_before stands for. It is stored once no older
-- record is left, so a report never claims to have counted a sale that it has not.
create function fold_records(p_company_id uuid, p_before uuid, p_limit integer, p_settled_at timestamptz)
returns boolean
language plpgsql as $$
declare
  after  uuid := lock_progress(p_company_id);
  until  uuid;
begin
  if after is null then
    return false;
  end if;
  until := last_entry_id(p_company_id, after, p_before, p_limit);
  if until is not null then
    perform add_entries(p_company_id, after, until);
    perform add_buyers(p_company_id, after, until);
  end if;
  update report_progress
     set after_record_id = coalesce(until, after_record_id),
         folded_at       = case when until is null then greatest(folded_at, p_settled_at) else folded_at end
   where report_progress.company_id = p_company_id;
  return until is not null;
end
$$;

-- The last folded record, its row locked until the transaction ends. Null: another transaction has the lock.
create function lock_progress(p_company_id uuid)
returns uuid
language plpgsql as $$
begin
  insert into report_progress (company_id, after_record_id)
  values (p_company_id, '00000000-0000-0000-0000-000000000000')
  on conflict (company_id) do nothing;
  return (
    select report_progress.after_record_id
      from report_progress
     where report_progress.company_id = p_company_id
       for no key update skip locked);
end
$$;

create function add_entries(p_company_id uuid, p_after uuid, p_until uuid)
returns void
language plpgsql as $$
begin
  insert into report_day as stored (company_id, day, shop, kind, item, count, purchase_value, amount, value)
  select p_company_id, entry.day, entry.shop, entry.kind, entry.item, count(*), sum(entry.purchase_value),
         sum(entry.amount), sum(entry.value)
    from report_entries(p_company_id, p_after, p_until) entry
   group by entry.day, entry.shop, entry.kind, entry.item
  on conflict (company_id, kind, day, shop, item) do update
     set count          = stored.count + excluded.count,
         purchase_value = stored.purchase_value + excluded.purchase_value,
         amount         = stored.amount + excluded.amount,
         value          = stored.value + excluded.value;
end
$$;

-- The days on which customers bought, in the company and in each shop, each with the customer's day of purchase before it.
create function bought_days(p_company_id uuid, p_after uuid, p_until uuid)
returns table (customer_id uuid, scope text, shop text, day date, earlier_day date)
language plpgsql stable as $$
begin
  return query
    select bought.customer_id, bought.scope, bought.shop, bought.day,
           coalesce(
             lag(bought.day) over (partition by bought.customer_id, bought.scope, bought.shop order by bought.day),
             buyer.last_day)
      from (select distinct entry.customer_id, place.scope, place.shop, entry.day
              from report_entries(p_company_id, p_after, p_until) entry
             cross join lateral (values ('company', ''), ('shop', entry.shop)) place (scope, shop)
             where entry.kind = 'earn') bought
      left join report_buyer buyer
             on buyer.company_id = p_company_id
            and buyer.customer_id = bought.customer_id
            and buyer.scope = bought.scope
            and buyer.shop = bought.shop;
end
$$;

-- A customer is active for N days from each day of purchase. So N days after a purchase the number of active customers falls by 1,
-- unless the customer buys before that. The number on a day is the sum of `count` up to that day.
create function add_buyers(p_company_id uuid, p_after uuid, p_until uuid)
returns void
language plpgsql as $$
begin
  insert into report_day as stored (company_id, day, shop, kind, item, count, purchase_value, amount, value)
  select p_company_id, step.day, bought.shop,
         'active_' || period.days || case bought.scope when 'shop' then '_shop' else '' end, '', sum(step.change), 0, 0, 0
    from bought_days(p_company_id, p_after, p_until) bought
   cross join (values (30), (90)) period (days)
   cross join lateral (
           values (greatest(bought.day, bought.earlier_day + period.days), 1),
                  (bought.day + period.days, -1)) step (day, change)
   where coalesce(bought.day > bought.earlier_day, true)
   group by step.day, bought.shop, period.days, bought.scope
  on conflict (company_id, kind, day, shop, item) do update
     set count = stored.count + excluded.count;
  insert into report_buyer as stored (company_id, customer_id, scope, shop, last_day)
  select p_company_id, bought.customer_id, bought.scope, bought.shop, max(bought.day)
    from bought_days(p_company_id, p_after, p_until) bought
   group by bought.customer_id, bought.scope, bought.shop
  on conflict (company_id, customer_id, scope, shop) do update
     set last_day = greatest(stored.last_day, excluded.last_day);
end
$$;

-- Forgets all that is folded: the next fold begins with the first record. False: another node folds the company.
create function forget_reports(p_company_id uuid)
returns boolean
language plpgsql as $$
begin
  if lock_progress(p_company_id) is null then
    return false;
  end if;
  delete from report_day where report_day.company_id = p_company_id;
  delete from report_buyer where report_buyer.company_id = p_company_id;
  delete from report_progress where report_progress.company_id = p_company_id;
  return true;
end
$$;
