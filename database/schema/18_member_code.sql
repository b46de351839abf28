-- The member code (D14): what a phone's QR code names, and which codes have opened a hold. The key of a code is in no table: it
-- is derived from the server's secret and session_ref.

-- Null: the session is older than this release and has not asked for its key yet, or it belongs to a provider's sign-in.
alter table session add column session_ref bytea check (length(session_ref) = 16);
create unique index session_session_ref on session (company_id, session_ref) where session_ref is not null;

-- All tokens of a sign-in share it, so that the code survives their renewal.
alter table provider_sign_in add column session_ref bytea check (length(session_ref) = 16);
create unique index provider_sign_in_session_ref on provider_sign_in (company_id, session_ref)
  where session_ref is not null;

-- The code that named the customer; null: another key did.
alter table intention
  add column session_ref bytea check (length(session_ref) = 16),
  add column code_step   integer,
  add check (num_nulls(session_ref, code_step) in (0, 2));
-- Each step of a session opens one hold, whatever becomes of the hold.
create unique index intention_code on intention (company_id, session_ref, code_step) where session_ref is not null;
