-- Adjustments that wait for a second person (D15): those above the company's limit, where the company wants four eyes.
create table adjustment_request (
  company_id    uuid        not null,
  id            uuid        not null,  -- the key of the page's request, and of the adjustment once it is approved
  -- No foreign key: the record of a customer who takes a pre-registered one over is deleted. Its request is then found by nobody.
  customer_id   uuid        not null,
  staff_id      uuid        not null,  -- who asked
  points_amount bigint      not null check (points_amount <> 0),
  reason        text        not null,
  asked_at      timestamptz not null,
  expires_at    timestamptz not null,
  state         text        not null default 'WAITING' check (state in ('WAITING', 'APPROVED', 'REFUSED', 'WITHDRAWN')),
  decided_by    uuid,
  decided_at    timestamptz,
  record_id     uuid,                  -- the record of an approved one
  primary key (company_id, id),
  foreign key (company_id, staff_id) references staff,
  foreign key (company_id, decided_by) references staff,
  foreign key (company_id, record_id) references points_record,
  check (expires_at > asked_at),
  check ((state = 'WAITING') = (decided_by is null) and (state = 'WAITING') = (decided_at is null)),
  check ((state = 'WITHDRAWN') = (decided_by is not distinct from staff_id)),
  check ((state = 'APPROVED') = (record_id is not null))
);
-- Serves the list of waiting requests, the oldest first.
create index adjustment_request_waiting on adjustment_request (company_id, asked_at, id) where state = 'WAITING';

-- As in 23_statistics.sql.
alter table adjustment_request alter column company_id set statistics 0;
