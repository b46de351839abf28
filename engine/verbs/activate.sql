-- A customer activates a promotion, by a click or a code, within limits that concurrent calls cannot exceed (D9).

-- p_offer: the promotion that the command names, its row locked.
-- Errors: promotion_not_found, inactive_promotion, or one of reasonsNotToActivate (contract/promotion.ts).
create function activate(company programme, inout c change, inout p_offer promotion_state)
language plpgsql as $$
declare
  b         balance_state := c.balance;
  today     date := local_day(company, b.moved_at);
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
  c := grant_points(
    company, c, p_offer.points_amount, 'promotion', p_offer.id,
    jsonb_build_object('promotion', p_offer.name, 'code', p_offer.code), last_day);
  p_offer.activations := p_offer.activations + 1;
  c.activated := p_offer;
  c.activation := next_activation(company.company_id, p_offer.id, b.customer_id);
  c.result := record_result(last_entry(c), null);
end
$$;
