-- What a customer has: read at any instant, and locked for a movement (D4). Leans on hold-end.sql and ledger.sql.

-- What a customer has at p_now, or at the last movement, if that was later: the kept balance, or, where a lot has expired
-- or matured or a hold has ended since, the sum of what is free. No job has to run for that. A customer with a deficit has
-- a balance of 0.
create function current_balance(p_company_id uuid, p_customer_id uuid, p_now timestamptz)
returns table (
  amount bigint, value bigint, received_amount bigint, spent_value bigint, pending_amount bigint, pending_value bigint,
  held_amount bigint, held_value bigint, deficit_amount bigint, deficit_value bigint)
language sql stable as $$
  select case when kept.deficit_amount > ended.paid_amount then 0
              when at.instant < kept.changes_at then kept.amount
              else good.amount
         end,
         case when kept.deficit_amount > ended.paid_amount then 0
              when at.instant < kept.changes_at then kept.value
              else good.value
         end,
         kept.received_amount,
         kept.spent_value,
         case when at.instant < kept.changes_at then kept.pending_amount else good.pending_amount end,
         case when at.instant < kept.changes_at then kept.pending_value else good.pending_value end,
         kept.held_amount - ended.held_amount,
         kept.held_value - ended.held_value,
         kept.deficit_amount - ended.paid_amount,
         kept.deficit_value - ended.deficit_value
    from balance kept
   cross join lateral (select greatest(p_now, kept.moved_at) as instant) at
   cross join lateral (
           select coalesce(sum(free.amount) filter (where free.available_at <= at.instant), 0)::bigint as amount,
                  coalesce(sum(free.value) filter (where free.available_at <= at.instant), 0)::bigint as value,
                  coalesce(sum(free.amount) filter (where free.available_at > at.instant), 0)::bigint as pending_amount,
                  coalesce(sum(free.value) filter (where free.available_at > at.instant), 0)::bigint as pending_value
             from free_points(kept.company_id, kept.customer_id, at.instant) free
            -- Here, and not as the join's condition: PostgreSQL would then sum the lots first.
            where at.instant >= kept.changes_at
              and free.expires_at > at.instant
         ) good
   cross join lateral (
           select coalesce(sum(part.free_amount + part.paid_amount), 0)::bigint as held_amount,
                  coalesce(sum(part.free_value + part.paid_value), 0)::bigint as held_value,
                  coalesce(sum(part.paid_amount), 0)::bigint as paid_amount,
                  coalesce(sum(part.deficit_value), 0)::bigint as deficit_value
             from ended_hold_parts(kept.company_id, kept.customer_id, at.instant) part
            where at.instant >= kept.changes_at
              and kept.held_amount > 0
         ) ended
   where kept.company_id = p_company_id
     and kept.customer_id = p_customer_id
$$;

-- Locks the customer's balance. Later movements wait here, and each statement after it sees what the one before committed.
-- The returned balance counts lots that expired or matured since it was saved; holds that are over get their end written.
-- moved_at is the movement's instant: p_now, or the last movement's, if that has a later clock.
create function take_balance(p_company_id uuid, p_customer_id uuid, p_now timestamptz)
returns balance
language plpgsql as $$
declare
  kept   balance;
  steps  integer;
begin
  select * into strict kept
    from balance
   where balance.company_id = p_company_id
     and balance.customer_id = p_customer_id
     for no key update;
  p_now := greatest(p_now, kept.moved_at);
  kept.moved_at := p_now;
  if p_now < kept.changes_at then
    return kept;
  end if;

  steps := kept.hold_steps;
  if kept.held_amount > 0 then
    kept := settle_ended_holds(kept);
  end if;
  kept := sum_lots(kept);
  if kept.hold_steps > steps then
    -- The movement may be refused; that the hold ended is true all the same.
    perform keep_balance(kept);
  end if;
  return kept;
end
$$;

-- The balance with what its lots have at kept.moved_at, and the next instant at which that changes by itself.
create function sum_lots(kept balance)
returns balance
language plpgsql stable as $$
begin
  select coalesce(sum(lot.remaining_amount) filter (where lot.available_at <= kept.moved_at), 0),
         coalesce(sum(lot.remaining_value) filter (where lot.available_at <= kept.moved_at), 0),
         coalesce(sum(lot.remaining_amount) filter (where lot.available_at > kept.moved_at), 0),
         coalesce(sum(lot.remaining_value) filter (where lot.available_at > kept.moved_at), 0),
         coalesce(min(case when lot.available_at > kept.moved_at then lot.available_at else lot.expires_at end), 'infinity')
    into kept.amount, kept.value, kept.pending_amount, kept.pending_value, kept.changes_at
    from lot
   where lot.company_id = kept.company_id
     and lot.customer_id = kept.customer_id
     and lot.remaining_amount > 0
     and lot.expires_at > kept.moved_at;
  if kept.held_amount > 0 then
    kept.changes_at := least(kept.changes_at, next_hold_end(kept.company_id, kept.customer_id));
  end if;
  return kept;
end
$$;

-- The lock alone, where the balance does not matter; returns the instant, as take_balance does. Null: no such customer.
create function take_turn(p_company_id uuid, p_customer_id uuid, p_now timestamptz)
returns timestamptz
language sql as $$
  select greatest(p_now, balance.moved_at)
    from balance
   where balance.company_id = p_company_id
     and balance.customer_id = p_customer_id
     for no key update
$$;
