-- A start with another secret than the first is told by this proof, before anything is served.

create table secret_proof (
  is_only boolean primary key default true check (is_only),
  proof   bytea   not null
);
