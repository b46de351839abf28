-- Leaving a programme (D16).

-- The customer has left: only what names one of the customer's records, intentions or vouchers still changes the balance.
alter table balance add column is_erased boolean not null default false;

-- Left the programme before, under the same document: no newcomer, whenever this record was made.
alter table customer add column is_returning boolean not null default false;

-- A voucher that its customer forfeited is cancelled by no till.
alter table voucher drop constraint voucher_check;
alter table voucher add constraint voucher_state check (
  points_amount >= 0
  and num_nulls(withdrawn_at, withdrawn_at_subsidiary, withdrawn_by) in (0, 3)
  and (cancelled_by is null or cancelled_at is not null)
  and (withdrawn_at is null or cancelled_at is null)
);

-- Who has left, for one question alone: what is for newcomers is not given twice. A keyed hash, because the numbers of CPFs are
-- few enough to try them all.
create table former_document (
  company_id   uuid        not null references company,
  document_key bytea       not null check (length(document_key) = 32),
  erased_at    timestamptz not null,
  primary key (company_id, document_key)
);
