-- The profile of two accounts of a person (D15). Email and phone stay where they are: they are unique, and a till that names the
-- absorbed account reaches the staying one (named_customers). So does the document, with one exception: a registered account without a
-- document takes that of a pre-registered one, because the portal asks its person for a document (docs/decisions/069-moved-document.md).

-- Fills the empty fields of the staying account from the absorbed one. An address is copied as a whole, and only if the staying account
-- has none. Returns the names of the filled fields. The caller has locked both rows.
create function fill_person(p_company_id uuid, p_staying_id uuid, p_absorbed_id uuid)
returns text[]
language plpgsql as $$
declare
  filled  text[] := fields_to_fill(p_company_id, p_staying_id, p_absorbed_id);
begin
  perform set_filled(p_company_id, p_staying_id, p_absorbed_id, filled);
  if 'document' = any (filled) then
    perform move_document(p_company_id, p_absorbed_id, p_staying_id, true);
  end if;
  return filled;
end
$$;

-- Empties these fields of the staying account again, if the person has not changed them since. A document that was moved goes back.
create function unfill_person(p_company_id uuid, p_staying_id uuid, p_absorbed_id uuid, p_filled text[])
returns void
language plpgsql as $$
declare
  unchanged  text[];
begin
  select array(
           select field
             from unnest(p_filled) field
            where case field
                    when 'name' then own.name = other.name
                    when 'birthdate' then own.birthdate = other.birthdate
                    when 'sex' then own.sex = other.sex
                    when 'document' then false
                    else (own.address_street, own.address_number, own.address_postal_code)
                         is not distinct from (other.address_street, other.address_number, other.address_postal_code)
                  end)
    into unchanged
    from customer own
    join customer other on other.company_id = p_company_id and other.id = p_absorbed_id
   where own.company_id = p_company_id
     and own.id = p_staying_id;
  perform set_filled(p_company_id, p_staying_id, null, unchanged);
  if 'document' = any (p_filled)
     and exists (
           select
             from customer
            where customer.company_id = p_company_id
              and customer.id = p_staying_id
              and customer.has_moved_document) then
    perform move_document(p_company_id, p_staying_id, p_absorbed_id, false);
  end if;
end
$$;

-- Moves a document to a customer without one. Two statements, because a document is unique. p_is_undoable: see has_moved_document.
create function move_document(p_company_id uuid, p_from uuid, p_to uuid, p_is_undoable boolean)
returns void
language plpgsql as $$
declare
  moved  text := (
    select customer.document
      from customer
     where customer.company_id = p_company_id
       and customer.id = p_from);
begin
  update customer
     set document = null,
         has_moved_document = false
   where customer.company_id = p_company_id
     and customer.id = p_from;
  update customer
     set document = moved,
         has_moved_document = p_is_undoable
   where customer.company_id = p_company_id
     and customer.id = p_to;
end
$$;

-- Sets these fields of a customer to those of p_from; null: empties them.
create function set_filled(p_company_id uuid, p_customer_id uuid, p_from uuid, p_fields text[])
returns void
language plpgsql as $$
declare
  other  record;
begin
  select customer.name, customer.birthdate, customer.sex, customer.address_street, customer.address_district,
         customer.address_city, customer.address_state, customer.address_postal_code, customer.address_complement,
         customer.address_number
    into other
    from customer
   where customer.company_id = p_company_id
     and customer.id = p_from;
  update customer
     set name = case when 'name' = any (p_fields) then other.name else name end,
         birthdate = case when 'birthdate' = any (p_fields) then other.birthdate else birthdate end,
         sex = case when 'sex' = any (p_fields) then other.sex else sex end,
         address_street = case when 'address' = any (p_fields) then other.address_street else address_street end,
         address_district = case when 'address' = any (p_fields) then other.address_district else address_district end,
         address_city = case when 'address' = any (p_fields) then other.address_city else address_city end,
         address_state = case when 'address' = any (p_fields) then other.address_state else address_state end,
         address_postal_code = case when 'address' = any (p_fields) then other.address_postal_code else address_postal_code end,
         address_complement = case when 'address' = any (p_fields) then other.address_complement else address_complement end,
         address_number = case when 'address' = any (p_fields) then other.address_number else address_number end
   where customer.company_id = p_company_id
     and customer.id = p_customer_id
     and cardinality(p_fields) > 0;
end
$$;

-- Whether the person has registered, and the document.
create function registration_of(p_company_id uuid, p_customer_id uuid)
returns table (document text, is_registered boolean)
language plpgsql stable as $$
begin
  return query
    select customer.document, customer.login_type <> 'PRE'
      from customer
     where customer.company_id = p_company_id
       and customer.id = p_customer_id;
end
$$;

-- The fields that fill_person would fill.
create function fields_to_fill(p_company_id uuid, p_staying_id uuid, p_absorbed_id uuid)
returns text[]
language plpgsql stable as $$
begin
  return (
    select array_remove(array[
             case when own.name is null and other.name is not null then 'name' end,
             case when own.birthdate is null and other.birthdate is not null then 'birthdate' end,
             case when own.sex is null and other.sex is not null then 'sex' end,
             case when own.address_postal_code is null and own.address_street is null and other.address_postal_code is not null
                  then 'address' end,
             case when own.document is null and own.login_type <> 'PRE' and other.document is not null and other.login_type = 'PRE'
                  then 'document' end], null)
      from customer own
      join customer other on other.company_id = p_company_id and other.id = p_absorbed_id
     where own.company_id = p_company_id
       and own.id = p_staying_id);
end
$$;
