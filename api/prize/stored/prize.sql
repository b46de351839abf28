-- Prizes as a customer sees and may redeem them (D8). All readers use these functions.

-- The facts of a customer that decide about redemptions, read once.
create type redeemer as (
  today               date,     -- in the company's time zone
  amount              bigint,   -- points to spend
  level_amount        bigint,   -- trigger of the current level; levels with a trigger up to it are reached
  may_spend           boolean,
  has_document        boolean,
  is_profile_complete boolean
);

-- The columns of a prize that its store card and reasons_not_to_redeem need.
create type store_prize as (
  id uuid, name text, description text, tos_url text, photo_url text, value bigint, category text,
  expires_in_days integer, expires_on date, show_in_store boolean, level_required text,
  requires_complete_profile boolean, has_code_pool boolean, stock integer, issued integer, integrator_id text,
  created_at timestamptz, updated_at timestamptz, withdrawn_at timestamptz);

create function redeemer_of(p_company_id uuid, p_customer_id uuid, p_now timestamptz)
returns redeemer
language plpgsql stable as $$
declare
  who  redeemer;
begin
  select (p_now at time zone zone)::date,
         current.amount,
         level_amount(p_company_id, p_customer_id, p_now),
         customer.may_spend,
         customer.document is not null,
         customer.is_profile_complete
    into who
    from person_of(p_company_id, p_customer_id) customer
   cross join time_zone_of(p_company_id) zone
   cross join current_balance(p_company_id, p_customer_id, p_now) current;
  return who;
end
$$;

-- All reasons why this customer may not redeem p_quantity of a prize, in the order of reasonsNotToRedeem
-- (contract/prize.ts). Empty: the customer may. p_stock_left null: no limit. p_missing: the points that the balance lacks.
create function reasons_not_to_redeem(
  p_company_id uuid, wanted store_prize, who redeemer, p_quantity integer, p_stock_left bigint, p_missing bigint)
returns text[]
language plpgsql stable as $$
begin
  return array_remove(array[
    case when wanted.value > 0 and not who.may_spend then 'contact_unconfirmed' end,
    -- A redemption names the customer's document (redeem.sql).
    case when not who.has_document
           or wanted.requires_complete_profile and not who.is_profile_complete then 'incomplete_profile' end,
    case when wanted.level_required is not null and not exists (
                select
                  from trigger_of_level(p_company_id, wanted.level_required) trigger_amount
                 where trigger_amount <= who.level_amount) then 'level_required' end,
    case when wanted.expires_on < who.today then 'expired' end,
    case when p_stock_left < p_quantity then 'no_codes_left' end,
    case when p_missing > 0 then 'insufficient_balance' end], null);
end
$$;

-- What is left of each counted stock of the company's prizes, for the console.
create function limited_stocks(p_company_id uuid)
returns table (key text, stock_left integer)
language plpgsql stable as $$
begin
  return query
    select prize.key, greatest(prize.stock - prize.issued, 0)
      from prize
     where prize.company_id = p_company_id
       and prize.stock is not null
       and prize.withdrawn_at is null
     order by prize.key;
end
$$;

-- The number of vouchers left of a prize; null: unlimited. A code pool is counted up to max_stock_shown(), which bounds the cost. A
-- counted stock is exact.
create function stock_left(p_company_id uuid, wanted store_prize)
returns integer
language plpgsql stable as $$
begin
  return case
    when wanted.has_code_pool then (
      select count(*)
        from (select
                from prize_code
               where prize_code.company_id = p_company_id
                 and prize_code.prize_id = wanted.id
                 and prize_code.voucher_id is null
               -- Order by the index's columns. Otherwise a planner without statistics would read sold codes too.
               order by prize_code.position
               limit max_stock_shown()) free)
    when wanted.stock is not null then greatest(wanted.stock - wanted.issued, 0)
  end;
end
$$;

