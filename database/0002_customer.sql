create table customer (
  company_id        uuid        not null references company,
  id                uuid        not null default uuidv7(),
  name              text,
  email             text        check (email = lower(email)),
  phone             text        check (phone ~ '^\+55\d{11}$'),
  document          text        not null check (document ~ '^(\d{11}|[0-9A-Z]{12}\d{2})$'),  -- bare
  birthdate         date,
  login_type        text        not null check (login_type in ('PRE', 'EMAIL', 'GOOGLE', 'PHONE', 'FACEBOOK', 'UNKNOWN')),
  password_hash     text,
  email_verified_at timestamptz,
  opt_in            boolean     not null default false,
  opt_in_marketing  boolean     not null default false,
  created_at        timestamptz not null,
  primary key (company_id, id),
  unique (company_id, document),
  unique (company_id, email),
  unique (company_id, phone)
);

create table session (
  company_id  uuid        not null,
  token_hash  bytea       not null,  -- SHA-256: who reads this table can sign in as nobody
  customer_id uuid        not null,
  created_at  timestamptz not null,
  expires_at  timestamptz not null,
  primary key (company_id, token_hash),
  foreign key (company_id, customer_id) references customer
);

create table partner_key (
  company_id   uuid        not null references company,
  id           uuid        not null default uuidv7(),
  name         text        not null,
  key_hash     bytea       not null,
  created_at   timestamptz not null,
  last_used_on date,  -- a day, so that a busy till writes it once
  revoked_at   timestamptz,
  primary key (company_id, id),
  unique (company_id, key_hash)
);
