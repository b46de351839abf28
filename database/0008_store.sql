-- What points buy and what gives them away (D8, D9). A prize or promotion that leaves the company's file stays here, hidden:
-- vouchers and records name it.

create table prize (
  company_id                uuid        not null references company,
  id                        uuid        not null default uuidv7(),
  key                       text        not null,  -- the file's word for it, which outlives its name
  position                  integer     not null,  -- in the file: the company's own order
  name                      text        not null,
  description               text,
  tos_url                   text,
  photo_url                 text,
  value                     bigint      not null check (value >= 0),  -- points; 0 is free
  category                  text,
  expires_in_days           integer     check (expires_in_days > 0),  -- of a voucher, from its issue
  expires_on                date,                                     -- the last local day of the prize and its vouchers
  show_in_store             boolean     not null,
  level_required            text,                                     -- a level's name; the file's check knows that it exists
  requires_complete_profile boolean     not null,
  has_code_pool             boolean     not null,
  stock                     integer     check (stock >= 0),           -- how many, from when the file says so; null: no end
  issued                    integer     not null default 0 check (issued >= 0),  -- of this stock, without the cancelled
  created_at                timestamptz not null,
  primary key (company_id, id),
  unique (company_id, key),
  -- A pool is its own stock.
  check (stock is null or not has_code_pool)
);

create table prize_favorite (
  company_id  uuid        not null,
  customer_id uuid        not null,
  prize_id    uuid        not null,
  created_at  timestamptz not null,
  primary key (company_id, customer_id, prize_id),
  foreign key (company_id, customer_id) references customer,
  foreign key (company_id, prize_id) references prize
);

create table voucher (
  company_id              uuid        not null,
  id                      uuid        not null default uuidv7(),
  customer_id             uuid        not null,
  prize_id                uuid        not null,
  code                    text        not null,
  code_key                text        not null generated always as (upper(replace(code, '-', ''))) stored,
  points_amount           bigint      not null check (points_amount >= 0),  -- what it cost
  record_id               uuid        not null,  -- the consumption that paid for it, and for nothing else: it can be given back
  expires_on              date,        -- the last local day, fixed at issue; null: never
  created_at              timestamptz not null,
  withdrawn_at            timestamptz,
  withdrawn_at_subsidiary text,
  withdrawn_by            uuid,        -- the till's key
  cancelled_at            timestamptz,
  cancelled_by            uuid,
  primary key (company_id, id),
  unique (company_id, code_key),   -- T16: one code, one voucher; compared without case and hyphens
  unique (company_id, record_id),
  foreign key (company_id, customer_id) references customer,
  foreign key (company_id, prize_id) references prize,
  foreign key (company_id, record_id) references points_record,
  foreign key (company_id, withdrawn_by) references partner_key,
  foreign key (company_id, cancelled_by) references partner_key,
  check (num_nulls(withdrawn_at, withdrawn_at_subsidiary, withdrawn_by) in (0, 3)),
  check ((cancelled_at is null) = (cancelled_by is null)),
  check (withdrawn_at is null or cancelled_at is null)
);
-- Serves a customer's vouchers, newest first.
create index voucher_customer on voucher (company_id, customer_id, id);

-- Codes that the company brought, sold in the order of its file.
create table prize_code (
  company_id uuid    not null,
  code       text    not null,
  code_key   text    not null generated always as (upper(replace(code, '-', ''))) stored,
  prize_id   uuid    not null,
  position   integer not null,
  voucher_id uuid,   -- null: free
  primary key (company_id, code_key),
  unique (company_id, voucher_id),
  foreign key (company_id, prize_id) references prize,
  foreign key (company_id, voucher_id) references voucher
);
-- Serves the next free code of a prize, and how many there are.
create index prize_code_free on prize_code (company_id, prize_id, position) where voucher_id is null;

create table promotion (
  company_id                uuid        not null references company,
  id                        uuid        not null default uuidv7(),
  code                      text        not null,
  code_key                  text        not null generated always as (upper(code)) stored,
  name                      text        not null,
  description               text,
  image_url                 text,
  type                      text        not null check (type in ('BANNER_CLICK', 'CODE')),
  starts_on                 date        not null,  -- the first and the last local day
  ends_on                   date        not null,
  is_offered                boolean     not null,  -- false: it left the file
  new_register_days         integer     check (new_register_days > 0),
  limit_per_customer        integer     not null check (limit_per_customer > 0),
  limit_in_all              integer     check (limit_in_all > 0),  -- null: no end
  requires_complete_profile boolean     not null,
  points_amount             bigint      not null check (points_amount > 0),
  expires_in_days           integer     check (expires_in_days > 0),
  expires_in_months         integer     check (expires_in_months > 0),
  activations               integer     not null default 0 check (activations >= 0),
  created_at                timestamptz not null,
  primary key (company_id, id),
  unique (company_id, code_key),
  check (starts_on <= ends_on),
  check (expires_in_days is null or expires_in_months is null)
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

-- Points that a till gave before the person came wait until an email or phone is confirmed (D3): whoever registers with a
-- document has not yet shown whose it is.
alter table customer add column is_pre_registered boolean not null default false;
update customer set is_pre_registered = true where login_type = 'PRE';
