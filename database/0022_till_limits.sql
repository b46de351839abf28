-- What a till may ask again after a decline, and how often it may look customers up (D13).

-- Set where the shop asks for less after the customer's decline. Unique: a decline is followed by one such request at most.
alter table intention
  add column retried_id uuid,
  add unique (company_id, retried_id),
  add foreign key (company_id, retried_id) references intention;

alter table partner_key
  add column most_look_ups_per_hour integer not null default 3600 check (most_look_ups_per_hour > 0),
  add column most_misses_per_hour   integer not null default 100  check (most_misses_per_hour between 1 and 10000);

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
  foreign key (company_id, partner_key_id) references partner_key
);
