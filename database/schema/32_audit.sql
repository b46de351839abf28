-- The audit log (D15): append-only, and chained by hashes as the points records are.

-- The end of a company's chain. The row's lock puts concurrent entries in order; it is the last lock of a transaction.
create table audit_head (
  company_id uuid   primary key references company,
  sequence   bigint not null check (sequence >= 0),
  hash       bytea  not null check (length(hash) = 32)  -- of the last entry; zeros before the first
);

create table audit_entry (
  company_id    uuid        not null references company,
  sequence      bigint      not null check (sequence > 0),  -- 1, 2, 3 …: the place in the company's chain
  at            timestamptz not null,
  actor_kind    text        not null check (actor_kind in ('staff', 'operator', 'system')),
  staff_id      uuid,                    -- of actor_kind staff
  action        text        not null,
  subject       text,                    -- the id or name of what was changed: never a person's data
  detail        jsonb       not null,    -- the parts of the sentence, before and after: no person's data
  personal_hash bytea       not null check (length(personal_hash) = 32),  -- SHA-256 of salt and audit_personal.content
  previous_hash bytea       not null check (length(previous_hash) = 32),  -- of the entry before; zeros for the first
  hash          bytea       not null check (length(hash) = 32),
  primary key (company_id, sequence),
  foreign key (company_id, staff_id) references staff,
  check ((actor_kind = 'staff') = (staff_id is not null))
);

-- The personal values of an entry, beside the chain: an erasure deletes the row, and the chain still verifies (D15, D16).
create table audit_personal (
  company_id uuid   not null,
  sequence   bigint not null,
  salt       bytea  not null check (length(salt) = 16),
  content    jsonb  not null,  -- the sentence, names, emails, network address
  -- The sentence as a search reads it: without case and accents, in the same form as searchForm of contract/console/audit.ts.
  words      text   not null generated always as (
    lower(regexp_replace(normalize(content ->> 'sentence', NFD), '[\u0300-\u036f]', '', 'g'))) stored,
  primary key (company_id, sequence),
  foreign key (company_id, sequence) references audit_entry
);

-- All rows of a company are one tenant's, as in 23_statistics.sql.
alter table audit_head alter column company_id set statistics 0;
alter table audit_entry alter column company_id set statistics 0;
alter table audit_personal alter column company_id set statistics 0;
