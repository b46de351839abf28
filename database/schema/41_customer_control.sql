-- The acts of the customer desk that close or change an account (D15).

-- A customer whom the staff has blocked. While the row exists, sign-in and spending are refused; earning goes on.
create table customer_block (
  company_id  uuid        not null,
  customer_id uuid        not null,
  reason      text        not null,  -- one of blockReasons (contract/console/block.ts)
  staff_id    uuid        not null,  -- who blocked
  blocked_at  timestamptz not null,
  primary key (company_id, customer_id),
  foreign key (company_id, customer_id) references customer,
  foreign key (company_id, staff_id) references staff
);
-- As in 23_statistics.sql.
alter table customer_block alter column company_id set statistics 0;
