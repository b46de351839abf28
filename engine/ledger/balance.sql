-- What a customer has at an instant (D4). No job has to run for that: lots that expired or matured and holds that ended since
-- the balance was saved are counted when it is read.

-- The saved row; all null: no such customer.
create function saved_balance(p_company_id uuid, p_customer_id uuid)
returns balance_state
language plpgsql stable as $$
declare
  b balance_state;
begin
  select balance.company_id, balance.customer_id, balance.amount, balance.value, balance.pending_amount,
         balance.pending_value, balance.held_amount, balance.held_value, balance.deficit_amount, balance.deficit_value,
         balance.difference_value, balance.received_amount, balance.spent_value, balance.sequence, balance.last_hash,
         balance.hold_steps, balance.changes_at, balance.moved_at, balance.level_left, balance.level_due_at,
         balance.level_settled_at, balance.level_sequence
    into b
    from balance
   where balance.company_id = p_company_id
     and balance.customer_id = p_customer_id;
  return b;
end
$$;

-- What the customer has at p_now, or at the last movement, if that was later. A customer with a deficit has a spendable
-- balance of 0.
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

-- The balance with what its lots have at b.moved_at, and the next instant at which that changes by itself. Holds that ended
-- by p_holds_until are counted as free; -infinity: none, because their end is written first.
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

-- What is in the customer's lots at p_instant: what is left of them, and what holds that ended since have freed. A lot may
-- have several lines, and its date may have passed. Held points are available: only such points can be held.
create function free_points(p_company_id uuid, p_customer_id uuid, p_instant timestamptz)
returns table (lot_id uuid, amount bigint, value bigint, available_at timestamptz, expires_at timestamptz)
language plpgsql stable
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
begin
  return query
    select lot.id, lot.remaining_amount, lot.remaining_value, lot.available_at, lot.expires_at
      from lot
     where lot.company_id = p_company_id
       and lot.customer_id = p_customer_id
       and lot.is_open
     union all
    select part.lot_id, part.free_amount, part.free_value, '-infinity', part.expires_at
      from ended_hold_parts(p_company_id, p_customer_id, p_instant) part
     where part.free_amount > 0;
end
$$;
