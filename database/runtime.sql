-- What the role of DATABASE_URL may do, as which the API works: it can neither change nor remove what has happened (I8).
-- Applied at every migration; the role that migrates stays the owner of all tables. :"runtime" is the role's name.

grant usage on schema fiel, pgboss to :"runtime";
grant select, insert, update, delete on all tables in schema fiel, pgboss to :"runtime";
revoke insert, update, delete on schema_file from :"runtime";
-- What is done is done: a correction is another record.
revoke update, delete on points_record, allocation, return_shortfall, unlisted_subsidiary from :"runtime";
-- What comes back of points that a return let go is added to the row of the return.
grant update (recovered_amount, recovered_value) on return_shortfall to :"runtime";
-- Rows that others name without a foreign key: they end by a date, never by removal (decision 020).
revoke delete on partner_key, webhook_endpoint, hold from :"runtime";
-- By it a start with another secret is told, so it stays what it was at the first.
revoke update, delete on secret_proof from :"runtime";
-- Goes with somebody without points whose record a till had begun.
revoke update on level_change from :"runtime";
