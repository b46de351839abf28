-- What gives points away (D9). A promotion that leaves the company's file stays here, hidden: records name it.

create table promotion (
  company_id                uuid        not null references company,
  id                        uuid        not null default uuidv7(),
  code                      text        not null,
  code_key                  text        not null generated always as (upper(code)) stored,
  name                      text        not null,
  description               text,
  image_url                 text,
  type                      text        not null,
  starts_on                 date        not null,  -- the first and the last local day
  ends_on                   date        not null,
  is_offered                boolean     not null,  -- false: it left the file
  new_register_days         integer,
  limit_per_customer        integer     not null,
  limit_in_all              integer,               -- null: no end
  requires_complete_profile boolean     not null,
  points_amount             bigint      not null,
  expires_in_days           integer,
  expires_in_months         integer,
  activations               integer     not null default 0,
  created_at                timestamptz not null,
  primary key (company_id, id),
  unique (company_id, code_key),
  check (
    type in ('BANNER_CLICK', 'CODE')
    and starts_on <= ends_on
    and least(points_amount, limit_per_customer, limit_in_all, new_register_days, expires_in_days, expires_in_months) > 0
    and (expires_in_days is null or expires_in_months is null)
    and activations >= 0
  )
);

create table promotion_activation (
  company_id   uuid        not null,
  promotion_id uuid        not null,
  customer_id  uuid        not null,
  number       integer     not null check (number > 0),  -- the customer's first, second …
  record_id    uuid        not null,
  created_at   timestamptz not null,
  primary key (company_id, promotion_id, customer_id, number),
  unique (company_id, record_id),
  foreign key (company_id, promotion_id) references promotion,
  foreign key (company_id, customer_id) references customer,
  foreign key (company_id, record_id) references points_record
);
