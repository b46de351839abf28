-- What the specification's prize carries beside what the store shows (section 3, D13).

alter table prize
  add column integrator_id text,         -- the company's own id of the prize
  add column updated_at    timestamptz,  -- the last time that the company's file changed the prize
  add column withdrawn_at  timestamptz;  -- since when the company's file no longer has the prize; null: it has it
update prize set updated_at = created_at;
alter table prize
  alter column updated_at set not null,
  add check (updated_at >= created_at);
