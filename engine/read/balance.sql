-- A customer's balance at an instant (D4). No job is needed: lots that expired or matured, and holds that ended since the
-- balance was saved, are counted at reading.

-- The balance at p_now, or at the last movement if that was later. A customer with a deficit has a spendable balance of 0.
create function current_balance(p_company_id uuid, p_customer_id uuid, p_now timestamptz)
returns table (
  amount bigint, value bigint, received_amount bigint, spent_value bigint, pending_amount bigint, pending_value bigint,
  held_amount bigint, held_value bigint, deficit_amount bigint, deficit_value bigint)
language plpgsql stable rows 1 as $$
declare
  b balance_state := saved_balance(p_company_id, p_customer_id);
begin
  if b.company_id is null then
    return;
  end if;
  b := balance_at(b, p_now);
  amount := case when b.deficit_amount > 0 then 0 else b.amount end;
  value := case when b.deficit_amount > 0 then 0 else b.value end;
  received_amount := b.received_amount;
  spent_value := b.spent_value;
  pending_amount := b.pending_amount;
  pending_value := b.pending_value;
  held_amount := b.held_amount;
  held_value := b.held_value;
  deficit_amount := b.deficit_amount;
  deficit_value := b.deficit_value;
  return next;
end
$$;

-- The balance at p_now as a reader sees it: with the holds that have ended since.
create function balance_at(b balance_state, p_now timestamptz)
returns balance_state
language plpgsql stable as $$
declare
  ended  record;
begin
  b.moved_at := greatest(p_now, b.moved_at);
  if b.moved_at < b.changes_at then
    return b;
  end if;
  if b.held_amount > 0 then
    select coalesce(sum(part.free_amount + part.paid_amount), 0) as held_amount,
           coalesce(sum(part.free_value + part.paid_value), 0) as held_value,
           coalesce(sum(part.paid_amount), 0) as paid_amount,
           coalesce(sum(part.deficit_value), 0) as deficit_value
      into ended
      from ended_hold_parts(b.company_id, b.customer_id, b.moved_at) part;
    b.held_amount := b.held_amount - ended.held_amount;
    b.held_value := b.held_value - ended.held_value;
    b.deficit_amount := b.deficit_amount - ended.paid_amount;
    b.deficit_value := b.deficit_value - ended.deficit_value;
  end if;
  return with_free_points(b, b.moved_at);
end
$$;

-- The balance with the sums of its lots at b.moved_at, and the next instant at which time changes them. Holds that ended by
-- p_holds_until are counted as free; -infinity: no hold, because their ends are written first.
create function with_free_points(b balance_state, p_holds_until timestamptz)
returns balance_state
language plpgsql stable as $$
begin
  select coalesce(sum(free.amount) filter (where free.available_at <= b.moved_at), 0),
         coalesce(sum(free.value) filter (where free.available_at <= b.moved_at), 0),
         coalesce(sum(free.amount) filter (where free.available_at > b.moved_at), 0),
         coalesce(sum(free.value) filter (where free.available_at > b.moved_at), 0),
         coalesce(min(case when free.available_at > b.moved_at then free.available_at else free.expires_at end), 'infinity')
    into b.amount, b.value, b.pending_amount, b.pending_value, b.changes_at
    from free_points(b.company_id, b.customer_id, p_holds_until) free
   where free.expires_at > b.moved_at;
  if b.held_amount > 0 then
    b.changes_at := least(b.changes_at, next_hold_end(b.company_id, b.customer_id, b.moved_at));
  end if;
  return b;
end
$$;
