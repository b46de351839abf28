-- The company's shops, as tills name them (D13).

-- Rows are never removed: the list of a version holds the rows with since_version <= version < until_version.
create table subsidiary (
  company_id    uuid    not null references company,
  name_key      text    not null,  -- what a till's name is matched by: subsidiaryKey of contract/subsidiary.ts
  since_version integer not null,
  until_version integer check (until_version > since_version),  -- null: listed now
  name          text    not null,  -- in the company's spelling
  primary key (company_id, name_key, since_version)
);
create unique index subsidiary_listed on subsidiary (company_id, name_key) where until_version is null;

alter table company
  add column subsidiaries_version integer not null default 0,     -- of the list; 0 before the first shop
  add column has_subsidiaries     boolean not null default false, -- whether the list has any now
  add column subsidiaries_strict  boolean not null default false; -- whether an unknown name is refused

-- What was accepted under a name that the list of that version lacked. Reports list these apart; a repeat of the call gets
-- the same warning from here. `source_id` is a points record, an intention or a voucher.
create table unlisted_subsidiary (
  company_id uuid        not null references company,
  kind       text        not null check (kind in ('sale', 'intention', 'voucher')),
  source_id  uuid        not null,
  name       text        not null,
  version    integer     not null,
  created_at timestamptz not null,
  primary key (company_id, kind, source_id)
);

-- Companies from before. Where two names have one key the first is listed.
insert into subsidiary (company_id, name_key, since_version, name)
select company.company_id,
       lower(btrim(regexp_replace(regexp_replace(normalize(shop.value ->> 'name', nfd), '[\u0300-\u036f]', '', 'g'), '\s+', ' ', 'g'))),
       1, shop.value ->> 'name'
  from company
 cross join lateral jsonb_array_elements(coalesce(company.file -> 'subsidiaries', '[]')) shop
    on conflict do nothing;
update company
   set subsidiaries_version = 1,
       has_subsidiaries = true
 where exists (select from subsidiary where subsidiary.company_id = company.company_id);
