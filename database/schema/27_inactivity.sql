-- Customers who do nothing for a long time (D16).

-- The last day on which a customer signed in or used a session. Sessions are deleted when they end, and this row stays. No row: the
-- customer registered before this table existed, or was merged; the job counts from the night on which it first looks.
create table customer_activity (
  company_id   uuid not null,
  customer_id  uuid not null,
  last_seen_on date not null,  -- UTC
  primary key (company_id, customer_id),
  -- A merged customer is deleted.
  foreign key (company_id, customer_id) references customer on delete cascade
);
alter table customer_activity alter column company_id set statistics 0;

-- An erasure that was announced by mail. The row ends with the erasure, or when the announcement is withdrawn.
create table erasure_announcement (
  company_id    uuid        not null,
  customer_id   uuid        not null,
  id            uuid        not null default uuidv7(),  -- the Message-ID, the same for every attempt
  points_amount bigint      not null,                   -- the loss that the mail states
  points_value  bigint      not null,                   -- centavos
  announced_at  timestamptz not null,
  erase_after   timestamptz not null,                   -- the end of the last day that the mail states
  sent_at       timestamptz,                            -- null: the mail server has not accepted the mail
  -- One announcement at a time.
  primary key (company_id, customer_id),
  foreign key (company_id, customer_id) references customer on delete cascade,
  check (least(points_amount, points_value) >= 0 and erase_after > announced_at)
);
alter table erasure_announcement alter column company_id set statistics 0;
