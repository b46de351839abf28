-- Who signs in through an identity provider (R3.6, R3.10, D10).

-- The specification spells it so.
alter table customer
  drop constraint customer_login_type_check,
  add constraint customer_login_type_check
    check (login_type in ('PRE', 'EMAIL', 'GOOGLE', 'PHONE', 'FACEBOOK', 'UNKNOWED'));

-- Identity is (company, issuer, subject), never the email alone (T10).
create table account (
  company_id  uuid        not null,
  issuer      text        not null,
  subject     text        not null,
  customer_id uuid        not null,
  created_at  timestamptz not null,
  valid_from  timestamptz,           -- a sign-in from before is over, whether it was ever seen here or not
  primary key (company_id, issuer, subject),
  foreign key (company_id, customer_id) references customer
);
create index account_customer on account (company_id, customer_id);

-- A device: one act of signing in at the provider, through all the ID tokens that it is renewed by.
create table provider_sign_in (
  company_id   uuid        not null,
  id           uuid        not null default uuidv7(),
  issuer       text        not null,
  subject      text        not null,
  signed_in_at timestamptz not null,  -- the token's auth_time
  user_agent   text,
  last_used_on date        not null,
  ended_at     timestamptz,           -- none of its ID tokens lets in from then on
  primary key (company_id, id),
  unique (company_id, issuer, subject, signed_in_at),
  foreign key (company_id, issuer, subject) references account
);

-- An ID token that was verified is a session until it expires: whoever is called with it looks in one place.
alter table session
  add column provider_sign_in_id uuid,  -- null: a token of our own
  add foreign key (company_id, provider_sign_in_id) references provider_sign_in;
create index session_provider_sign_in on session (company_id, provider_sign_in_id)
  where provider_sign_in_id is not null;
