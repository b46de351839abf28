-- What is known of a person, as rules of prizes and promotions ask for it.

-- R4.1: everything that contract/customer.ts asks for, hasBaseInformation and hasAddress together.
create function is_profile_complete(person customer)
returns boolean
language sql immutable as $$
  select coalesce(
           coalesce(person.email, person.phone) is not null
           and person.birthdate is not null
           and person.document is not null
           and (person.login_type <> 'EMAIL' or person.opt_in)
           and person.sex is not null
           and person.address_street <> ''
           and person.address_district <> ''
           and person.address_city <> ''
           and person.address_postal_code is not null
           and person.address_state is not null,
           false)
$$;

-- Somebody has read a mail or a message that we sent there.
create function has_confirmed_contact(person customer)
returns boolean
language sql immutable as $$
  select coalesce(person.email_verified_at, person.phone_verified_at) is not null
$$;

-- D3: points that waited for a person are spent by nobody before an email or a phone is known to be theirs.
create function may_spend(person customer)
returns boolean
language sql immutable as $$
  select not person.is_pre_registered or has_confirmed_contact(person)
$$;

create function may_spend(p_company_id uuid, p_customer_id uuid)
returns boolean
language sql stable as $$
  select may_spend(customer)
    from customer
   where customer.company_id = p_company_id
     and customer.id = p_customer_id
$$;
