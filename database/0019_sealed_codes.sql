-- A copy of the database tells no code (T16, docs/decisions/014-sealed-codes.md): the server seals them with its secret, which
-- SQL does not know. What is there stays plain until the next start of the server, which seals it: api/sealed-database.ts.

-- A generated column would need the code. Of a plain row it is the bytes of what its code is compared by; of a sealed one
-- a keyed hash of that.
alter table voucher alter column code_key drop expression;
alter table voucher alter column code_key type bytea using convert_to(code_key, 'UTF8');
alter table voucher rename column code to plain_code;
alter table voucher
  alter column plain_code drop not null,
  add column sealed_code bytea,
  add check (num_nulls(plain_code, sealed_code) = 1);
-- Serves the start of the server, which looks for plain codes; empty after the first.
create index voucher_plain on voucher (company_id, code_key) where plain_code is not null;

alter table prize_code alter column code_key drop expression;
alter table prize_code alter column code_key type bytea using convert_to(code_key, 'UTF8');
alter table prize_code rename column code to plain_code;
alter table prize_code
  alter column plain_code drop not null,
  add column sealed_code bytea,
  add check (num_nulls(plain_code, sealed_code) = 1);
create index prize_code_plain on prize_code (company_id, code_key) where plain_code is not null;

-- Answers hold codes too, and who got them.
alter table idempotency rename column body to plain_body;
alter table idempotency
  add column sealed_body bytea,
  add check (plain_body is null or sealed_body is null);
create index idempotency_plain on idempotency (company_id, principal_kind, principal_id, key) where plain_body is not null;

-- By what a start with another secret is told from one with the secret of what is sealed.
create table secret_proof (
  is_only boolean primary key default true check (is_only),
  proof   bytea   not null
);
