-- The payment of a customer's deficit from points that are credited (D4).

-- The lot gives `amount` points and `value` centavos; the deficit goes down by `amount` points and `deficit_value` centavos.
create type deficit_payment as (balance balance_state, amount bigint, value bigint, deficit_value bigint);

-- Pays the deficit from p_amount incoming points worth p_value centavos, as far as needed. The paying centavos equal the owed
-- centavos, so that records add up to the balance (I1). When the side that ends with 0 points has other centavos left, the rest
-- goes to difference_value, and a later payment makes up for it.
create function pay_deficit(b balance_state, p_amount bigint, p_value bigint)
returns deficit_payment
language plpgsql immutable as $$
declare
  paid  deficit_payment;
begin
  paid.amount := least(b.deficit_amount, p_amount);
  paid.value := 0;
  paid.deficit_value := 0;
  if paid.amount > 0 then
    if paid.amount < p_amount then
      paid.deficit_value := b.deficit_value;
      paid.value := least(greatest(b.deficit_value - b.difference_value, 0), p_value);
    elsif paid.amount < b.deficit_amount then
      paid.deficit_value := least(greatest(p_value + b.difference_value, 0), b.deficit_value);
      paid.value := p_value;
    else
      paid.deficit_value := b.deficit_value;
      paid.value := p_value;
    end if;
    b.deficit_amount := b.deficit_amount - paid.amount;
    b.deficit_value := b.deficit_value - paid.deficit_value;
    b.difference_value := b.difference_value + paid.value - paid.deficit_value;
  end if;
  paid.balance := b;
  return paid;
end
$$;
