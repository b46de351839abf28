-- The import of members and balances from a file (D17). A file comes in parts; each part is read at once, and only the end of its
-- last record waits here for the next part.

create table import (
  company_id         uuid        not null references company,
  id                 uuid        not null default uuidv7(),
  staff_id           uuid,                     -- who began it; null: a command
  name               text        not null,     -- of the file
  file_hash          bytea,                    -- SHA-256 of the file, of a command: it finds its import again
  size               bigint      not null check (size >= 0),  -- bytes
  state              text        not null check (state in ('RECEIVING', 'REFUSED', 'CHECKED', 'APPLYING', 'APPLIED', 'DISCARDED')),
  -- How the parts are read. Null: not known yet.
  encoding           text        check (encoding in ('utf-8', 'windows-1252')),
  delimiter          text        check (length(delimiter) = 1),
  columns            text[],
  rest               bytea,                    -- the bytes after the last whole record
  next_part          integer     not null default 0,
  next_line          integer     not null default 1,  -- as a spreadsheet counts: the header is line 1
  -- Why the file is refused as a whole.
  failure            text,
  failure_line       integer,
  failure_column     text,
  -- Lines, without the header and empty ones; points; centavos.
  line_count         integer     not null default 0,
  refused_count      integer     not null default 0,
  accepted_count     integer     not null default 0,
  ended_count        integer     not null default 0,  -- accepted lines that are over: applied, known or refused
  new_count          integer     not null default 0,
  existing_count     integer     not null default 0,
  known_count        integer     not null default 0,
  balance_count      integer     not null default 0,
  points_amount      bigint      not null default 0,
  points_value       bigint      not null default 0,
  applied_count      integer     not null default 0,
  applied_amount     bigint      not null default 0,
  applied_value      bigint      not null default 0,
  created_at         timestamptz not null,
  touched_at         timestamptz not null,     -- the last part or batch
  checked_at         timestamptz,
  ended_at           timestamptz,
  primary key (company_id, id),
  foreign key (company_id, staff_id) references staff,
  check ((state = 'REFUSED') = (failure is not null)),
  check ((state in ('REFUSED', 'APPLIED', 'DISCARDED')) = (ended_at is not null))
);

-- The accepted lines that are not applied yet, and the refused lines. An applied line is deleted: the ledger has its record. A
-- refused line has no personal data.
create table import_line (
  company_id  uuid    not null,
  import_id   uuid    not null,
  line        integer not null check (line > 1),
  document    text,
  email       text,
  phone       text,
  person      jsonb,     -- name, birthdate and opt_in_marketing of a new customer, on the first line of the document
  amount      bigint     check (amount > 0),  -- points; null: the line brings no balance
  value       bigint     check (value >= 0),  -- centavos
  expires_on  date,      -- the last day; null: never
  external_id text,
  refusal     text,      -- null: accepted
  field       text,      -- the column of the mistake
  other_line  integer,   -- an earlier line that the refusal names
  primary key (company_id, import_id, line),
  foreign key (company_id, import_id) references import,
  check (refusal is null or num_nonnulls(document, email, phone, person) = 0),
  check (refusal is not null or document is not null),
  check ((amount is null) = (value is null)),
  check (amount is null or external_id is not null)
);
create index import_line_waiting on import_line (company_id, import_id, line) where refusal is null;
create index import_line_refused on import_line (company_id, import_id, line) where refusal is not null;
create index import_line_document on import_line (company_id, import_id, document) where document is not null;
create index import_line_external on import_line (company_id, import_id, external_id) where external_id is not null;
create index import_line_email on import_line (company_id, import_id, email) where email is not null;
create index import_line_phone on import_line (company_id, import_id, phone) where phone is not null;

-- As in 23_statistics.sql.
alter table import alter column company_id set statistics 0;
alter table import_line alter column company_id set statistics 0;