-- The store's prizes that match a customer's filters (R9.1), with the columns that order a page. A null filter matches all.
create function matching_prizes(
  p_company_id  uuid,
  p_customer_id uuid,
  p_tab         text,
  p_category    text,
  p_min_value   bigint,
  p_max_value   bigint
) returns table (id uuid, name text, value bigint, place integer)
language plpgsql stable as $$
begin
  return query
    select prize.id, prize.name, prize.value, prize.position
      from prize
     where prize.company_id = p_company_id
       and prize.show_in_store
       and (p_tab <> 'free' or prize.value = 0)
       and (p_tab <> 'favorite' or is_favorite(p_company_id, p_customer_id, prize.id))
       and (p_category is null or prize.category = p_category)
       and (p_min_value is null or prize.value >= p_min_value)
       and (p_max_value is null or prize.value <= p_max_value);
end
$$;

create function is_favorite(p_company_id uuid, p_customer_id uuid, p_prize_id uuid)
returns boolean
language plpgsql stable as $$
begin
  return exists (
    select
      from prize_favorite
     where prize_favorite.company_id = p_company_id
       and prize_favorite.customer_id = p_customer_id
       and prize_favorite.prize_id = p_prize_id);
end
$$;

-- A prize in the form of contract/prize.ts, for one customer.
create function shown_prize(p_company_id uuid, p_prize_id uuid, who redeemer, p_customer_id uuid)
returns table (
  id uuid, name text, description text, tos_url text, photo_url text, value bigint, category text, expires_in integer,
  expires_at date, show_in_store boolean, level_required text, complete_profile_required boolean, codes text,
  favorite boolean, stock_left integer, redeemable boolean, reason text, reasons text[], missing bigint,
  integrator_id text, created_at timestamptz, updated_at timestamptz, withdrawn_at timestamptz)
language plpgsql stable rows 1 as $$
declare
  wanted  store_prize;
begin
  select prize.id, prize.name, prize.description, prize.tos_url, prize.photo_url, prize.value, prize.category,
         prize.expires_in_days, prize.expires_on, prize.show_in_store, prize.level_required,
         prize.requires_complete_profile, prize.has_code_pool, prize.stock, prize.issued, prize.integrator_id,
         prize.created_at, prize.updated_at, prize.withdrawn_at
    into wanted
    from prize
   where prize.company_id = p_company_id
     and prize.id = p_prize_id;
  if wanted.id is null then
    return;
  end if;
  stock_left := stock_left(p_company_id, wanted);
  missing := greatest(wanted.value - who.amount, 0);
  reasons := reasons_not_to_redeem(p_company_id, wanted, who, 1, stock_left, missing);
  return query
    select wanted.id, wanted.name, wanted.description, wanted.tos_url, wanted.photo_url, wanted.value, wanted.category,
           wanted.expires_in_days, wanted.expires_on, wanted.show_in_store, wanted.level_required,
           wanted.requires_complete_profile,
           case when wanted.has_code_pool then 'pool' else 'generated' end,
           is_favorite(p_company_id, p_customer_id, wanted.id),
           stock_left,
           cardinality(reasons) = 0,
           reasons[1],
           reasons,
           missing,
           wanted.integrator_id,
           wanted.created_at,
           wanted.updated_at,
           wanted.withdrawn_at;
end
$$;

-- Prizes in stock whose price is near the balance, for the dashboard. First the prizes that the customer can redeem, most
-- expensive first. Then the prizes that lack only points or a confirmed contact, cheapest first. It reads the p_limit prizes
-- nearest to the balance of each kind; among those that are too expensive, favourites come first.
create function prizes_in_reach(p_company_id uuid, p_customer_id uuid, p_limit bigint, p_now timestamptz)
returns jsonb
language plpgsql stable as $$
declare
  who  redeemer := redeemer_of(p_company_id, p_customer_id, p_now);
