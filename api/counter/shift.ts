/** A day of a shop at the counter: its sums, and the movements of the person who asks. The figures come from the ledger. */

import type { Context } from '#api/context/context.ts'
import type { CounterMovement, CounterShift } from '#contract/console/counter.ts'
import { maxShiftMovements } from '#contract/console/counter.ts'
import { masked } from '#contract/person/personal-value.ts'
import { type Database, row, rows, sql } from '#database/sql.ts'

import { type CounterCall, reading, readingTill } from './act.ts'

export function counterShift(
  { database }: Pick<Context, 'database'>,
  call: CounterCall,
  { shop, day }: { shop: string; day?: string | undefined },
): Promise<CounterShift> {
  return reading(async () => {
    const till = await readingTill(database, call, shop)
    const of = {
      company_id: call.company_id,
      shop_key: till.shop_key,
      day: day ?? till.day,
      partner_key_id: till.key.partner_key_id,
    }
    return {
      day: of.day,
      totals: await totalsOf(database, of),
      movements: await movementsOf(database, of),
    }
  })
}

type Of = { company_id: string; shop_key: string; day: string; partner_key_id: string }
type Sums = {
  sales: number
  purchase_value: number
  given_amount: number
  given_value: number
  used_amount: number
  used_value: number
  returns: number
  returned_value: number
  vouchers: number
}

/** A returned part lowers the points given or used on the day of the return. */
async function totalsOf(
  database: Database,
  { company_id, shop_key, day }: Of,
): Promise<CounterShift['totals']> {
  const sums = (await row<Sums>(
    database,
    sql`select count(*) filter (where act.kind = 'sale')::integer as sales,
               coalesce(sum(record.purchase_value) filter (where act.kind = 'sale'), 0)::bigint as purchase_value,
               coalesce(sum(record.amount) filter (where act.kind in ('sale', 'return')), 0)::bigint as given_amount,
               coalesce(sum(record.value) filter (where act.kind in ('sale', 'return')), 0)::bigint as given_value,
               coalesce(-sum(record.amount) filter (where act.kind in ('use', 'undo')), 0)::bigint as used_amount,
               coalesce(-sum(record.value) filter (where act.kind in ('use', 'undo')), 0)::bigint as used_value,
               count(*) filter (where act.kind = 'return')::integer as returns,
               coalesce(sum(record.purchase_value) filter (where act.kind = 'return'), 0)::bigint as returned_value,
               count(*) filter (where act.kind = 'voucher')::integer as vouchers
          from counter_act act
          left join lateral known_record(act.company_id, act.id) record on true
         where act.company_id = ${company_id}
           and act.shop_key = ${shop_key}
           and act.day = ${day}`,
  ))!
  const { sales, purchase_value, returns, returned_value, vouchers } = sums
  return {
    sales,
    purchase_value,
    given: { points_amount: sums.given_amount, points_value: sums.given_value },
    used: { points_amount: sums.used_amount, points_value: sums.used_value },
    returns,
    returned_value,
    vouchers,
  }
}

type Movement = CounterMovement & { created_at: string }

async function movementsOf(
  database: Database,
  { company_id, shop_key, day, partner_key_id }: Of,
): Promise<CounterMovement[]> {
  const found = await rows<Movement>(
    database,
    sql`select act.id, act.kind, act.created_at, person.name as customer_name, prize.name as prize, record.purchase_value,
               coalesce(record.amount, 0) as points_amount, coalesce(record.value, 0) as points_value,
               coalesce(record.returned_value, 0) as returned_value, coalesce(record.is_reversed, false) as is_reversed
          from counter_act act
          left join lateral returned_records(act.company_id, array[act.id]) record on true
          left join lateral voucher_of(act.company_id, act.id) voucher on act.kind = 'voucher'
          left join lateral prize_card(act.company_id, voucher.prize_id) prize on true
          left join lateral person_of(act.company_id, coalesce(record.customer_id, voucher.customer_id)) person on true
         where act.company_id = ${company_id}
           and act.shop_key = ${shop_key}
           and act.day = ${day}
           and act.partner_key_id = ${partner_key_id}
           and act.kind <> 'request'
         order by act.created_at desc, act.kind, act.id desc
         limit ${maxShiftMovements}`,
  )
  return found.map((movement) => ({
    ...movement,
    created_at: new Date(movement.created_at).toISOString(),
    customer_name: masked('name', movement.customer_name),
  }))
}
