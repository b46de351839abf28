-- Devices that get notices by Web Push (D21). The URL is the browser's push service and a secret: who knows it can send there.

create table push_subscription (
  company_id  uuid        not null,
  id          uuid        not null default uuidv7(),
  customer_id uuid        not null,
  session_ref bytea       not null check (length(session_ref) = 16),  -- ends with the session or sign-in that made it
  endpoint    text        not null check (length(endpoint) <= 1000),
  p256dh      bytea       not null check (length(p256dh) = 65),       -- the browser's public key
  auth        bytea       not null check (length(auth) = 16),
  created_at  timestamptz not null,
  primary key (company_id, id),
  -- A browser has one subscription: the last customer who signed in on it has it.
  constraint push_subscription_endpoint unique (company_id, endpoint),
  foreign key (company_id, customer_id) references customer
);
create index push_subscription_customer on push_subscription (company_id, customer_id);
