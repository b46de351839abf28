-- Back-fills write the values of a new column into old rows, in batches, while nodes serve (database/back-fill/).

create table back_fill (
  name             text        primary key,  -- 30_initials of 30_initials.back-fill.sql
  registered_at    timestamptz not null default now(),
  -- The last row that was looked at, by company and id.
  after_company_id uuid        not null default '00000000-0000-0000-0000-000000000000',
  after_id         uuid        not null default '00000000-0000-0000-0000-000000000000',
  row_count        bigint      not null default 0 check (row_count >= 0),  -- rows written
  ended_at         timestamptz
);
