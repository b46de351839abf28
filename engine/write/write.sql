-- Writes the changes of a call's commands. A table has at most one insert and one update for all commands, never one a command.

create function write_changes(p_company_id uuid, p_changes change[], p_now timestamptz)
returns void
language plpgsql as $$
declare
  has record;
begin
  select bool_or(c.document is not null) as customers,
         bool_or(c.entries is not null) as entries,
         bool_or(c.lots is not null) as lots,
         bool_or(c.lot_changes is not null) as lot_changes,
         bool_or(c.is_moved) as balances,
         bool_or(c.holds is not null) as holds,
         bool_or(c.hold_ends is not null) as hold_ends,
         bool_or(c.allocations is not null) as allocations,
         bool_or(c.shortfalls is not null or c.recovered is not null) as shortfalls,
         bool_or((c.opened).id is not null or c.intentions is not null) as intentions,
         bool_or(c.issued is not null or (c.voucher).id is not null) as vouchers,
         bool_or((c.activated).id is not null) as activations,
         bool_or((c.unlisted).kind is not null) as unlisted
    into has
    from unnest(p_changes) c;
  if has.customers then perform write_customers(p_company_id, p_changes, p_now); end if;
  if has.entries then perform write_entries(p_company_id, p_changes); end if;
  if has.lots then perform write_lots(p_company_id, p_changes); end if;
  if has.lot_changes then perform write_lot_changes(p_company_id, p_changes); end if;
  if has.balances then perform write_balances(p_company_id, p_changes); end if;
  if has.holds then perform write_holds(p_company_id, p_changes); end if;
  if has.hold_ends then perform write_hold_ends(p_company_id, p_changes); end if;
  if has.allocations then perform write_allocations(p_company_id, p_changes); end if;
  if has.shortfalls then perform write_shortfalls(p_company_id, p_changes); end if;
  if has.intentions then perform write_intentions(p_company_id, p_changes); end if;
  if has.vouchers then
    perform write_vouchers(p_company_id, p_changes);
    perform write_stock(p_company_id, p_changes);
  end if;
  if has.activations then perform write_activations(p_company_id, p_changes); end if;
  if has.unlisted then perform write_unlisted(p_company_id, p_changes, p_now); end if;
end
$$;

-- Inserts the customers of unknown documents, each with an empty balance.
create function write_customers(p_company_id uuid, p_changes change[], p_now timestamptz)
returns void
language plpgsql as $$
begin
  perform add_pre_registered(p_company_id, p_changes, p_now);
  insert into balance (company_id, customer_id)
  select p_company_id, c.customer_id
    from unnest(p_changes) c
   where c.document is not null;
end
$$;

create function write_entries(p_company_id uuid, p_changes change[])
returns void
language plpgsql as $$
declare
  one      uuid;
  written  bigint := 0;
begin
  for one in
    insert into points_record (
             company_id, id, customer_id, sequence, type_id, origin, source_id, reverses_id, partner_key_id, external_id,
             fingerprint, subsidiary_name, purchase_value, amount, value, calculation, available_on, expires_on,
             balance_amount, balance_value, created_at, hash)
    select p_company_id, e.id, e.customer_id, e.sequence, e.type_id, e.origin, e.source_id, e.reverses_id, e.partner_key_id,
           e.external_id, e.fingerprint, e.subsidiary_name, e.purchase_value, e.amount, e.value, e.calculation,
           e.available_on, e.expires_on, e.balance_amount, e.balance_value, e.created_at, e.hash
      from unnest(p_changes) c
     cross join unnest(c.entries) e
     order by e.external_id, e.customer_id, e.sequence
    on conflict (company_id, type_id, external_id) where external_id is not null do nothing
    returning points_record.id
  loop
    written := written + 1;
  end loop;
  perform require_rows(written, (select sum(cardinality(c.entries)) from unnest(p_changes) c));
end
$$;

