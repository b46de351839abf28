-- Serves the notices before a voucher's last day (D11): those that are still to be withdrawn.
create index voucher_expiring on voucher (company_id, expires_on, customer_id)
  where withdrawn_at is null and cancelled_at is null;
