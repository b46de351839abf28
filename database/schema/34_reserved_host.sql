-- A host name that a company gives up stays reserved for it (T12): another company would get links and passkeys of its customers.
alter table company_domain add column released_at timestamptz;  -- null: in use; otherwise no page and no call is served under it
