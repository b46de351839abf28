-- Sandboxes (docs/decisions/033-sandbox.md): companies on which the developers of tills try their calls.

-- The id of a sandbox is a UUID of version 8, and every other company's id has version 7. So each place that reads the clock tells
-- a sandbox by the id alone, and a real company costs no read.
alter table company
  add constraint company_sandbox check ((substr(company_id::text, 15, 1) = '8') = (slug like '%/sandbox'));

-- How far a sandbox's clock is ahead of the servers' clock, in ms. No row: not at all. It never goes back, so that a sandbox's
-- records stay in the order of their times.
create table sandbox_clock (
  company_id uuid   primary key references company,
  ahead_ms   bigint not null,
  check (ahead_ms >= 0 and substr(company_id::text, 15, 1) = '8')
);
-- As for every table: 23_statistics.sql has the reason.
alter table sandbox_clock alter column company_id set statistics 0;
