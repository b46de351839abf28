-- The block of a customer (D15). A block locks the balance and then the customer's row. So a command of the engine, which holds the
-- balance, and a sign-in, which holds the customer's row or the account's, is committed before the block, or sees it.

-- Whether the customer is blocked.
create function is_customer_blocked(p_company_id uuid, p_customer_id uuid)
returns boolean
language plpgsql stable as $$
begin
  return exists (
    select
      from customer_block
     where customer_block.company_id = p_company_id
       and customer_block.customer_id = p_customer_id);
end
$$;

-- Whether a session may be opened: the customer is not blocked. Locks the row against a block until the transaction ends. The
-- second statement sees a block that the first has waited for.
create function hold_unblocked(p_company_id uuid, p_customer_id uuid)
returns boolean
language plpgsql as $$
begin
  perform
     from customer
    where customer.company_id = p_company_id
      and customer.id = p_customer_id
      for share;
  return not is_customer_blocked(p_company_id, p_customer_id);
end
$$;

-- No row: the customer is not blocked.
create function block_of(p_company_id uuid, p_customer_id uuid)
returns table (reason text, staff_id uuid, blocked_at timestamptz)
language plpgsql stable as $$
begin
  return query
    select block.reason, block.staff_id, block.blocked_at
      from customer_block block
     where block.company_id = p_company_id
       and block.customer_id = p_customer_id;
end
$$;

-- Blocks the customer, whose balance the caller has locked. False: the customer was blocked before.
create function block_customer(
  p_company_id uuid, p_customer_id uuid, p_reason text, p_staff_id uuid, p_now timestamptz)
returns boolean
language plpgsql as $$
begin
  perform
     from customer
    where customer.company_id = p_company_id
      and customer.id = p_customer_id
      for no key update;
  insert into customer_block (company_id, customer_id, reason, staff_id, blocked_at)
  values (p_company_id, p_customer_id, p_reason, p_staff_id, p_now)
  on conflict (company_id, customer_id) do nothing;
  return found;
end
$$;

-- Ends the block and returns its reason; null: there was none.
create function unblock_customer(p_company_id uuid, p_customer_id uuid)
returns text
language plpgsql as $$
declare
  ended  text;
begin
  delete from customer_block
   where customer_block.company_id = p_company_id
     and customer_block.customer_id = p_customer_id
  returning customer_block.reason into ended;
  return ended;
end
$$;
