-- The company (tenant). Every other table's keys begin with company_id.

create table company (
  company_id      uuid        primary key,
  slug            text        not null unique,   -- the name that commands use; unique over all companies
  file            jsonb       not null,          -- company.yaml as contract/company.ts validated it
  images          jsonb       not null,          -- file name → hash of company_image
  blocked_at      timestamptz,
  maintenance     boolean     not null,
  time_zone       text        not null,
  points_per_real integer     not null check (points_per_real > 0),
  created_at      timestamptz not null,
  applied_at      timestamptz not null
);

create table company_domain (
  company_id uuid not null references company,
  hostname   text not null unique check (hostname = lower(hostname)),  -- R1.1: the host alone tells the company
  primary key (company_id, hostname)
);

create table company_image (
  company_id uuid  not null references company,
  hash       text  not null,
  media_type text  not null,
  content    bytea not null,
  primary key (company_id, hash)
);

create table level (
  company_id      uuid        not null references company,
  id              uuid        not null default uuidv7(),
  name            text        not null,
  description     text,
  description_url text,
  color           text,
  trigger_amount  bigint      not null check (trigger_amount >= 0),  -- points; inclusive (D6)
  integrator_id   text,
  created_at      timestamptz not null,
  primary key (company_id, id),
  unique (company_id, name),
  -- A rising chain has no two levels at one height. Deferred: an edit may swap two.
  unique (company_id, trigger_amount) deferrable initially deferred
);

create table calculation_rule (
  company_id             uuid         not null references company,
  id                     uuid         not null default uuidv7(),
  name                   text         not null,
  position               integer      not null,  -- 0 is used where the till names no rule
  type                   text         not null check (type in ('POINTS_PER_REAL', 'PERCENTAGE')),
  rate                   numeric(7,3) not null check (rate > 0),
  minimum_purchase_value bigint       not null check (minimum_purchase_value >= 0),  -- centavos
  expires_in_days        integer      check (expires_in_days > 0),
  expires_in_months      integer      check (expires_in_months > 0),
  check (expires_in_days is null or expires_in_months is null),
  primary key (company_id, id),
  unique (company_id, name),
  unique (company_id, position) deferrable initially deferred
);
