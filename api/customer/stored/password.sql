-- Locks and writes of a customer's row at sign-in (D10). A transaction with one of these locks never waits for a lock of the
-- engine.

-- Whether the password hash is unchanged. Locks the row against changes until the transaction ends.
create function hold_password(p_company_id uuid, p_customer_id uuid, p_password_hash text)
returns boolean
language plpgsql as $$
begin
  perform
     from customer
    where customer.company_id = p_company_id
      and customer.id = p_customer_id
      and customer.password_hash = p_password_hash
      for share;
  return found;
end
$$;

-- Like hold_password, for a transaction that then writes the customer: two shared locks on one row would deadlock.
create function lock_password(p_company_id uuid, p_customer_id uuid, p_password_hash text)
returns boolean
language plpgsql as $$
begin
  perform
     from customer
    where customer.company_id = p_company_id
      and customer.id = p_customer_id
      and customer.password_hash = p_password_hash
      for no key update;
  return found;
end
$$;

-- Replaces a password if its hash is p_old_hash, or always if that is null. Returns whether it did.
create function save_password(p_company_id uuid, p_customer_id uuid, p_old_hash text, p_new_hash text)
returns boolean
language plpgsql as $$
begin
  update customer
     set password_hash = p_new_hash
   where customer.company_id = p_company_id
     and customer.id = p_customer_id
     and (p_old_hash is null or customer.password_hash = p_old_hash);
  return found;
end
$$;

-- Stores that the identity provider has proven this mailbox, and ends the earlier password (T10). False if it was already
-- proven.
create function take_provider_proof(p_company_id uuid, p_customer_id uuid, p_email text, p_now timestamptz)
returns boolean
language plpgsql as $$
begin
  update customer
     set email_verified_at = p_now,
         password_hash     = null
   where customer.company_id = p_company_id
     and customer.id = p_customer_id
     and customer.email = p_email
     and customer.email_verified_at is null;
  return found;
end
$$;
