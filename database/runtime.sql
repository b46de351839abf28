-- The rights of DATABASE_URL's role, with which the API works: it can neither change nor remove stored records (I8).
-- Applied at every migration; the role that migrates stays the owner of all tables. :"runtime" is the role's name.

grant usage on schema fiel, pgboss to :"runtime";
grant select, insert, update, delete on all tables in schema fiel, pgboss to :"runtime";
revoke insert, update, delete on schema_file from :"runtime";
-- Only the migration registers a back-fill. The nodes run it and update its progress.
revoke insert, delete on back_fill from :"runtime";
-- Records are never changed: a correction is a new record. Only those of a sandbox can be deleted, by empty_sandbox.
revoke update, delete on points_record, allocation, return_shortfall, unlisted_subsidiary, moved_lot from :"runtime";
-- A return may be unable to take spent points. When those points come back, the ledger adds them to these columns of the return's
-- row.
grant update (recovered_amount, recovered_value) on return_shortfall to :"runtime";
-- Rows of these tables are never deleted, because other rows refer to them without a foreign key. A date marks their end
-- (decision 020).
revoke delete on partner_key, webhook_endpoint, hold from :"runtime";
-- What happened at a counter explains the sums of a shift, so it never changes.
revoke update, delete on counter_act from :"runtime";
-- The proof detects a start with a different secret, so it never changes.
revoke update, delete on server_secret from :"runtime";
grant update (sealing_since, closed_at, retired_at) on server_secret to :"runtime";
revoke delete on hash_key from :"runtime";
-- The log of operators' actions is evidence, so it never changes. New acts are in the audit log (docs/decisions/041-audit-log.md).
revoke insert, update, delete on operator_action from :"runtime";
-- So is the audit log. An erasure deletes the personal values beside it, and the chain still verifies.
revoke update, delete on audit_entry from :"runtime";
revoke update on audit_personal from :"runtime";
revoke delete on audit_head from :"runtime";
-- A published version of the company document never changes.
revoke update, delete on programme_version from :"runtime";
-- A closed month never changes.
revoke update, delete on report_closing, report_closing_line from :"runtime";
-- The heads of the record chains are evidence too.
revoke update, delete on head_key, record_head, record_head_entry from :"runtime";
-- DELETE stays granted: merging a pre-registered customer removes its rows.
revoke update on level_change from :"runtime";
