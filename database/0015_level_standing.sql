-- RENOVATION: what standing_amount is of, so that a purchase that comes back after its cycle's end is out of it: the
-- generations after standing_sequence, as they stood after the record standing_until.
alter table customer_level
  add column standing_sequence integer not null default 0,
  add column standing_until    integer not null default 0,
  add constraint customer_level_standing check (standing_until >= standing_sequence);
