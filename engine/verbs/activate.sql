-- A customer activates a promotion, by a click or a code, within limits that concurrent calls cannot exceed (D9).

-- p_offer: the promotion that the command names, its row locked.
-- Errors: promotion_not_found, inactive_promotion, or one of reasonsNotToActivate (contract/promotion.ts).
create function activate(company programme, inout c change, inout p_offer promotion_state)
language plpgsql as $$
declare
  b         balance_state := c.balance;
  today     date := local_day(company, b.moved_at);
  times     integer;
  last_day  date;
begin
  if p_offer.id is null then
    c.error := 'promotion_not_found';
    return;
  elsif today not between p_offer.starts_on and p_offer.ends_on then
    c.error := 'inactive_promotion';
    return;
  end if;
  select refused.error, refused.details into c.error, c.details
    from reason_not_to_activate(company.company_id, b.customer_id, p_offer, b.moved_at) refused;
  if c.error is not null then
    return;
  end if;

  if p_offer.expires_in_days is not null or p_offer.expires_in_months is not null then
    last_day := today
      + make_interval(months => coalesce(p_offer.expires_in_months, 0), days => coalesce(p_offer.expires_in_days, 0));
  end if;
  times := times_activated(company.company_id, p_offer.id, b.customer_id);
  c := grant_points(
    company, c, p_offer.points_amount, 'promotion', p_offer.id,
    jsonb_build_object('promotion', p_offer.name, 'code', p_offer.code), last_day);
  p_offer.activations := p_offer.activations + 1;
  c.activated := p_offer;
  c.activation := times + 1;
  c.result := record_result(last_entry(c), null);
end
$$;

-- The reason why this customer cannot activate an active promotion; error null: the customer can. Filters are checked first, in
-- their order. Then T17 requires a confirmed contact, so that invented customers earn nothing. details names the failed filter
-- with its figure: {"new_register_days": 30} or {"limit_in_all": 100}.
create function reason_not_to_activate(
  p_company_id uuid, p_customer_id uuid, p_offer promotion_state, p_now timestamptz, out error text, out details jsonb)
language plpgsql stable as $$
declare
  person  record;
begin
  select customer.has_confirmed_contact, customer.is_profile_complete,
         (p_now at time zone company.time_zone)::date - (registered.at at time zone company.time_zone)::date as age_days
    into strict person
    from customer
    join company on company.company_id = customer.company_id
   cross join lateral (
          -- A pre-registered customer first registered when they agreed to the terms.
          select coalesce(
                   (select min(consent.created_at)
                      from consent
                     where customer.is_pre_registered
                       and consent.company_id = customer.company_id
                       and consent.customer_id = customer.id
                       and consent.kind = 'OPT_IN'),
                   customer.created_at) as at) registered
   where customer.company_id = p_company_id
     and customer.id = p_customer_id;
  error := case
    when p_offer.new_register_days < person.age_days then 'invalid_promotion'
    when times_activated(p_company_id, p_offer.id, p_customer_id) >= p_offer.limit_per_customer then 'promotion_used'
    when p_offer.activations >= p_offer.limit_in_all then 'invalid_promotion'
    when p_offer.requires_complete_profile and not person.is_profile_complete then 'incomplete_profile'
    when not person.has_confirmed_contact then 'contact_unconfirmed'
  end;
  if error = 'invalid_promotion' then
    details := case
      when p_offer.new_register_days < person.age_days then jsonb_build_object('new_register_days', p_offer.new_register_days)
      else jsonb_build_object('limit_in_all', p_offer.limit_in_all)
    end;
  end if;
end
$$;

-- The number of times that the customer has activated the promotion.
create function times_activated(p_company_id uuid, p_promotion_id uuid, p_customer_id uuid)
returns integer
language plpgsql stable as $$
begin
  return (
    select coalesce(max(promotion_activation.number), 0)
      from promotion_activation
     where promotion_activation.company_id = p_company_id
       and promotion_activation.promotion_id = p_promotion_id
       and promotion_activation.customer_id = p_customer_id);
end
$$;
