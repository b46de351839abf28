-- Points that pay what the customer owes (D4).

-- The lot gives `amount` points and `value` centavos; the deficit goes down by `amount` points and `deficit_value` centavos.
create type deficit_payment as (kept balance, amount bigint, value bigint, deficit_value bigint);

-- Pays the deficit with as many as needed of p_amount points that come in, worth p_value centavos. The centavos that pay are
-- the centavos that were owed, so that records add up to the balance (I1). They cannot be the same where the side that ends
-- with no points has other centavos left: that goes to difference_value, and a later payment makes up for it.
create function pay_deficit(kept balance, p_amount bigint, p_value bigint)
returns deficit_payment
language plpgsql immutable as $$
declare
  paid  deficit_payment;
begin
  paid.amount := least(kept.deficit_amount, p_amount);
  paid.value := 0;
  paid.deficit_value := 0;
  if paid.amount > 0 then
    if paid.amount < p_amount then
      paid.deficit_value := kept.deficit_value;
      paid.value := least(greatest(kept.deficit_value - kept.difference_value, 0), p_value);
    elsif paid.amount < kept.deficit_amount then
      paid.deficit_value := least(greatest(p_value + kept.difference_value, 0), kept.deficit_value);
      paid.value := p_value;
    else
      paid.deficit_value := kept.deficit_value;
      paid.value := p_value;
    end if;
    kept.deficit_amount := kept.deficit_amount - paid.amount;
    kept.deficit_value := kept.deficit_value - paid.deficit_value;
    kept.difference_value := kept.difference_value + paid.value - paid.deficit_value;
  end if;
  paid.kept := kept;
  return paid;
end
$$;
