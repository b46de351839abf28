-- Append-only: what a person agreed to or withdrew, and which text it was (D12).

create table consent (
  company_id   uuid        not null,
  id           uuid        not null default uuidv7(),
  customer_id  uuid        not null,
  kind         text        not null check (kind in ('OPT_IN', 'MARKETING', 'COOKIES')),
  is_granted   boolean     not null,
  text_version text        not null,
  user_agent   text,
  parent_id    uuid,                  -- the consent of the same kind before it
  created_at   timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, customer_id) references customer,
  foreign key (company_id, parent_id) references consent
);
create index consent_customer on consent (company_id, customer_id, kind, id desc);
