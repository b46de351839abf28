-- A person who collects points at one company.

create table customer (
  company_id          uuid        not null references company,
  id                  uuid        not null default uuidv7(),
  name                text,
  email               text,
  phone               text,
  document            text,                 -- CPF or CNPJ, bare; null: signed in by a provider and gives it later (R4.2)
  birthdate           date,
  sex                 text,
  login_type          text        not null, -- 'UNKNOWED' is the specification's spelling
  password_hash       text,
  email_verified_at   timestamptz,
  phone_verified_at   timestamptz,
  address_street      text,
  address_district    text,
  address_city        text,
  address_state       text,
  address_postal_code text,
  address_complement  text,
  address_number      text,
  address_country     text        not null default 'BR',
  opt_in              boolean     not null default false,
  opt_in_marketing    boolean     not null default false,
  -- Points that a till gave before the person came wait until an email or phone is confirmed (D3): whoever registers with a
  -- document has not yet shown whose it is.
  is_pre_registered   boolean     not null default false,
  -- Came through a provider that told no contact, or only wrote down a phone that its owner has proven since. Ends with the
  -- first contact, for good: no change of a profile sets it.
  lacks_contact       boolean     not null default false,
  erased_at           timestamptz,          -- the personal fields are gone (D16)
  created_at          timestamptz not null,
  -- Somebody has read a mail or a message that we sent there.
  has_confirmed_contact boolean not null
    generated always as (coalesce(email_verified_at, phone_verified_at) is not null) virtual,
  may_spend           boolean     not null
    generated always as (not is_pre_registered or coalesce(email_verified_at, phone_verified_at) is not null) virtual,
  -- R4.1: everything that contract/customer.ts asks for, hasBaseInformation and hasAddress together.
  is_profile_complete boolean     not null generated always as (
    coalesce(email, phone) is not null
    and birthdate is not null
    and document is not null
    and (login_type <> 'EMAIL' or opt_in)
    and sex is not null
    and coalesce(address_street, '') <> ''
    and coalesce(address_district, '') <> ''
    and coalesce(address_city, '') <> ''
    and address_postal_code is not null
    and address_state is not null) virtual,
  primary key (company_id, id),
  unique (company_id, document),
  unique (company_id, email),
  unique (company_id, phone),
  constraint customer_form check (
    email = lower(email)
    and phone ~ '^\+55\d{11}$'
    and document ~ '^(\d{11}|[0-9A-Z]{12}\d{2})$'
    and sex in ('M', 'F', 'O', 'N')
    and login_type in ('PRE', 'EMAIL', 'GOOGLE', 'PHONE', 'FACEBOOK', 'UNKNOWED')
    and address_state ~ '^[A-Z]{2}$'
    and address_postal_code ~ '^\d{8}$'
  ),
  -- R5.1: every customer can be reached by email or phone. Exempt are a record that waits for its person, an erased one, and
  -- a customer whom the profile screen asks for a contact (R4.2).
  constraint customer_contact_check
    check (email is not null or phone is not null or lacks_contact or login_type = 'PRE' or erased_at is not null)
);
