-- Reports (D18): daily sums of the ledger and of the states that write no record. api/report owns these tables.

-- How far a company's records are folded into report_day.
create table report_progress (
  company_id      uuid        primary key references company,
  after_record_id uuid        not null,  -- the last folded record
  states_day      date,                  -- expiries, members and vouchers are counted up to the day before; null: not yet
  deficit_amount  bigint      not null default 0,  -- what customers owed after returns at the end of that day
  deficit_value   bigint      not null default 0,
  folded_at       timestamptz            -- the instant of the company's clock before which all records are folded
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

-- What the company owed its customers at the end of the last counted day, by the months of earning and of the last good day.
create table report_liability (
  company_id    uuid   not null references company,
  earned_month  date   not null,
  expires_month date   not null,  -- infinity: never
  amount        bigint not null,
  value         bigint not null,
  primary key (company_id, earned_month, expires_month)
);

-- How the points of each month were used and expired, in the month of age 0, 1, 2 … after their earning.
create table report_curve (
  company_id     uuid    not null references company,
  earned_month   date    not null,
  age            integer not null,  -- -1: `amount` has the points earned, without those that returns took or that paid a deficit
  amount         bigint  not null,  -- used, less what was given back
  expired_amount bigint  not null,
  primary key (company_id, earned_month, age)
);

-- A closed month. Its rows are never changed (database/runtime.sql).
create table report_closing (
  company_id       uuid        not null references company,
  month            date        not null,  -- the first day
  staff_id         uuid        not null,
  closed_at        timestamptz not null,
  liability_amount bigint      not null,
  liability_value  bigint      not null,
  deficit_amount   bigint      not null,  -- what customers owe after returns
  deficit_value    bigint      not null,
  records_amount   bigint      not null,  -- the sum of all records up to the end of the month
  records_value    bigint      not null,
  expired_amount   bigint      not null,
  expired_value    bigint      not null,
  difference_value bigint      not null,  -- balance.difference_value of all customers
  primary key (company_id, month),
  foreign key (company_id, staff_id) references staff,
  -- The ledger explains the liability to the point and to the centavo.
  check (
    extract(day from month) = 1
    and records_amount = liability_amount - deficit_amount + expired_amount
    and records_value = liability_value - deficit_value + expired_value + difference_value
  )
);

create table report_closing_line (
  company_id    uuid   not null,
  month         date   not null,
  expires_month date   not null,  -- infinity: never
  amount        bigint not null,
  value         bigint not null,
  primary key (company_id, month, expires_month),
  foreign key (company_id, month) references report_closing
);

-- As in 23_statistics.sql.
alter table report_progress alter column company_id set statistics 0;
alter table report_day alter column company_id set statistics 0;
alter table report_buyer alter column company_id set statistics 0;
alter table report_liability alter column company_id set statistics 0;
alter table report_curve alter column company_id set statistics 0;
alter table report_closing alter column company_id set statistics 0;
alter table report_closing_line alter column company_id set statistics 0;

-- Read-only views for the tools of business intelligence (docs/operating-guide.md). They name no person. A role that may read them
-- needs no rights on the tables. A view with security_barrier shows no row that it leaves out to a function of the reader's statement.
do $$
begin
  -- The owner's role may lack the right to create schemas where an administrator has created this one.
  if to_regnamespace('report') is null then
    create schema report;
  end if;
end
$$;
comment on schema report is 'Fiel: read-only figures for BI tools, one row set for all companies; filter by company_id';

create view report.company with (security_barrier) as
select company.company_id, company.slug, company.time_zone
  from company;
comment on view report.company is 'The companies of this installation';
comment on column report.company.company_id is 'UUID of the company';
comment on column report.company.slug is 'short name, as the commands of Fiel use it';
comment on column report.company.time_zone is 'IANA time zone; days and months of the other views are in it';

create view report.daily with (security_barrier) as
select report_day.company_id, report_day.day, report_day.shop, report_day.kind, report_day.item, report_day.count,
       report_day.purchase_value as purchase_centavos, report_day.amount as points, report_day.value as centavos
  from report_day
 where report_day.kind not like 'active%';
comment on view report.daily is 'What happened on each day; the sum of the kinds earn to debit_back is the ledger';
comment on column report.daily.company_id is 'UUID of the company';
comment on column report.daily.day is 'local day';
comment on column report.daily.shop is 'name that the sale stated; empty: none';
comment on column report.daily.kind is
  'earn, promote, credit, return, recover, spend, redeem, debit, the same with _back, expire, join, leave, voucher_…';
comment on column report.daily.item is 'id of the rule, promotion or prize (view item), or the origin; empty: none';
comment on column report.daily.count is 'records, lots, customers or vouchers';
comment on column report.daily.purchase_centavos is 'centavos of the purchases; of a return what came back';
comment on column report.daily.points is 'points with the sign of the ledger: given is positive, taken negative';
comment on column report.daily.centavos is 'centavos of these points, with the same sign';

create view report.active with (security_barrier) as
select step.company_id, step.day, step.shop, step.kind,
       sum(step.count) over (partition by step.company_id, step.kind, step.shop order by step.day)::bigint as customers
  from report_day step
 where step.kind like 'active%';
comment on view report.active is 'Customers with a purchase in the 30 or 90 days up to a day; a day without a change has no row';
comment on column report.active.company_id is 'UUID of the company';
comment on column report.active.day is 'local day; the number holds until the next row, which may lie ahead';
comment on column report.active.shop is 'name of the shop; empty: the whole company, or no shop';
comment on column report.active.kind is 'active_30, active_90, and the same with _shop for customers of one shop';
comment on column report.active.customers is 'number of customers';

create view report.liability with (security_barrier) as
select report_liability.company_id, report_liability.earned_month,
       nullif(report_liability.expires_month, 'infinity') as expires_month, report_liability.amount as points,
       report_liability.value as centavos
  from report_liability;
comment on view report.liability is 'What the company owes its customers at the end of yesterday';
comment on column report.liability.company_id is 'UUID of the company';
comment on column report.liability.earned_month is 'first day of the month of earning';
comment on column report.liability.expires_month is 'first day of the month of expiry; null: never';
comment on column report.liability.points is 'points';
comment on column report.liability.centavos is 'centavos of these points';

create view report.closing with (security_barrier) as
select report_closing.company_id, report_closing.month, report_closing.closed_at,
       report_closing.liability_amount as liability_points, report_closing.liability_value as liability_centavos,
       report_closing.deficit_amount as deficit_points, report_closing.deficit_value as deficit_centavos,
       report_closing.records_amount as records_points, report_closing.records_value as records_centavos,
       report_closing.expired_amount as expired_points, report_closing.expired_value as expired_centavos,
       report_closing.difference_value as difference_centavos
  from report_closing;
comment on view report.closing is
  'Closed months, which never change: records = liability - deficit + expired, in centavos + difference';
comment on column report.closing.company_id is 'UUID of the company';
comment on column report.closing.month is 'first day of the month';
comment on column report.closing.closed_at is 'instant of the closing';
comment on column report.closing.liability_points is 'points that customers had at the end of the month';
comment on column report.closing.liability_centavos is 'centavos of these points';
comment on column report.closing.deficit_points is 'points that customers owed after returns';
comment on column report.closing.deficit_centavos is 'centavos of these points';
comment on column report.closing.records_points is 'sum of all records of the ledger up to the end of the month';
comment on column report.closing.records_centavos is 'the same in centavos';
comment on column report.closing.expired_points is 'points that had expired by then';
comment on column report.closing.expired_centavos is 'the same in centavos';
comment on column report.closing.difference_centavos is 'centavos by which lots and records differ after returns';

create view report.closing_line with (security_barrier) as
select report_closing_line.company_id, report_closing_line.month,
       nullif(report_closing_line.expires_month, 'infinity') as expires_month, report_closing_line.amount as points,
       report_closing_line.value as centavos
  from report_closing_line;
comment on view report.closing_line is 'The liability of a closed month by the month of expiry';
comment on column report.closing_line.company_id is 'UUID of the company';
comment on column report.closing_line.month is 'first day of the closed month';
comment on column report.closing_line.expires_month is 'first day of the month of expiry; null: never';
comment on column report.closing_line.points is 'points';
comment on column report.closing_line.centavos is 'centavos of these points';

create view report.item with (security_barrier) as
select calculation_rule.company_id, 'rule' as kind, calculation_rule.id::text as item, calculation_rule.name
  from calculation_rule
 union all
select promotion.company_id, 'promotion', promotion.id::text, promotion.name
  from promotion
 union all
select prize.company_id, 'prize', prize.id::text, prize.name
  from prize;
comment on view report.item is 'The names of rules, promotions and prizes, also of those that left the programme';
comment on column report.item.company_id is 'UUID of the company';
comment on column report.item.kind is 'rule, promotion or prize';
comment on column report.item.item is 'id, as in report.daily';
comment on column report.item.name is 'name';
