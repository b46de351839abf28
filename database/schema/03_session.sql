-- Ways to sign in and to stay, and how often somebody may try (R3, R4, R6, D10). Tokens are kept as SHA-256: whoever reads
-- these tables can sign in as nobody.

-- A customer's identity at a provider is (company, issuer, subject), never the email alone (T10).
create table account (
  company_id  uuid        not null,
  issuer      text        not null,
  subject     text        not null,
  customer_id uuid        not null,
  valid_from  timestamptz,            -- a sign-in from before is over, whether it was ever seen here or not
  created_at  timestamptz not null,
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

-- An ID token that was verified is a session until it expires: a call's token is looked up in one place.
create table session (
  company_id          uuid        not null,
  token_hash          bytea       not null check (length(token_hash) = 32),
  id                  uuid        not null default uuidv7(),
  customer_id         uuid        not null,
  provider_sign_in_id uuid,                  -- null: a token of our own
  user_agent          text,
  last_used_on        date        not null,  -- a day, so that a busy device writes it once
  created_at          timestamptz not null,
  expires_at          timestamptz not null,
  primary key (company_id, token_hash),
  unique (company_id, id),
  foreign key (company_id, customer_id) references customer,
  foreign key (company_id, provider_sign_in_id) references provider_sign_in
);
create index session_customer on session (company_id, customer_id);
create index session_provider_sign_in on session (company_id, provider_sign_in_id)
  where provider_sign_in_id is not null;

-- A link that was mailed: to sign in, to set a password, to confirm the address. Single use.
create table mailed_token (
  company_id  uuid        not null,
  token_hash  bytea       not null check (length(token_hash) = 32),
  customer_id uuid        not null,
  purpose     text        not null check (purpose in ('LOGIN', 'PASSWORD', 'CONFIRMATION')),
  email       text        not null,  -- the address that it was sent to: it proves that mailbox, and no later one
  created_at  timestamptz not null,
  expires_at  timestamptz not null,
  used_at     timestamptz,
  primary key (company_id, token_hash),
  foreign key (company_id, customer_id) references customer,
  check (expires_at > created_at)
);
create index mailed_token_customer on mailed_token (company_id, customer_id, purpose);

-- What the subscription club trades for the customer (R12.2). One live token a customer, so that asking often fills nothing.
create table integration_token (
  company_id  uuid        not null,
  customer_id uuid        not null,
  token_hash  bytea       not null check (length(token_hash) = 32),
  expires_at  timestamptz not null,
  primary key (company_id, customer_id),
  unique (company_id, token_hash),
  foreign key (company_id, customer_id) references customer
);

-- Recent failures by account, address or company: session/attempt.ts makes each wait longer than the last.
create table attempt (
  company_id   uuid        not null references company,
  action       text        not null,
  subject_hash bytea       not null check (length(subject_hash) = 32),  -- SHA-256: no address or email is kept
  failures     numeric     not null check (failures >= 0),  -- decays with time, so it is a fraction
  last_at      timestamptz not null,
  free_at      timestamptz not null,                        -- no attempt before this instant
  primary key (company_id, action, subject_hash)
);
