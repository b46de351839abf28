-- The bell (D11): type and figures; the screen makes the sentence.

create table notification (
  company_id  uuid        not null,
  id          uuid        not null default uuidv7(),  -- newest last: the list's cursor
  customer_id uuid        not null,
  type        text        not null,
  data        jsonb       not null,
  once        text,                    -- what may be said but once of a type; null: as often as it happens
  created_at  timestamptz not null,
  read_at     timestamptz,
  primary key (company_id, id),
  foreign key (company_id, customer_id) references customer
);
-- Says a notice once. Not of every row: a sale's would pay for it.
create unique index notification_once on notification (company_id, customer_id, type, once) where once is not null;
-- Serves the list, newest first.
create index notification_customer on notification (company_id, customer_id, id desc);
-- Serves the count on the bell.
create index notification_unread on notification (company_id, customer_id, id) where read_at is null;

-- How far the notices of a company's day have come, so that a run that was cut off goes on where it was.
create table notice_run (
  company_id        uuid        primary key references company,
  day               date        not null,  -- of the company's calendar
  after_customer_id uuid        not null,  -- the last that was looked at
  finished_at       timestamptz
);
