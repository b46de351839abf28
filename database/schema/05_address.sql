-- Answers of the CEP services. By company, as every key is: each pays for its own look-ups.

create table address (
  company_id   uuid        not null references company,
  postal_code  text        not null check (postal_code ~ '^\d{8}$'),
  found        jsonb,                 -- contract/address.ts; null: there is no such CEP
  looked_up_at timestamptz not null,
  primary key (company_id, postal_code)
);
