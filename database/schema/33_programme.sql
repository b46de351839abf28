-- The company document in the console (D15): its versions, the drafts of persons, and the requests to publish one.

alter table company_domain add column is_console boolean not null default false;  -- the admin_domain, which opens the console

-- Every document that was published, also by a command. The newest one is company.file.
create table programme_version (
  company_id   uuid        not null references company,
  version      integer     not null check (version > 0),
  document     jsonb       not null,
  images       jsonb       not null,  -- file name → hash of company_image
  source       text        not null check (source in ('console', 'file')),
  staff_id     uuid,                  -- null: a command
  approver_id  uuid,
  published_at timestamptz not null,
  primary key (company_id, version),
  foreign key (company_id, staff_id) references staff,
  foreign key (company_id, approver_id) references staff,
  check (staff_id is not null or source = 'file')
);

create table programme_draft (
  company_id   uuid        not null,
  staff_id     uuid        not null,
  document     jsonb       not null,  -- may be invalid
  base_version integer     not null,
  revision     integer     not null check (revision > 0),
  updated_at   timestamptz not null,
  primary key (company_id, staff_id),
  foreign key (company_id, staff_id) references staff,
  foreign key (company_id, base_version) references programme_version
);

-- A picture that a draft or a request names and no version does yet.
create table programme_picture (
  company_id uuid        not null references company,
  name       text        not null,  -- the content's hash and the ending of its format: the document's name for it
  media_type text        not null,
  content    bytea       not null,
  created_at timestamptz not null,
  primary key (company_id, name)
);

-- Codes that a draft adds to a prize. Sealed, as a prize's own (T16).
create table programme_code (
  company_id  uuid    not null,
  staff_id    uuid    not null,  -- of the draft
  prize_key   text    not null,
  position    integer not null,
  sealed_code bytea   not null,
  code_key    bytea   not null,
  primary key (company_id, staff_id, code_key),
  foreign key (company_id, staff_id) references programme_draft on delete cascade
);

-- A publication that waits for a second person, for a date, or for both.
create table programme_request (
  company_id   uuid        not null,
  id           uuid        not null default uuidv7(),
  staff_id     uuid        not null,  -- who asked
  approver_id  uuid,
  state        text        not null check (state in ('WAITING', 'SCHEDULED', 'SUSPENDED', 'PUBLISHED', 'WITHDRAWN', 'REFUSED')),
  document     jsonb       not null,
  base_version integer     not null,
  codes        jsonb       not null default '{}',  -- prize → sealed codes in Base64 that the document adds; none once it has ended
  publish_at   timestamptz,           -- null: as soon as it is approved
  asked_at     timestamptz not null,
  ended_at     timestamptz,
  version      integer,
  primary key (company_id, id),
  foreign key (company_id, staff_id) references staff,
  foreign key (company_id, approver_id) references staff,
  foreign key (company_id, base_version) references programme_version,
  foreign key (company_id, version) references programme_version,
  check (approver_id <> staff_id),
  check ((state in ('PUBLISHED', 'WITHDRAWN', 'REFUSED')) = (ended_at is not null)),
  check ((state = 'PUBLISHED') = (version is not null))
);
create index programme_request_open on programme_request (company_id, publish_at) where ended_at is null;

-- As in 23_statistics.sql.
alter table programme_version alter column company_id set statistics 0;
alter table programme_draft alter column company_id set statistics 0;
alter table programme_picture alter column company_id set statistics 0;
alter table programme_code alter column company_id set statistics 0;
alter table programme_request alter column company_id set statistics 0;
