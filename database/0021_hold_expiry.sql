-- The first instant without a hold (D5): from then on its points are free, whether or not its end is written. Infinity: none.
alter table hold add column expires_at timestamptz not null default 'infinity';
alter table hold alter column expires_at drop default;
update hold
   set expires_at = intention.expires_at
  from intention
 where intention.company_id = hold.company_id
   and intention.id = hold.id
   and hold.ended_at is null;
-- The balance changes by itself then.
update balance
   set changes_at = least(balance.changes_at, next.expires_at)
  from (select company_id, customer_id, min(expires_at) as expires_at
          from hold
         where ended_at is null
         group by company_id, customer_id) next
 where next.company_id = balance.company_id
   and next.customer_id = balance.customer_id;
-- Serves the look for a customer's open holds: at most one, by D5.
create index hold_open on hold (company_id, customer_id, expires_at) where ended_at is null;
