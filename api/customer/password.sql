-- What signing in does with a customer's row (D10). Nobody who holds one of these locks waits for a lock of the engine.

-- Whether the password is still this one. Its row stays locked against a change until the transaction ends.
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

-- As hold_password, for a transaction that goes on to write the customer: two that share a row would wait for each other.
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

-- Replaces a password. p_old_hash null: whatever it is; otherwise only that one. Whether it was replaced.
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

-- The identity provider has proven this mailbox: the password from before ends (T10). False where it was proven before.
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
