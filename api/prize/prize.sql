-- Prizes, as a customer sees them and may redeem them (D8). Every reader asks the same functions.

-- What decides what a customer may redeem, read once.
create type redeemer as (
  today               date,     -- in the company's time zone
  amount              bigint,   -- points to spend
  level_amount        bigint,   -- of the level that is held; those with a trigger up to it are reached
  may_spend           boolean,
  is_profile_complete boolean
);

create function redeemer_of(p_company_id uuid, p_customer_id uuid, p_now timestamptz)
returns redeemer
language sql stable as $$
  select (p_now at time zone company.time_zone)::date,
         current.amount,
         level_amount(p_company_id, p_customer_id, p_now),
         may_spend(customer),
         is_profile_complete(customer)
    from customer
    join company using (company_id)
   cross join current_balance(p_company_id, p_customer_id, p_now) current
   where customer.company_id = p_company_id
     and customer.id = p_customer_id
$$;

-- All reasons why this customer may not redeem p_quantity of a prize, in the order of reasonsNotToRedeem
-- (contract/prize.ts). Empty: the customer may. p_stock_left null: no limit. p_missing: the points that the balance lacks.
create function reasons_not_to_redeem(
  wanted       prize,
  by           redeemer,
  p_quantity   integer,
  p_stock_left bigint,
  p_missing    bigint
) returns text[]
language sql stable as $$
  select array_remove(array[
           case when wanted.value > 0 and not by.may_spend then 'contact_unconfirmed' end,
           case when wanted.requires_complete_profile and not by.is_profile_complete then 'incomplete_profile' end,
           case when wanted.level_required is not null and not exists (
                       select
                         from level
                        where level.company_id = wanted.company_id
                          and level.name = wanted.level_required
                          and level.trigger_amount <= by.level_amount) then 'level_required' end,
           case when wanted.expires_on < by.today then 'expired' end,
           case when p_stock_left < p_quantity then 'no_codes_left' end,
           case when p_missing > 0 then 'insufficient_balance' end], null)
$$;

-- How many of a prize are left; null: no end. A pool's codes are counted up to 1000, so that a long one costs no more, and
-- a stock as well, so that the figure means one thing (contract/prize.ts: max_stock_shown).
create function stock_left(wanted prize)
returns integer
language sql stable as $$
  select case
           when wanted.has_code_pool then (
             select count(*)
               from (select
                       from prize_code
                      where prize_code.company_id = wanted.company_id
                        and prize_code.prize_id = wanted.id
                        and prize_code.voucher_id is null
                      -- As the index has them: otherwise a planner that knows nothing yet reads the sold ones too.
                      order by prize_code.position
                      limit 1000) free)
           when wanted.stock is not null then least(greatest(wanted.stock - wanted.issued, 0), 1000)
         end
$$;

-- The prizes of the store that a customer asks for (R9.1). Null: any.
create function matching_prizes(
  p_company_id  uuid,
  p_customer_id uuid,
  p_tab         text,
  p_category    text,
  p_min_value   bigint,
  p_max_value   bigint
) returns setof prize
language sql stable as $$
  select prize.*
    from prize
   where prize.company_id = p_company_id
     and prize.show_in_store
     and (p_tab <> 'free' or prize.value = 0)
     and (p_tab <> 'favorite' or exists (
            select
              from prize_favorite
             where prize_favorite.company_id = prize.company_id
               and prize_favorite.customer_id = p_customer_id
               and prize_favorite.prize_id = prize.id))
     and (p_category is null or prize.category = p_category)
     and (p_min_value is null or prize.value >= p_min_value)
     and (p_max_value is null or prize.value <= p_max_value)
$$;

-- A prize as contract/prize.ts answers it to one customer.
create function shown_prize(wanted prize, by redeemer, p_customer_id uuid)
returns table (
  id uuid, name text, description text, tos_url text, photo_url text, value bigint, category text, expires_in integer,
  expires_at date, show_in_store boolean, level_required text, complete_profile_required boolean, codes text,
  favorite boolean, stock_left integer, redeemable boolean, reason text, reasons text[], missing bigint,
  integrator_id text, created_at timestamptz, updated_at timestamptz, withdrawn_at timestamptz)
language sql stable as $$
  select wanted.id, wanted.name, wanted.description, wanted.tos_url, wanted.photo_url, wanted.value, wanted.category,
         wanted.expires_in_days, wanted.expires_on, wanted.show_in_store, wanted.level_required,
         wanted.requires_complete_profile,
         case when wanted.has_code_pool then 'pool' else 'generated' end,
         exists (
           select
             from prize_favorite
            where prize_favorite.company_id = wanted.company_id
              and prize_favorite.customer_id = p_customer_id
              and prize_favorite.prize_id = wanted.id),
         stock.left_over,
         cardinality(decided.reasons) = 0,
         decided.reasons[1],
         decided.reasons,
         lack.points,
         wanted.integrator_id,
         wanted.created_at,
         wanted.updated_at,
         wanted.withdrawn_at
    -- Counted once: without the offset it would be written out at each of its uses.
    from (select stock_left(wanted) as left_over offset 0) stock
   cross join (select greatest(wanted.value - by.amount, 0) as points) lack
   cross join lateral (select reasons_not_to_redeem(wanted, by, 1, stock.left_over, lack.points) as reasons) decided
$$;
