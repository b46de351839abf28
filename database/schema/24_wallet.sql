-- The private keys with which a company signs passes for the wallets of phones, sealed with the server's secret (T16).

create table wallet_credential (
  company_id uuid  not null references company,
  wallet     text  not null check (wallet in ('apple', 'google')),
  sealed     bytea not null check (length(sealed) > 29),  -- format, nonce and tag, then the text of the company's file
  primary key (company_id, wallet)
);
-- As for every table: 23_statistics.sql has the reason.
alter table wallet_credential alter column company_id set statistics 0;
