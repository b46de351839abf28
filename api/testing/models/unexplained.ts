/** Invariant I1, checked on the tables. */

import { type Database, rows, sql } from '#database/sql.ts'

/**
 * I1 in points and centavos. Each point of a full return was taken, waived or left to the customer. The records add up to the
 * balance. 0 points are worth 0 centavos.
 */
export async function unexplained(database: Database, company_id: string, customer_id: string) {
  return rows(
    database,
    sql`with mine as (
          select * from points_record where company_id = ${company_id} and customer_id = ${customer_id}
        )
        select 'a returned purchase' as what, earned.id::text
          from mine earned
         cross join lateral (
                select sum(purchase_value) as purchase_value, sum(amount) as amount, sum(value) as value
                  from mine where reverses_id = earned.id) reversed
         cross join lateral (
                select coalesce(sum(let_go_amount - recovered_amount + kept_amount), 0) as amount
                  from return_shortfall where company_id = ${company_id} and lot_id = earned.id) stays
         where earned.type_id = 'GNR'
           and (reversed.purchase_value = earned.purchase_value
                 and earned.amount + reversed.amount <> stays.amount
                or reversed.purchase_value = earned.purchase_value and stays.amount = 0
                 and earned.value + reversed.value <> 0
                or earned.amount + reversed.amount < 0
                or earned.value + reversed.value < 0)
         union all
        select 'the records', concat_ws(' ', records.amount, records.value, left_amount, left_value)
          from (select coalesce(sum(amount), 0) as amount, coalesce(sum(value), 0) as value from mine) records
         cross join (select coalesce(sum(remaining_amount + expired_amount), 0) as amount,
                            coalesce(sum(remaining_value + expired_value), 0) as value
                       from lot where company_id = ${company_id} and customer_id = ${customer_id}) lots
          join balance on balance.company_id = ${company_id} and balance.customer_id = ${customer_id}
         cross join lateral (
                select lots.amount + held_amount - deficit_amount as left_amount,
                       lots.value + held_value - deficit_value + difference_value as left_value) kept
         where (records.amount, records.value) <> (left_amount, left_value)
            or deficit_amount = 0 and deficit_value <> 0
         union all
        select 'a lot without points', id::text
          from lot
         where company_id = ${company_id}
           and customer_id = ${customer_id}
           and (remaining_amount = 0 and remaining_value <> 0 or expired_amount = 0 and expired_value <> 0)`,
  )
}
