-- The shop of an intention in the form that is compared (subsidiaryKey in contract/subsidiary.ts), so that another spelling of its name
-- does not end the wait after a customer's decline (T6, D5, D13). Null: opened before this column was added.
alter table intention add column subsidiary_key text;
