-- A row of the table voucher.
create type voucher_state as (
  id                       uuid,
  customer_id              uuid,
  prize_id                 uuid,
  code_key                 bytea,
  sealed_code              bytea,
  points_amount            bigint,
  record_id                uuid,
  expires_on               date,
  created_at               timestamptz,
  withdrawn_at             timestamptz,
  withdrawn_at_subsidiary  text,
  withdrawn_by             uuid,
  cancelled_at             timestamptz,
  cancelled_by             uuid
);
