-- moved_at: the instant of the customer's last movement. Whoever comes later is not earlier than it, whatever its clock
-- says: a balance that was kept after midnight has lost what was good before it.
alter table balance
  add column moved_at timestamptz not null default '-infinity';
update balance
   set moved_at = last.at
  from (select company_id, customer_id, max(created_at) as at
          from points_record
         group by company_id, customer_id) last
 where last.company_id = balance.company_id
   and last.customer_id = balance.customer_id;
