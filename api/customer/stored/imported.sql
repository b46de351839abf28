-- The customers of an import (D17): pre-registered, with contacts that nobody has confirmed.

-- The customers with one of these documents, emails or phones.
create function owners_of_contacts(p_company_id uuid, p_documents text[], p_emails text[], p_phones text[])
returns table (document text, email text, phone text)
language plpgsql stable
set enable_seqscan = off
as $$
begin
  return query
    select by_document.document, by_document.email, by_document.phone
      from customer by_document
     where by_document.company_id = p_company_id
       and by_document.document = any (p_documents)
     union all
    select by_email.document, by_email.email, by_email.phone
      from customer by_email
     where by_email.company_id = p_company_id
       and by_email.email = any (p_emails)
     union all
    select by_phone.document, by_phone.email, by_phone.phone
      from customer by_phone
     where by_phone.company_id = p_company_id
       and by_phone.phone = any (p_phones);
end
$$;

-- Inserts the persons whom the company does not have, each with an empty balance. Returns the documents that are new. A person whose
-- document, email or phone a customer has is left out and changes nothing. Inserts in the order of documents, so that two
-- imports cannot deadlock.
create function add_imported(p_company_id uuid, p_persons jsonb, p_now timestamptz)
returns table (document text, customer_id uuid)
language plpgsql as $$
declare
  ids  uuid[];
begin
  with added as (
    insert into customer (
      company_id, document, name, email, phone, birthdate, opt_in_marketing, login_type, is_pre_registered, created_at)
    select p_company_id, person.document, person.name, person.email, person.phone, person.birthdate,
           coalesce(person.opt_in_marketing, false), 'PRE', true, p_now
      from jsonb_to_recordset(p_persons) as person (
             document text, name text, email text, phone text, birthdate date, opt_in_marketing boolean)
     order by person.document
    on conflict do nothing
    returning customer.id)
  select array_agg(added.id) into ids from added;
  perform open_balances(p_company_id, coalesce(ids, '{}'));
  return query
    select customer.document, customer.id
      from customer
     where customer.company_id = p_company_id
       and customer.id = any (ids);
end
$$;

-- Takes an unconfirmed contact from the pre-registered records of other documents: a person who registers with it goes before the
-- file of a company. Null: no contact.
create function release_contacts(p_company_id uuid, p_email text, p_phone text, p_document text)
returns void
language plpgsql as $$
begin
  if p_email is not null then
    update customer
       set email = null
     where customer.company_id = p_company_id
       and customer.email = p_email
       and customer.login_type = 'PRE'
       and customer.document is distinct from p_document;
  end if;
  if p_phone is not null then
    update customer
       set phone = null
     where customer.company_id = p_company_id
       and customer.phone = p_phone
       and customer.login_type = 'PRE'
       and customer.document is distinct from p_document;
  end if;
end
$$;
