-- Promotions (D9): points for a click or a code, within limits that no race passes.

-- How often a customer has had it.
create function times_activated(offer promotion, p_customer_id uuid)
returns integer
language sql stable as $$
  select coalesce(max(promotion_activation.number), 0)
    from promotion_activation
   where promotion_activation.company_id = offer.company_id
     and promotion_activation.promotion_id = offer.id
     and promotion_activation.customer_id = p_customer_id
$$;

create function limit_in_all_reached(offer promotion)
returns movement
language sql immutable as $$
  select row('invalid_promotion', jsonb_build_object('limit_in_all', offer.limit_in_all), null)::movement
$$;

-- Why an active promotion gives this customer nothing; a null refusal: it gives its points. Filters come first, in their
-- order. Then T17 asks everybody for a confirmed contact, so that made-up customers earn nothing. details names the filter
-- that is not met and its figure: {"new_register_days": 30} or {"limit_in_all": 100}.
create function refusal_to_activate(offer promotion, person customer, p_now timestamptz)
returns movement
language sql stable as $$
  select case
           when offer.new_register_days
                  < (p_now at time zone company.time_zone)::date - (registration.at at time zone company.time_zone)::date
           then row('invalid_promotion', jsonb_build_object('new_register_days', offer.new_register_days), null)::movement
           when times_activated(offer, person.id) >= offer.limit_per_customer
           then row('promotion_used', null, null)::movement
           when offer.activations >= offer.limit_in_all then limit_in_all_reached(offer)
           when offer.requires_complete_profile and not is_profile_complete(person)
           then row('incomplete_profile', null, null)::movement
           when not has_confirmed_contact(person) then row('contact_unconfirmed', null, null)::movement
         end
    from company
   cross join lateral (
          -- Whom a till knew first registered when they agreed to the terms.
          select coalesce(
                   (select min(consent.created_at)
                      from consent
                     where person.is_pre_registered
                       and consent.company_id = person.company_id
                       and consent.customer_id = person.id
                       and consent.kind = 'OPT_IN'),
                   person.created_at) as at
        ) registration
   where company.company_id = offer.company_id
$$;

-- Whether today, in the company's time zone, is one of its days.
create function is_promotion_active(offer promotion, p_now timestamptz)
returns boolean
language sql stable as $$
  select (p_now at time zone company.time_zone)::date between offer.starts_on and offer.ends_on
    from company
   where company.company_id = offer.company_id
$$;

-- Counts an activation and gives its points. Locks: the balance, then the promotion.
create function activate_promotion(p_company_id uuid, p_customer_id uuid, p_code text, p_now timestamptz)
returns movement
language plpgsql as $$
declare
  offer    promotion;
  person   customer;
  refusal  movement;
  given    movement;
  last_day date;
begin
  -- The lock: one customer's activations are one after the other, so that the count of them is true.
  p_now := (take_balance(p_company_id, p_customer_id, p_now)).moved_at;
  select * into offer
    from promotion
   where promotion.company_id = p_company_id
     and promotion.code_key = upper(p_code)
     and promotion.is_offered;
  if not found then
    return row('promotion_not_found', null, null)::movement;
  elsif not is_promotion_active(offer, p_now) then
    return row('inactive_promotion', null, null)::movement;
  end if;
  select * into strict person
    from customer
   where customer.company_id = p_company_id
     and customer.id = p_customer_id;
  refusal := refusal_to_activate(offer, person, p_now);
  if refusal.refusal is not null then
    return refusal;
  end if;

  -- Counted only while it is below the limit: the last place goes to one customer, whoever else saw it free (T17).
  update promotion
     set activations = promotion.activations + 1
   where promotion.company_id = p_company_id
     and promotion.id = offer.id
     and (promotion.limit_in_all is null or promotion.activations < promotion.limit_in_all);
  if not found then
    return limit_in_all_reached(offer);
  end if;

  if offer.expires_in_days is not null or offer.expires_in_months is not null then
    select (p_now at time zone company.time_zone)::date
             + make_interval(months => coalesce(offer.expires_in_months, 0), days => coalesce(offer.expires_in_days, 0))
      into strict last_day
      from company
     where company.company_id = p_company_id;
  end if;
  given := grant_points(
    p_company_id, p_customer_id, offer.points_amount, 'promotion', offer.id,
    jsonb_build_object('promotion', offer.name, 'code', offer.code), last_day, p_now);
  insert into promotion_activation (company_id, promotion_id, customer_id, number, record_id, created_at)
  values (p_company_id, offer.id, p_customer_id, times_activated(offer, p_customer_id) + 1, (given.record).id, p_now);
  perform tell_generation(given.record, p_now);
  perform notify_customer(p_company_id, p_customer_id, 'promotion_credited', jsonb_build_object(
    'promotion_name', offer.name,
    'points_amount', (given.record).amount,
    'points_value', (given.record).value), p_now);
  return given;
end
$$;
