-- The revisions of a person's drafts never repeat, also after a draft was discarded or published: a tab that still shows the earlier
-- draft would overwrite the new one.

create table programme_revision (
  company_id uuid    not null,
  staff_id   uuid    not null,
  revision   integer not null check (revision > 0),  -- the last one that a draft had
  primary key (company_id, staff_id),
  foreign key (company_id, staff_id) references staff
);

-- As in 23_statistics.sql.
alter table programme_revision alter column company_id set statistics 0;
