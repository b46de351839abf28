-- What people of the company should look at: a limit was reached, or something happened too often on a day (D15, docs/decisions/055-review.md).
create table review_item (
  company_id     uuid        not null references company,
  id             uuid        not null default uuidv7(),
  kind           text        not null,  -- one of reviewKinds (contract/console/review.ts)
  -- The id of the customer, the till key or the staff member; of a network the first 8 digits of its hash. No foreign key: the record
  -- of a customer who takes a pre-registered one over is deleted, and an emptied sandbox loses its staff.
  subject        text        not null check (length(subject) in (8, 36)),
  day            date        not null,  -- in the company's time zone
  events         bigint      not null check (events > 0),
  partner_key_id uuid,                  -- the till key behind the last event, where the subject is a customer
  shop           text,
  first_at       timestamptz not null,
  last_at        timestamptz not null,
  closed_by      uuid,
  closed_at      timestamptz,           -- the note is in the audit log
  primary key (company_id, id),
  -- One item a day, so that a closed one does not come back.
  unique (company_id, kind, subject, day),
  foreign key (company_id, closed_by) references staff,
  check (first_at <= last_at),
  check ((closed_by is null) = (closed_at is null))
);
-- Serves the list of open items, the newest first.
create index review_item_open on review_item (company_id, last_at desc, id) where closed_at is null;
-- Serves the search for customers whose codes were guessed: few authorisations have a wrong code.
create index intention_wrong on intention (company_id, created_at) where wrong_codes > 0;

-- As in 23_statistics.sql.
alter table review_item alter column company_id set statistics 0;
