-- A closing of a month that takes longer than a call and goes on as a job (D18, docs/decisions/048-closing.md).

-- The row begins when the call ends without a closing, and goes when the month is closed.
create table report_closing_run (
  company_id  uuid        not null,
  month       date        not null,  -- the first day
  staff_id    uuid        not null,  -- who closes the month
  begun_at    timestamptz not null,
  customers   integer     not null default 0,  -- added up so far, rounded up to a page
  attempts    integer     not null default 0,  -- runs that a defect has ended
  error       text,                  -- the error code that ended the run; null: it waits or works
  primary key (company_id, month),
  foreign key (company_id) references company,
  foreign key (company_id, staff_id) references staff,
  check (extract(day from month) = 1 and customers >= 0 and attempts >= 0)
);
-- As in 23_statistics.sql.
alter table report_closing_run alter column company_id set statistics 0;
