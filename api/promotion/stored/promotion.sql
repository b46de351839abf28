-- Promotions and their activations (D9), for the engine and the promotion's page.

-- The promotions that commands activate. Locks their rows, because a row counts its activations: two concurrent activations would
-- both take the last one of limit_in_all. A promotion that another transaction has locked is_busy, so its commands are retried
-- (engine/locate/lock.sql: apply() waits for no row). In the order of ids, because two calls that lock in different orders
-- could each get one of two rows, and both would be retried.
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

-- A promotion as customers see it.
create function promotion_of(p_company_id uuid, p_id uuid)
returns promotion_state
language plpgsql stable as $$
declare
  offer  promotion_state;
begin
  select p.id, p.code, p.name, p.starts_on, p.ends_on, p.new_register_days, p.limit_per_customer, p.limit_in_all,
         p.requires_complete_profile, p.points_amount, p.expires_in_days, p.expires_in_months, p.activations, p.code_key,
         false
    into offer
    from promotion p
   where p.company_id = p_company_id
     and p.id = p_id;
  return offer;
end
$$;

-- The reason why this customer cannot activate an active promotion; error null: the customer can. Filters are checked first, in
-- their order. Then T17 requires a confirmed contact, so that invented customers earn nothing. details names the failed filter
-- with its figure: {"new_register_days": 30} or {"limit_in_all": 100}.
-- A merge does not make a newcomer: the oldest of the person's accounts counts.
-- NEW_REGISTER requires a document, because an erasure leaves only the document's keyed hash (D16). A customer without a
-- document could be erased, register again and activate the promotion a second time.
create function reason_not_to_activate(
  p_company_id uuid, p_customer_id uuid, p_offer promotion_state, p_now timestamptz, out error text, out details jsonb)
language plpgsql stable as $$
declare
  person  record;
begin
  select customer.has_confirmed_contact,
         (p_offer.requires_complete_profile and not customer.is_profile_complete)
         or (p_offer.new_register_days is not null and customer.document is null) as lacks_profile,
         -- A person who was erased and registers again is not a newcomer (D16).
         p_offer.new_register_days is not null
         and (customer.is_returning
              or p_offer.new_register_days
                   < (p_now at time zone zone)::date - (joined.since at time zone zone)::date) as is_late
    into person
    from person_of(p_company_id, p_customer_id) customer
   cross join time_zone_of(p_company_id) zone
   cross join lateral (
           select least(
                    -- Without a noted instant a pre-registered customer registered when they agreed to the terms.
                    coalesce(customer.registered_at,
                             case when customer.is_pre_registered then first_opt_in_at(p_company_id, p_customer_id) end,
                             customer.created_at),
                    min(coalesce(absorbed.registered_at,
                                 case when absorbed.is_pre_registered then first_opt_in_at(p_company_id, absorbed.id)
                                      else absorbed.created_at end)))
             from unnest(accounts_of(p_company_id, p_customer_id)) account (id)
             left join lateral person_of(p_company_id, account.id) absorbed on account.id <> p_customer_id) joined (since);
  -- The person has moved to a pre-registered record since the call was identified.
  if not found then
    error := 'unauthenticated';
    return;
  end if;
  error := case
    when person.is_late then 'invalid_promotion'
    when times_activated(p_company_id, p_offer.id, p_customer_id) >= p_offer.limit_per_customer then 'promotion_used'
    when p_offer.activations >= p_offer.limit_in_all then 'invalid_promotion'
    when person.lacks_profile then 'incomplete_profile'
    when not person.has_confirmed_contact then 'contact_unconfirmed'
  end;
  if error = 'invalid_promotion' then
    details := case
      when person.is_late then jsonb_build_object('new_register_days', p_offer.new_register_days)
      else jsonb_build_object('limit_in_all', p_offer.limit_in_all)
    end;
  end if;
end
$$;

-- The promotions of type BANNER_CLICK that run at p_now, earliest end first, as the dashboard shows them. Promotions with a
-- typed code are left out, because the dashboard would reveal the code.
create function running_promotions(p_company_id uuid, p_customer_id uuid, p_limit bigint, p_now timestamptz)
returns jsonb
language plpgsql stable as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
                      'code', running.code,
                      'name', running.name,
                      'ends_at', running.ends_on,
                      'points_amount', running.points_amount,
                      'points_value', div(running.points_amount * 100::numeric, points_per_real)::bigint,
                      'activatable', decided.error is null,
                      'reason', decided.error) order by running.ends_on, running.id), '[]')
      from (select p.id, p.code, p.name, p.ends_on, p.points_amount
              from promotion p
             cross join time_zone_of(p_company_id) zone
             where p.company_id = p_company_id
               and p.is_offered
               and p.type = 'BANNER_CLICK'
               and (p_now at time zone zone)::date between p.starts_on and p.ends_on
             order by p.ends_on, p.id
             limit p_limit) running
     cross join points_per_real_of(p_company_id) points_per_real
     cross join lateral reason_not_to_activate(
             p_company_id, p_customer_id, promotion_of(p_company_id, running.id), p_now) decided);
end
$$;

-- The number of times that the customer has activated the promotion, together with absorbed accounts.
create function times_activated(p_company_id uuid, p_promotion_id uuid, p_customer_id uuid)
returns integer
language plpgsql stable as $$
begin
  return (
    select count(*)
      from promotion_activation
     where promotion_activation.company_id = p_company_id
       and promotion_activation.promotion_id = p_promotion_id
       and promotion_activation.customer_id = any (accounts_of(p_company_id, p_customer_id)));
end
$$;

-- The number of the account's next activation of the promotion.
create function next_activation(p_company_id uuid, p_promotion_id uuid, p_customer_id uuid)
returns integer
language plpgsql stable as $$
begin
  return (
    select coalesce(max(promotion_activation.number), 0) + 1
      from promotion_activation
     where promotion_activation.company_id = p_company_id
       and promotion_activation.promotion_id = p_promotion_id
       and promotion_activation.customer_id = p_customer_id);
end
$$;

create function write_activations(p_company_id uuid, p_changes change[])
returns void
language plpgsql as $$
begin
  update promotion
     set activations = promotion.activations + counted.activations
    from (select (c.activated).id as id, count(*) as activations
            from unnest(p_changes) c
           where (c.activated).id is not null
           group by (c.activated).id
           order by (c.activated).id) counted
   where promotion.company_id = p_company_id
     and promotion.id = counted.id;
  insert into promotion_activation (company_id, promotion_id, customer_id, number, record_id, created_at)
  select p_company_id, (c.activated).id, c.customer_id, c.activation, (last_entry(c)).id, (c.balance).moved_at
    from unnest(p_changes) c
   where (c.activated).id is not null;
end
$$;

-- The names of all promotions, also of those that left the company's file, for reports.
create function promotion_names(p_company_id uuid)
returns table (id text, name text)
language sql stable as $$
  select promotion.id::text, promotion.name
    from promotion
   where promotion.company_id = p_company_id
$$;
