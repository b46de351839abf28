-- The secrets of the server (docs/decisions/028-rotated-secret.md). FIEL_SECRET is a list: the first seals, all open. The first
-- byte of everything sealed is the number of its secret.

create table server_secret (
  number        smallint    primary key check (number between 1 and 255),
  proof         bytea       not null unique,  -- a keyed hash: it reveals nothing about the secret
  sealing_since timestamptz,                  -- the first start with this secret as the first; null: it only opens
  closed_at     timestamptz,                  -- nothing may be sealed with it any more
  retired_at    timestamptz,                  -- nothing that is stored needs it
  check (closed_at is null or sealing_since is not null),
  check (retired_at is null or closed_at is not null)
);

-- What is sealed already has the number 1.
insert into server_secret (number, proof, sealing_since)
select 1, proof, now()
  from secret_proof;
drop table secret_proof;

-- Keys of hashes whose text nobody has any more, so that they cannot be computed again with a new secret. They are sealed with
-- the first secret, and outlive the secret from which they were derived.
create table hash_key (
  number  smallint not null references server_secret,  -- the secret that it was derived from
  purpose text     not null check (purpose in ('former document', 'sale fingerprint')),
  sealed  bytea    not null check (length(sealed) > 29),
  primary key (number, purpose)
);
