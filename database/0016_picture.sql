-- Pictures of dots: drawn anew from a company's file, and in the sizes that screens need.

alter table company_image
  -- Of the content, where it is not the file's own bytes: what is exported is known again by it.
  add column own_hash text;

create table company_image_size (
  company_id uuid    not null,
  hash       text    not null,
  width      integer not null check (width > 0),  -- px
  media_type text    not null,
  content    bytea   not null,
  primary key (company_id, hash, width, media_type),
  foreign key (company_id, hash) references company_image
);
