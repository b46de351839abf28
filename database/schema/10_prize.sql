-- What points buy (D8). A prize that leaves the company's file stays here, hidden: vouchers and records name it.

create table prize (
  company_id                uuid        not null references company,
  id                        uuid        not null default uuidv7(),
  key                       text        not null,  -- the file's word for it, which outlives its name
  integrator_id             text,                  -- the company's own id of the prize
  position                  integer     not null,  -- in the file: the company's own order
  name                      text        not null,
  description               text,
  tos_url                   text,
  photo_url                 text,
  value                     bigint      not null,  -- points; 0 is free
  category                  text,
  expires_in_days           integer,               -- of a voucher, from its issue
  expires_on                date,                  -- the last local day of the prize and its vouchers
  show_in_store             boolean     not null,
  level_required            text,                  -- a level's name; the file's check knows that it exists
  requires_complete_profile boolean     not null,
  has_code_pool             boolean     not null,
  stock                     integer,               -- how many, from when the file says so; null: no end
  issued                    integer     not null default 0,  -- of this stock, without the cancelled
  created_at                timestamptz not null,
  updated_at                timestamptz not null,  -- the last time that the company's file changed the prize
  withdrawn_at              timestamptz,           -- since when the company's file no longer has the prize; null: it has it
  primary key (company_id, id),
  unique (company_id, key),
  check (
    least(value, stock, issued, expires_in_days - 1) >= 0
    and (stock is null or not has_code_pool)  -- a pool is its own stock
    and updated_at >= created_at
  )
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