create function write_lots(p_company_id uuid, p_changes change[])
returns void
language plpgsql as $$
begin
  insert into lot (company_id, id, customer_id, amount, value, remaining_amount, remaining_value, available_at, expires_at,
                   created_at)
  select p_company_id, l.id, c.customer_id, l.amount, l.value, l.remaining_amount, l.remaining_value, l.available_at,
         l.expires_at, l.created_at
    from unnest(p_changes) c
   cross join unnest(c.lots) l;
end
$$;

-- Updates each changed lot once. One change may draw from a lot several times, so its amounts are added up first.
create function write_lot_changes(p_company_id uuid, p_changes change[])
returns void
language plpgsql as $$
begin
  update lot
     set remaining_amount = lot.remaining_amount + l.amount,
         remaining_value  = lot.remaining_value + l.value,
         expired_amount   = lot.expired_amount + l.expired_amount,
         expired_value    = lot.expired_value + l.expired_value,
         expires_at       = coalesce(l.expires_at, lot.expires_at)
    from (select l.lot_id, sum(l.amount) as amount, sum(l.value) as value, sum(l.expired_amount) as expired_amount,
                 sum(l.expired_value) as expired_value, max(l.expires_at) as expires_at
            from unnest(p_changes) c
           cross join unnest(c.lot_changes) l
           group by l.lot_id) l
   where lot.company_id = p_company_id
     and lot.id = l.lot_id;
end
$$;

create function write_balances(p_company_id uuid, p_changes change[])
returns void
language plpgsql as $$
begin
  update balance
     set amount           = (c.balance).amount,
         value            = (c.balance).value,
         pending_amount   = (c.balance).pending_amount,
         pending_value    = (c.balance).pending_value,
         held_amount      = (c.balance).held_amount,
         held_value       = (c.balance).held_value,
         deficit_amount   = (c.balance).deficit_amount,
         deficit_value    = (c.balance).deficit_value,
         difference_value = (c.balance).difference_value,
         received_amount  = (c.balance).received_amount,
         spent_value      = (c.balance).spent_value,
         sequence         = (c.balance).sequence,
         last_hash        = (c.balance).last_hash,
         hold_steps       = (c.balance).hold_steps,
         changes_at       = (c.balance).changes_at,
         moved_at         = (c.balance).moved_at,
         level_left       = (c.balance).level_left
    from unnest(p_changes) c
   where balance.company_id = p_company_id
     and balance.customer_id = c.customer_id
     and c.is_moved;
end
$$;

create function write_allocations(p_company_id uuid, p_changes change[])
returns void
language plpgsql as $$
begin
  insert into allocation (company_id, record_id, lot_id, absorbs_deficit, amount, value, deficit_value)
  select p_company_id, a.record_id, a.lot_id, a.absorbs_deficit, a.amount, a.value, a.deficit_value
    from unnest(p_changes) c
   cross join unnest(c.allocations) a;
end
$$;

create function write_shortfalls(p_company_id uuid, p_changes change[])
returns void
language plpgsql as $$
begin
  insert into return_shortfall (company_id, record_id, lot_id, sequence, owed_amount, owed_value, let_go_amount,
                                let_go_value, kept_amount, kept_value, difference_value)
  select p_company_id, s.record_id, s.lot_id, s.sequence, s.owed_amount, s.owed_value, s.let_go_amount, s.let_go_value,
         s.kept_amount, s.kept_value, s.difference_value
    from unnest(p_changes) c
   cross join unnest(c.shortfalls) s;
  update return_shortfall
     set recovered_amount = return_shortfall.recovered_amount + part.amount,
         recovered_value  = return_shortfall.recovered_value + part.value
    from (select part.record_id, sum(part.amount) as amount, sum(part.value) as value
            from unnest(p_changes) c
           cross join unnest(c.recovered) part
           group by part.record_id) part
   where return_shortfall.company_id = p_company_id
     and return_shortfall.record_id = part.record_id;
end
$$;
