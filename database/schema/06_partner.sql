-- The keys by which tills call, and what a key cannot do, also in a thief's hands (T18).

create table partner_key (
  company_id             uuid        not null references company,
  id                     uuid        not null default uuidv7(),
  name                   text        not null,
  key_hash               bytea       not null,  -- SHA-256
  prefix                 text        not null,  -- how the key begins, to tell it by
  scopes                 text[]      not null default '{points,vouchers,customers}',
  addresses              cidr[],                -- where it may call from; null: anywhere
  most_points_per_day    bigint,                -- that it may give; null: any number
  most_look_ups_per_hour integer     not null default 3600,
  most_misses_per_hour   integer     not null default 100,
  given_on               date,                  -- the day of given_amount, by its company's calendar
  given_amount           bigint      not null default 0,  -- kept for a key with a limit
  last_used_on           date,                  -- a day, so that a busy till writes it once
  created_at             timestamptz not null,
  revoked_at             timestamptz,
  primary key (company_id, id),
  unique (company_id, key_hash),
  check (
    length(key_hash) = 32
    and cardinality(scopes) > 0
    and scopes <@ '{points,vouchers,customers}'
    and cardinality(addresses) > 0
    and most_points_per_day > 0
    and most_look_ups_per_hour > 0
    and most_misses_per_hour between 1 and 10000
    and given_amount >= 0
  )
);

-- The look-ups of a key. A miss is a look-up that finds nobody.
create table look_up_count (
  company_id     uuid          not null,
  partner_key_id uuid          not null,
  hour_from      timestamptz   not null,                    -- when the hour of `look_ups` began
  look_ups       integer       not null default 0,
  missed_at      timestamptz[] not null default '{}',       -- the misses of the last hour, oldest first
  blocks         integer       not null default 0,          -- how often in a row the misses of an hour were used up
  free_at        timestamptz   not null default 'epoch',    -- no look-up before this instant
  primary key (company_id, partner_key_id),
  foreign key (company_id, partner_key_id) references partner_key,
  check (least(look_ups, blocks) >= 0)
);
