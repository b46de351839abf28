-- Returns account for every point and centavo of an earning (docs/decisions/015-returns.md).

-- What a return claims and its lot does not give. At most one row per GNR_REVERSAL record.
create table return_shortfall (
  company_id       uuid    not null,
  record_id        uuid    not null,  -- the return
  lot_id           uuid    not null,  -- the lot of the purchase
  sequence         integer not null,  -- the return's
  -- Became the customer's deficit.
  owed_amount      bigint  not null default 0,
  owed_value       bigint  not null default 0,
  -- Was spent or held. The company's policy lets it go, until it comes back to the lot.
  let_go_amount    bigint  not null default 0,
  let_go_value     bigint  not null default 0,
  -- The part of let_go that has come back since and was taken.
  recovered_amount bigint  not null default 0,
  recovered_value  bigint  not null default 0,
  -- Was available and unspent: the customer's, where the policy is pending_only.
  kept_amount      bigint  not null default 0,
  kept_value       bigint  not null default 0,
  -- Centavos that the lot gave and the record does not say; negative: the other way round.
  difference_value bigint  not null default 0,
  primary key (company_id, record_id),
  foreign key (company_id, record_id) references points_record,
  foreign key (company_id, lot_id) references lot,
  check (
    least(owed_amount, owed_value, let_go_amount, let_go_value, recovered_amount, recovered_value, kept_amount, kept_value,
          let_go_amount - recovered_amount, let_go_value - recovered_value) >= 0
  )
);
-- Serves the earlier returns of a purchase, and what was let go of a lot.
create index return_shortfall_of_lot on return_shortfall (company_id, lot_id);

-- Points that pay a deficit may be worth more or less than the points that are owed. Where a lot gives its last point, or a
-- deficit is paid to its last point, one of the two has no centavos left to match. The customer's sum of these differences:
-- positive where lots gave more than records say. Records = lots + holds - deficit + difference, to the centavo.
alter table balance add column difference_value bigint not null default 0;
-- Centavos of the deficit that an absorbed part paid. `value` is what the lot gave.
alter table allocation add column deficit_value bigint;
alter table hold_allocation add column absorbed_deficit_value bigint not null default 0 check (absorbed_deficit_value >= 0);

-- Rows from before: what was owed is the part of a return that no allocation explains.
insert into return_shortfall (company_id, record_id, lot_id, sequence, owed_amount, owed_value)
select entry.company_id, entry.id, entry.reverses_id, entry.sequence,
       coalesce(allocation.amount, 0) - entry.amount, coalesce(allocation.value, 0) - entry.value
  from points_record entry
  left join allocation on allocation.company_id = entry.company_id and allocation.record_id = entry.id
 where entry.type_id = 'GNR_REVERSAL'
   and entry.amount < coalesce(allocation.amount, 0);
update allocation set deficit_value = -value where absorbs_deficit;
update hold_allocation set absorbed_deficit_value = absorbed_value where absorbed_amount > 0;
