-- Append-only: what an operator did to a customer's data by a command (D16). Ids and figures, no personal value.
create table operator_action (
  company_id  uuid        not null references company,
  id          uuid        not null default uuidv7(),
  action      text        not null check (action in ('customer.find', 'customer.export', 'customer.erase')),
  operator    text        not null,  -- the account and the machine that ran the command
  customer_id uuid,                  -- null: nobody was found. No foreign key: a merged customer is deleted
  detail      jsonb       not null,  -- by which kind of name was looked, what was forfeited
  created_at  timestamptz not null,
  primary key (company_id, id)
);
