-- Whether a customer may redeem a prize (D8).

-- The customer's part of the conditions for redeeming.
create type buyer_state as (
  customer_id uuid, has_document boolean, is_document_own boolean, may_spend boolean, is_profile_complete boolean, now timestamptz);

create function buyer_of(company programme, cmd command, b balance_state)
returns buyer_state
language plpgsql stable as $$
declare
  buyer buyer_state;
begin
  select customer.id, customer.document is not null, customer.document = cmd.args ->> 'document', customer.may_spend, customer.is_profile_complete, b.moved_at
    into strict buyer
    from person_of(company.company_id, b.customer_id) customer;
  buyer.is_document_own := coalesce(buyer.is_document_own, false);
  return buyer;
end
$$;

-- The first of reasonsNotToRedeem (contract/prize.ts) that applies to p_quantity of a prize; null: none applies. The balance is
-- checked elsewhere, for all prizes together.
create function reason_not_to_redeem(
  p_company_id uuid, wanted prize_state, buyer buyer_state, p_today date, p_quantity integer)
returns text
language plpgsql stable as $$
begin
  return case
    when wanted.value > 0 and not buyer.may_spend then 'contact_unconfirmed'
    when not buyer.has_document
         or wanted.requires_complete_profile and not buyer.is_profile_complete then 'incomplete_profile'
    when wanted.level_required is not null
         and not has_level(p_company_id, buyer, wanted.level_required) then 'level_required'
    when wanted.expires_on < p_today then 'expired'
    when wanted.stock_left < p_quantity then 'no_codes_left'
  end;
end
$$;

-- Whether the customer has reached the level of that name.
create function has_level(p_company_id uuid, buyer buyer_state, p_name text)
returns boolean
language plpgsql stable as $$
begin
  return exists (
    select
      from trigger_of_level(p_company_id, p_name) trigger_amount
     where trigger_amount <= level_amount(p_company_id, buyer.customer_id, buyer.now));
end
$$;

create function place_of_prize(p_prizes prize_state[], p_prize_id uuid)
returns integer
language plpgsql immutable as $$
begin
  for place in 1 .. cardinality(p_prizes) loop
    if p_prizes[place].id = p_prize_id then
      return place;
    end if;
  end loop;
  return null;
end
$$;
