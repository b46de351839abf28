-- The rows of balance, as values of shapes.sql.

-- The customer's saved balance; all null: the customer does not exist.
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

-- A page of the company's customers in the order of their ids, without erased and absorbed ones. Every customer has
-- a balance.
create function customers_after(p_company_id uuid, p_after uuid, p_limit integer)
returns table (customer_id uuid, has_record boolean)
language plpgsql stable
set enable_seqscan = off
as $$
begin
  return query
    select balance.customer_id, balance.sequence > 0
      from balance
     where balance.company_id = p_company_id
       and balance.customer_id > p_after
       and not balance.is_erased
       and balance.merged_into_id is null
     order by balance.customer_id
     limit p_limit;
end
$$;

-- The balance of a new customer, before its first movement. The defaults of the table are the same.
create function empty_balance(p_company_id uuid, p_customer_id uuid, p_now timestamptz)
returns balance_state
language plpgsql immutable as $$
declare
  b balance_state;
begin
  b.company_id := p_company_id;
  b.customer_id := p_customer_id;
  b.amount := 0;
  b.value := 0;
  b.pending_amount := 0;
  b.pending_value := 0;
  b.held_amount := 0;
  b.held_value := 0;
  b.deficit_amount := 0;
  b.deficit_value := 0;
  b.difference_value := 0;
  b.received_amount := 0;
  b.spent_value := 0;
  b.sequence := 0;
  b.last_hash := '';
  b.hold_steps := 0;
  b.changes_at := 'infinity';
  b.moved_at := p_now;
  b.level_due_at := '-infinity';
  b.level_settled_at := '-infinity';
  b.level_sequence := 0;
  return b;
end
$$;

-- Inserts the empty balance of a new customer, unless the customer has a balance.
create function open_balance(p_company_id uuid, p_customer_id uuid)
returns void
language plpgsql as $$
begin
  insert into balance (company_id, customer_id)
  values (p_company_id, p_customer_id)
  on conflict do nothing;
end
$$;

-- Inserts the empty balances of new customers.
create function open_balances(p_company_id uuid, p_customer_ids uuid[])
returns void
language plpgsql as $$
begin
  insert into balance (company_id, customer_id)
  select p_company_id, opened.id
    from unnest(p_customer_ids) opened (id);
end
$$;

-- Deletes a balance without records. False: the customer has a record, or no balance.
create function drop_empty_balance(p_company_id uuid, p_customer_id uuid)
returns boolean
language plpgsql as $$
begin
  delete from balance
   where balance.company_id = p_company_id
     and balance.customer_id = p_customer_id
     and balance.sequence = 0;
  return found;
end
$$;

-- Saves what note_level reads: when the level was settled, and the points that the customer lacks to the next level. It sets
-- moved_at too: a sale that was sent before a cycle ended and is carried out after it counts in the new cycle.
create function note_level_settled(b balance_state)
returns void
language plpgsql as $$
begin
  update balance
     set moved_at         = b.moved_at,
         level_left       = b.level_left,
         level_due_at     = b.level_due_at,
         level_settled_at = b.level_settled_at,
         level_sequence   = b.sequence
   where balance.company_id = b.company_id
     and balance.customer_id = b.customer_id;
end
$$;

-- Whether the customer is erased (D16).
create function is_erased(p_company_id uuid, p_customer_id uuid)
returns boolean
language plpgsql stable as $$
begin
  return (
    select coalesce(bool_or(balance.is_erased), false)
      from balance
     where balance.company_id = p_company_id
       and balance.customer_id = p_customer_id);
end
$$;

-- Locks the balance. Waits for the customer's commands in progress and blocks further ones until the transaction ends.
create function lock_balance(p_company_id uuid, p_customer_id uuid)
returns void
language plpgsql as $$
begin
  perform
     from balance
    where balance.company_id = p_company_id
      and balance.customer_id = p_customer_id
      for update;
end
$$;

-- Erases the customer for the engine: no later command that names the person finds the balance. Its figures stay.
create function close_balance(p_company_id uuid, p_customer_id uuid)
returns void
language plpgsql as $$
begin
  update balance
     set is_erased = true
   where balance.company_id = p_company_id
     and balance.customer_id = p_customer_id;
end
$$;

-- The account into which the customer's account was merged; null: none.
create function merged_into(p_company_id uuid, p_customer_id uuid)
returns uuid
language plpgsql stable as $$
begin
  return (
    select balance.merged_into_id
      from balance
     where balance.company_id = p_company_id
       and balance.customer_id = p_customer_id);
end
$$;

-- The customer and the accounts that were merged into this one.
create function accounts_of(p_company_id uuid, p_customer_id uuid)
returns uuid[]
language plpgsql stable
set enable_seqscan = off
as $$
begin
  return p_customer_id || array(
    select balance.customer_id
      from balance
     where balance.company_id = p_company_id
       and balance.merged_into_id = p_customer_id
     order by balance.customer_id);
end
$$;

-- Each of these customers with the accounts that are theirs: their own and those that were merged into it.
create function accounts_of_each(p_company_id uuid, p_customer_ids uuid[])
returns table (customer_id uuid, account_id uuid)
language plpgsql stable
set enable_seqscan = off
as $$
begin
  return query
    select one, one
      from unnest(p_customer_ids) one
     union all
    select balance.merged_into_id, balance.customer_id
      from balance
     where balance.company_id = p_company_id
       and balance.merged_into_id = any (p_customer_ids);
end
$$;

-- The absorbed accounts that owe points, with the accounts that pay for them.
create function debts_to_collect(p_company_id uuid)
returns table (absorbed_id uuid, staying_id uuid)
language plpgsql stable
set enable_seqscan = off
as $$
begin
  return query
    select owing.customer_id, owing.merged_into_id
      from balance owing
      join balance paying on paying.company_id = p_company_id and paying.customer_id = owing.merged_into_id
     where owing.company_id = p_company_id
       and owing.merged_into_id is not null
       and owing.deficit_amount > 0
       and paying.deficit_amount = 0
       and paying.amount > 0
     order by owing.customer_id;
end
$$;

-- Sets the account into which the customer's account is merged; null ends the merge. The caller has locked both balances.
create function note_merged(p_company_id uuid, p_customer_id uuid, p_into uuid)
returns void
language plpgsql as $$
begin
  update balance
     set merged_into_id = p_into
   where balance.company_id = p_company_id
     and balance.customer_id = p_customer_id;
end
$$;