begin
  return (
    select coalesce(jsonb_agg(to_jsonb(shown) order by shown.missing, shown.value desc, shown.id), '[]')
      from (select nearest.id
              from (select priced.id,
                           row_number() over (
                             partition by priced.value <= who.amount
                             order by not priced.is_favorite, abs(priced.value - who.amount), priced.id) as place
                      from (select prize.id, prize.value,
                                   prize.value > who.amount
                                     and is_favorite(p_company_id, p_customer_id, prize.id) as is_favorite
                              from prize
                             where prize.company_id = p_company_id
                               and prize.show_in_store
                               and (prize.expires_on is null or prize.expires_on >= who.today)
                               and (prize.stock is null or prize.issued < prize.stock)) priced) nearest
             where nearest.place <= p_limit) candidate
     cross join lateral shown_prize(p_company_id, candidate.id, who, p_customer_id) shown
     where shown.redeemable
        or (shown.missing > 0 and shown.reasons <@ array['contact_unconfirmed', 'insufficient_balance']));
end
$$;

-- The prize fields that vouchers and levels show, also for a prize that the store does not show.
create function prize_card(p_company_id uuid, p_prize_id uuid)
returns table (id uuid, name text, description text, tos_url text, photo_url text, category text)
language sql stable as $$
  select prize.id, prize.name, prize.description, prize.tos_url, prize.photo_url, prize.category
    from prize
   where prize.company_id = p_company_id
     and prize.id = p_prize_id
$$;

-- The prize with this key in the company's file.
create function stored_prize(p_company_id uuid, p_key text)
returns table (id uuid, name text, photo_url text)
language sql stable as $$
  select prize.id, prize.name, prize.photo_url
    from prize
   where prize.company_id = p_company_id
     and prize.key = p_key
     and prize.show_in_store
$$;

create function count_favorites(p_company_id uuid, p_customer_id uuid)
returns bigint
language plpgsql stable as $$
begin
  return (
    select count(*)
      from prize_favorite
     where prize_favorite.company_id = p_company_id
       and prize_favorite.customer_id = p_customer_id);
end
$$;

-- Marks the favourites of one customer for another one, too.
create function copy_favorites(p_company_id uuid, p_customer_id uuid, p_to uuid)
returns void
language plpgsql as $$
declare
  prize_ids  uuid[];
  instants   timestamptz[];
begin
  -- Two statements: Citus refuses to insert from a table in a function that runs on the company's worker.
  select array_agg(marked.prize_id order by marked.prize_id), array_agg(marked.created_at order by marked.prize_id)
    into prize_ids, instants
    from prize_favorite marked
   where marked.company_id = p_company_id
     and marked.customer_id = p_customer_id;
  insert into prize_favorite (company_id, customer_id, prize_id, created_at)
  select p_company_id, p_to, marked.prize_id, marked.created_at
    from unnest(prize_ids, instants) marked (prize_id, created_at)
  on conflict do nothing;
end
$$;

create function move_favorites(p_company_id uuid, p_customer_id uuid, p_to uuid)
returns void
language plpgsql as $$
begin
  update prize_favorite
     set customer_id = p_to
   where prize_favorite.company_id = p_company_id
     and prize_favorite.customer_id = p_customer_id;
end
$$;

-- Deletes an erased customer's marks (D16).
create function drop_favorites(p_company_id uuid, p_customer_id uuid)
returns void
language plpgsql as $$
begin
  delete from prize_favorite
   where prize_favorite.company_id = p_company_id
     and prize_favorite.customer_id = p_customer_id;
end
$$;

-- Those of the keys under which a prize has a code of the company's own, free or sold.
create function prize_code_keys(p_company_id uuid, p_code_keys bytea[])
returns setof bytea
language sql stable as $$
  select prize_code.code_key
    from prize_code
   where prize_code.company_id = p_company_id
     and prize_code.code_key = any (p_code_keys)
$$;

-- The names of all prizes, also of those that left the company's file, for reports.
create function prize_names(p_company_id uuid)
returns table (id text, name text)
language sql stable as $$
  select prize.id::text, prize.name
    from prize
   where prize.company_id = p_company_id
$$;
