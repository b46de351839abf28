-- Ways to sign in and to stay, what a person agreed to, and how often somebody may try (R3, R4, R6, D10, D12).

alter table customer
  alter column document drop not null,   -- who comes by Google, Facebook or phone gives it later (R4.2)
  add column phone_verified_at   timestamptz,
  add column sex                 text check (sex in ('M', 'F', 'O', 'N')),
  add column address_street      text,
  add column address_district    text,
  add column address_city        text,
  add column address_state       text check (address_state ~ '^[A-Z]{2}$'),
  add column address_postal_code text check (address_postal_code ~ '^\d{8}$'),
  add column address_complement  text,
  add column address_number      text,
  add column address_country     text not null default 'BR';

alter table session
  add column id           uuid        not null default uuidv7(),
  add column user_agent   text,
  add column last_used_on date,       -- a day, so that a busy device writes it once
  add unique (company_id, id);
update session set last_used_on = created_at::date;
alter table session alter column last_used_on set not null;
create index session_customer on session (company_id, customer_id);

-- A link that was mailed: to sign in, to set a password, to confirm the address. Single use.
create table mailed_token (
  company_id  uuid        not null,
  token_hash  bytea       not null,  -- SHA-256
  customer_id uuid        not null,
  purpose     text        not null check (purpose in ('LOGIN', 'PASSWORD', 'CONFIRMATION')),
  email       text        not null,  -- where it went: it proves that mailbox, and no later one
  created_at  timestamptz not null,
  expires_at  timestamptz not null,
  used_at     timestamptz,
  primary key (company_id, token_hash),
  foreign key (company_id, customer_id) references customer
);
create index mailed_token_customer on mailed_token (company_id, customer_id, purpose);

-- Append-only: what a person agreed to or withdrew, and which text it was.
create table consent (
  company_id   uuid        not null,
  id           uuid        not null default uuidv7(),
  customer_id  uuid        not null,
  kind         text        not null check (kind in ('OPT_IN', 'MARKETING', 'COOKIES')),
  is_granted   boolean     not null,
  text_version text        not null,
  user_agent   text,
  parent_id    uuid,
  created_at   timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, customer_id) references customer,
  foreign key (company_id, parent_id) references consent
);
create index consent_customer on consent (company_id, customer_id, kind, id desc);

-- Failures of late, by account, address or company: session/attempt.ts makes each wait longer than the last.
create table attempt (
  company_id   uuid        not null references company,
  action       text        not null,
  subject_hash bytea       not null,  -- SHA-256 of whom it is counted for: no address or email is kept
  failures     numeric     not null check (failures >= 0),  -- of late: time takes them away
  last_at      timestamptz not null,
  free_at      timestamptz not null,  -- until then nobody may try
  primary key (company_id, action, subject_hash)
);

-- What the CEP services said. By company, as every key is: each pays for its own look-ups.
create table address (
  company_id  uuid        not null references company,
  postal_code text        not null check (postal_code ~ '^\d{8}$'),
  found       jsonb,                 -- contract/address.ts; null: there is no such CEP
  looked_up_at timestamptz not null,
  primary key (company_id, postal_code)
);
