-- The console's counter (D15). A person at a counter calls as a till does. The till's key belongs to the person and the shop. No
-- program can present it, because its hash is of random bytes that nobody has.

-- No foreign key to staff: an emptied sandbox keeps its keys and loses its staff.
alter table partner_key add column staff_id uuid;
alter table partner_key add column shop_key text;  -- as subsidiary.name_key; null: the key of a till
alter table partner_key add constraint partner_key_counter_check check ((staff_id is null) = (shop_key is null));
create unique index partner_key_counter on partner_key (company_id, staff_id, shop_key) where staff_id is not null;

-- What a person did at a counter. The figures are in the ledger.
create table counter_act (
  company_id     uuid        not null,
  id             uuid        not null,  -- the record of the ledger, the intention or the voucher
  partner_key_id uuid        not null,
  shop_key       text        not null,
  kind           text        not null check (kind in ('sale', 'use', 'return', 'undo', 'request', 'voucher')),
  external_id    text        not null,
  day            date        not null,  -- in the company's time zone
  created_at     timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, partner_key_id) references partner_key
);
create index counter_act_shop on counter_act (company_id, shop_key, day, created_at);

-- As in 23_statistics.sql.
alter table counter_act alter column company_id set statistics 0;
