-- Functions about stored prizes, for levels and vouchers.

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
