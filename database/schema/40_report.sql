-- Reports (D18): daily sums of the ledger and of the states that write no record. api/report owns these tables.

-- How far a company's records are folded into report_day.
create table report_progress (
  company_id      uuid        primary key references company,
  after_record_id uuid        not null,  -- the last folded record
  states_day      date,                  -- expiries, members and vouchers are counted up to the day before; null: not yet
  folded_at       timestamptz            -- the company's present at the last fold
);

-- One row for what happened on a day in the company's time zone. A sum of all rows of a kind equals the ledger.
create table report_day (
  company_id     uuid   not null references company,
  day            date   not null,
  shop           text   not null,  -- '': no shop is named
  kind           text   not null,
  item           text   not null,  -- the rule, promotion, prize or origin; '': none
  count          bigint not null,
  purchase_value bigint not null,  -- centavos
  amount         bigint not null,  -- points, with the sign of the records
  value          bigint not null,  -- centavos, with the sign of the records
  primary key (company_id, kind, day, shop, item),
  check (kind in (
    'earn', 'promote', 'credit', 'credit_back', 'return', 'recover', 'spend', 'spend_back', 'redeem', 'redeem_back', 'debit',
    'debit_back', 'expire', 'active_30', 'active_90', 'active_30_shop', 'active_90_shop', 'join', 'leave', 'voucher_issued',
    'voucher_withdrawn', 'voucher_cancelled', 'voucher_expired'))
);

-- The last day on which a customer bought, in the whole company and in each shop. It turns purchases into the number of active
-- customers.
create table report_buyer (
  company_id  uuid not null,
  customer_id uuid not null,
  scope       text not null check (scope in ('company', 'shop')),
  shop        text not null,  -- '': of scope company, or no shop is named
  last_day    date not null,
  primary key (company_id, customer_id, scope, shop),
  foreign key (company_id, customer_id) references customer on delete cascade
);

-- As in 23_statistics.sql.
alter table report_progress alter column company_id set statistics 0;
alter table report_day alter column company_id set statistics 0;
alter table report_buyer alter column company_id set statistics 0;
