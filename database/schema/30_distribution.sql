-- The foreign keys that `fiel distribute` has set aside and not restored yet (docs/decisions/035-citus.md). Empty otherwise.

create table foreign_key_aside (
  table_name text not null,
  name       text not null,
  definition text not null,  -- as pg_get_constraintdef writes it
  primary key (table_name, name)
);
