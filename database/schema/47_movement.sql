-- The movements of a company in the console (D15, docs/decisions/057-movements.md). The primary key lists all records newest first,
-- because ids begin with the time at which they were made. Sales wait while the indexes are built (docs/operating-guide.md,
-- 'Upgrade').

-- Serves the movements of a shop. The only index here that a sale writes.
create index points_record_shop on points_record (company_id, subsidiary_name, id) where subsidiary_name is not null;

-- Serves the movements of a kind, except sales: most records are sales, so a page of sales reads few others. The expression is
-- movement_kind (engine/read/company-movements.sql), which PostgreSQL inlines. An index may not depend on a function that every
-- migration creates again.
create index points_record_kind on points_record (
  company_id,
  (case
     when origin in ('adjustment', 'import', 'merge', 'voucher') then origin
     when type_id in ('GNR_REVERSAL', 'CNS_REVERSAL') then 'return'
     when type_id = 'CNS' then 'use'
     when purchase_value is null then 'promotion'
     else 'sale'
   end),
  id)
  where type_id <> 'GNR' or purchase_value is null;

-- Serve who moved points by hand: the staff member of a record, and the records of a staff member. An entry names its record.
create index audit_entry_record on audit_entry (company_id, ((detail #>> '{after,record_id}')::uuid))
  where action like 'customer.%' and actor_kind = 'staff' and detail #>> '{after,record_id}' is not null;
create index audit_entry_mover on audit_entry (company_id, staff_id, ((detail #>> '{after,record_id}')::uuid))
  where action like 'customer.%' and actor_kind = 'staff' and detail #>> '{after,record_id}' is not null;
