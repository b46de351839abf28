-- Notices outside the portal (D21): what each customer chose, and which messages were handed to the queue.

-- A choice of the customer. Without a row the default counts: contract/notification.ts has it, with kinds and channels.
create table notice_preference (
  company_id  uuid        not null,
  customer_id uuid        not null,
  kind        text        not null check (kind in (
    'points_received', 'points_expiring', 'voucher_issued', 'voucher_expiring', 'level_changed', 'promotion_credited')),
  channel     text        not null check (channel in ('mail', 'push')),
  is_on       boolean     not null,
  changed_at  timestamptz not null,
  primary key (company_id, customer_id, kind, channel),
  foreign key (company_id, customer_id) references customer
);

-- How far a company's notices have become messages.
create table notice_progress (
  company_id            uuid primary key references company,
  after_notification_id uuid not null
);
-- Nobody is told now of what happened before this release.
insert into notice_progress (company_id, after_notification_id)
select newest.company_id, newest.id
  from (select distinct on (notification.company_id) notification.company_id, notification.id
          from notification
         order by notification.company_id, notification.id desc) newest;

-- A message of one event over one channel. Its job is queued in the transaction that writes the row.
create table notice_message (
  company_id      uuid        not null,
  id              uuid        not null default uuidv7(),  -- the Message-ID or push topic, the same for every attempt
  customer_id     uuid        not null,
  kind            text        not null,
  channel         text        not null check (channel in ('mail', 'push')),
  notification_id uuid        not null,                   -- the event; of a digest the first notification
  day             date        not null,                   -- of the company's calendar
  created_at      timestamptz not null,
  primary key (company_id, id),
  constraint notice_message_once unique (company_id, customer_id, channel, notification_id)
  -- No foreign key: a merged customer is deleted, and the rows end by their age.
);
