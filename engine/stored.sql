-- Stored rows as values of shapes.sql.

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

-- The stored record.
create function known_record(p_company_id uuid, p_id uuid)
returns ledger_entry
language plpgsql stable as $$
declare
  entry  ledger_entry;
begin
  select r.company_id, r.id, r.customer_id, r.sequence, r.type_id, r.origin, r.source_id, r.reverses_id, r.partner_key_id,
         r.external_id, r.fingerprint, r.subsidiary_name, r.purchase_value, r.amount, r.value, r.calculation,
         r.available_on, r.expires_on, r.balance_amount, r.balance_value, r.created_at, r.hash
    into entry
    from points_record r
   where r.company_id = p_company_id
     and r.id = p_id;
  return entry;
end
$$;

-- Whether the company has any record.
create function has_records(p_company_id uuid)
returns boolean
language plpgsql stable as $$
begin
  return exists (
    select
      from points_record
     where points_record.company_id = p_company_id);
end
$$;

-- A page of the company's customers, by id. Every customer has a balance.
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
     order by balance.customer_id
     limit p_limit;
end
$$;

-- The empty balance of a new customer; nothing where there is one.
create function open_balance(p_company_id uuid, p_customer_id uuid)
returns void
language plpgsql as $$
begin
  insert into balance (company_id, customer_id)
  values (p_company_id, p_customer_id)
  on conflict do nothing;
end
$$;

-- Takes a balance away that never had a record. False: it has one.
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
