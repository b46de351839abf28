-- When the person registered (D9). Null: not yet, or before this column was added.
alter table customer add column registered_at timestamptz;
