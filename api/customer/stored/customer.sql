-- Functions about customers for other folders.

create function person_of(p_company_id uuid, p_customer_id uuid)
returns table (
  id uuid, name text, email text, phone text, document text, is_email_confirmed boolean, password_hash text,
  has_confirmed_contact boolean, may_spend boolean, is_profile_complete boolean, is_pre_registered boolean,
  created_at timestamptz, is_returning boolean, registered_at timestamptz)
language sql stable as $$
  select customer.id, customer.name, customer.email, customer.phone, customer.document,
         customer.email_verified_at is not null, customer.password_hash, customer.has_confirmed_contact,
         customer.may_spend, customer.is_profile_complete, customer.is_pre_registered, customer.created_at,
         customer.is_returning, customer.registered_at
    from customer
   where customer.company_id = p_company_id
     and customer.id = p_customer_id
$$;

-- The customers with this document, this phone or this email. A null parameter finds nobody. A query for each key, so that each
-- uses its index.
create function customers_with(p_company_id uuid, p_document text, p_phone text, p_email text)
returns table (id uuid, may_spend boolean)
language sql stable as $$
  select by_document.id, by_document.may_spend
    from customer by_document
   where by_document.company_id = p_company_id
     and by_document.document = p_document
   union all
  select by_phone.id, by_phone.may_spend
    from customer by_phone
   where by_phone.company_id = p_company_id
     and by_phone.phone = p_phone
   union all
  select by_email.id, by_email.may_spend
    from customer by_email
   where by_email.company_id = p_company_id
     and by_email.email = p_email
$$;

-- The accounts that an identifier may mean at a login (D10). The owner of the document comes first.
create function accounts_with(p_company_id uuid, p_email text, p_document text, p_phone text)
returns table (id uuid, password_hash text)
language sql stable as $$
  select customer.id, customer.password_hash
    from customer
   where customer.company_id = p_company_id
     and (customer.email = p_email or customer.document = p_document or customer.phone = p_phone)
     and customer.login_type <> 'PRE'
   order by coalesce(customer.document = p_document, false) desc
$$;

-- The recipient of a mail: a registered customer, by any of the three keys.
create function mail_recipient(p_company_id uuid, p_customer_id uuid, p_email text, p_document text)
returns table (customer_id uuid, name text, email text, is_unconfirmed boolean)
language sql stable as $$
  select customer.id, customer.name, customer.email, customer.email_verified_at is null
    from customer
   where customer.company_id = p_company_id
     and (customer.id = p_customer_id or customer.email = p_email or customer.document = p_document)
     and customer.login_type <> 'PRE'
     and customer.erased_at is null
$$;

-- The facts that decide whether a notice may be sent to a customer outside the portal (D21). No row: nothing may be sent, because the
-- customer is erased or blocked.
create function reach_of(p_company_id uuid, p_customer_id uuid)
returns table (has_confirmed_email boolean, opt_in_marketing boolean)
language sql stable as $$
  select customer.email is not null and customer.email_verified_at is not null, customer.opt_in_marketing
    from customer
   where customer.company_id = p_company_id
     and customer.id = p_customer_id
     and customer.erased_at is null
     and not is_customer_blocked(p_company_id, customer.id)
$$;

-- Pre-registers documents without a customer: their points wait for the person (D3). Inserts in the order of documents, so
-- that two transactions with several documents cannot deadlock.
create function add_pre_registered(p_company_id uuid, p_changes change[], p_now timestamptz)
returns void
language plpgsql as $$
declare
  one      uuid;
  written  bigint := 0;
begin
  for one in
    insert into customer (company_id, id, document, login_type, is_pre_registered, created_at)
    select p_company_id, c.customer_id, c.document, 'PRE', true, p_now
      from unnest(p_changes) c
     where c.document is not null
     order by c.document
    on conflict (company_id, document) do nothing
    returning customer.id
  loop
    written := written + 1;
  end loop;
  perform require_rows(written, (select count(*) from unnest(p_changes) c where c.document is not null));
end
$$;
