-- The people of a company who work in its console (D15), their factors, sessions and mailed links.

create table staff (
  company_id    uuid        not null references company,
  id            uuid        not null default uuidv7(),
  email         text        not null check (email = lower(email)),
  name          text        not null,
  role          text        not null check (role in ('owner', 'manager', 'attendant', 'cashier', 'analyst')),
  shops         text[]      not null default '{}',  -- a cashier's; empty: all
  password_hash text,                    -- null until the invitation is accepted
  totp_sealed   bytea,                   -- the authenticator's secret, sealed with the server's secret; null: none
  totp_step     bigint      not null default 0,     -- the last 30-second step whose code was used: a code works once
  invited_at    timestamptz,             -- the last invitation; null: it was accepted
  last_seen_at  timestamptz,
  created_at    timestamptz not null,
  left_at       timestamptz,             -- may not sign in any more; audit entries name the person
  primary key (company_id, id),
  unique (company_id, email),
  check (cardinality(shops) <= 500 and (totp_sealed is null or password_hash is not null))
);

-- A passkey of a staff member (WebAuthn): the public half of a key pair.
create table staff_passkey (
  company_id    uuid        not null,
  id            uuid        not null default uuidv7(),
  staff_id      uuid        not null,
  name          text        not null,
  credential_id text        not null,    -- base64url, chosen by the authenticator
  public_key    bytea       not null,
  counter       bigint      not null,    -- of signatures; 0 for authenticators that do not count
  transports    text[]      not null default '{}',
  created_at    timestamptz not null,
  last_used_at  timestamptz,
  primary key (company_id, id),
  unique (company_id, credential_id),
  foreign key (company_id, staff_id) references staff
);
create index staff_passkey_staff on staff_passkey (company_id, staff_id);

-- Codes for a person without phone and passkey. Each works once.
create table staff_recovery_code (
  company_id uuid        not null,
  staff_id   uuid        not null,
  code_hash  bytea       not null check (length(code_hash) = 32),  -- SHA-256 of 80 random bits
  used_at    timestamptz,
  primary key (company_id, staff_id, code_hash),
  foreign key (company_id, staff_id) references staff
);

-- A browser in which a staff member has signed in. A second factor replaces the token.
create table staff_session (
  company_id   uuid        not null,
  token_hash   bytea       not null check (length(token_hash) = 32),
  id           uuid        not null default uuidv7(),
  staff_id     uuid        not null,
  user_agent   text,
  factor_at    timestamptz,              -- the last second factor; null: it is missing
  challenge    text,                     -- of the passkey that is asked for now; used once
  created_at   timestamptz not null,
  last_seen_at timestamptz not null,
  primary key (company_id, token_hash),
  unique (company_id, id),
  foreign key (company_id, staff_id) references staff
);
create index staff_session_staff on staff_session (company_id, staff_id);

-- The links of mails: an invitation, or a new password.
create table staff_link (
  company_id uuid        not null,
  token_hash bytea       not null check (length(token_hash) = 32),
  staff_id   uuid        not null,
  purpose    text        not null check (purpose in ('INVITATION', 'PASSWORD')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at    timestamptz,
  primary key (company_id, token_hash),
  foreign key (company_id, staff_id) references staff
);
create index staff_link_staff on staff_link (company_id, staff_id);

-- As in 23_statistics.sql.
alter table staff alter column company_id set statistics 0;
alter table staff_passkey alter column company_id set statistics 0;
alter table staff_recovery_code alter column company_id set statistics 0;
alter table staff_session alter column company_id set statistics 0;
alter table staff_link alter column company_id set statistics 0;
