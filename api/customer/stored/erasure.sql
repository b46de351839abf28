-- The erasure of a customer (D16). The row stays, because the ledger refers to its id. All personal data in the
-- row is deleted.

-- Locks the customer's row. A concurrent sign-in or change is then committed before the erasure and erased too. No row: the
-- customer has been erased.
create function lock_person(p_company_id uuid, p_customer_id uuid)
returns table (email text, document text, password_hash text, is_registered boolean)
language plpgsql as $$
begin
  return query
    select customer.email, customer.document, customer.password_hash, customer.login_type <> 'PRE'
      from customer
     where customer.company_id = p_company_id
       and customer.id = p_customer_id
       and customer.erased_at is null
       for update;
end
$$;

-- Whether the customer exists and is not erased. Locks the row against an erasure until the transaction ends. Call it before an
-- insert of personal data. The foreign key alone would not protect: it waits for a concurrent erasure, and then accepts the
-- insert, because an erased customer's row stays.
create function hold_customer(p_company_id uuid, p_customer_id uuid)
returns boolean
language plpgsql as $$
begin
  perform
     from customer
    where customer.company_id = p_company_id
      and customer.id = p_customer_id
      and customer.erased_at is null
      for key share;
  return found;
end
$$;

-- p_document_key: the keyed hash of the document; null: a customer without one, or one that never registered.
create function erase_person(p_company_id uuid, p_customer_id uuid, p_document_key bytea, p_now timestamptz)
returns void
language plpgsql as $$
begin
  update customer
     set name = null, email = null, phone = null, document = null, birthdate = null, sex = null,
         password_hash = null, email_verified_at = null, phone_verified_at = null,
         address_street = null, address_district = null, address_city = null, address_state = null,
         address_postal_code = null, address_complement = null, address_number = null,
         opt_in = false, opt_in_marketing = false, erased_at = p_now
   where customer.company_id = p_company_id
     and customer.id = p_customer_id;
  delete from customer_block
   where customer_block.company_id = p_company_id
     and customer_block.customer_id = p_customer_id;
  delete from customer_activity
   where customer_activity.company_id = p_company_id
     and customer_activity.customer_id = p_customer_id;
  perform note_former_document(p_company_id, p_document_key, p_now);
end
$$;

-- When the customer left the programme; null: not at all.
create function left_programme_at(p_company_id uuid, p_customer_id uuid)
returns timestamptz
language plpgsql stable as $$
begin
  return (
    select customer.erased_at
      from customer
     where customer.company_id = p_company_id
       and customer.id = p_customer_id);
end
$$;

-- Stores the keyed hash of a document that an erased customer had, or that a customer replaced. Null: stores nothing.
create function note_former_document(p_company_id uuid, p_document_key bytea, p_now timestamptz)
returns void
language plpgsql as $$
begin
  if p_document_key is not null then
    insert into former_document (company_id, document_key, erased_at)
    values (p_company_id, p_document_key, p_now)
    on conflict (company_id, document_key) do update
       set erased_at = excluded.erased_at;
  end if;
end
$$;

-- A page of the pre-registered customers that nobody has taken over, in the order of their ids.
create function pre_registered_after(p_company_id uuid, p_after uuid, p_limit integer)
returns table (id uuid, created_at timestamptz)
language plpgsql stable
set enable_seqscan = off
as $$
begin
  return query
    select customer.id, customer.created_at
      from customer
     where customer.company_id = p_company_id
       and customer.id > p_after
       and customer.login_type = 'PRE'
       and customer.erased_at is null
       and merged_into(p_company_id, customer.id) is null
     order by customer.id
     limit p_limit;
end
$$;
