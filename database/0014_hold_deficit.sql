-- What of a hold's draw was not captured and paid what the customer owed, when the hold ended: a release has no record to
-- say so.
alter table hold_allocation
  add column absorbed_amount bigint not null default 0,
  add column absorbed_value  bigint not null default 0,
  add constraint hold_allocation_absorbed check (
    least(absorbed_amount, absorbed_value, amount - absorbed_amount, value - absorbed_value) >= 0
  );
