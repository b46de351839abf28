/** A return at the counter: a sale of this shop's counter, whole or in part, or a use of points (D4). */

import type { Context } from '#api/context/context.ts'
import { lockOwner } from '#api/customer/lock-balances.ts'
import { ApiError } from '#api/http/api-error.ts'
import { counterCredential } from '#api/partner/counter-key.ts'
import { reversePoints } from '#api/points/reverse.ts'
import type { CountedReturn, CounterReturn } from '#contract/console/counter.ts'
import { row, sql } from '#database/sql.ts'

import { counterAct, type CounterCall, type Till, unkeyed } from './act.ts'
import { returned, useUndone } from './acts.ts'

/** Throws as `reversePoints`, and `not_found` for a record that no counter of this shop made. */
export function returnRecord(
  context: Pick<Context, 'database' | 'engine' | 'io'>,
  call: CounterCall,
  record_id: string,
  { shop, ...reversal }: CounterReturn,
): Promise<CountedReturn> {
  return counterAct(context, call, shop, async (till) => {
    const { company_id, now, header } = call
    const { kind, customer_id } = await ownRecord(till, call, record_id)
    await lockOwner(till.connection, company_id, customer_id)
    const record = await reversePoints(till, {
      credential: counterCredential(company_id, till.key),
      record_id,
      reversal,
      now,
      header,
      ...unkeyed,
    })
    const { id, reverses_id, purchase_value, points_amount, points_value } = record
    const is_repeat = await isCounted(till, call, id)
    const facts = { shop: till.shop, record_id: id, reverses_id }
    return {
      answer: { ...record, is_repeat },
      counted: [
        { kind: kind === 'sale' ? 'return' : 'undo', id, external_id: reversal.external_id },
      ],
      customer_id,
      act: is_repeat
        ? null
        : (actor, person) =>
            kind === 'sale'
              ? returned(actor, person, { ...facts, returned_value: purchase_value! })
              : useUndone(actor, person, { ...facts, points_amount, points_value }),
    }
  })
}

/** Whether the act of this record is written. It is not during the call that makes the record: counterAct writes it last. */
async function isCounted(
  { connection }: Till,
  { company_id }: CounterCall,
  id: string,
): Promise<boolean> {
  const found = await row(
    connection,
    sql`select from counter_act where company_id = ${company_id} and id = ${id}`,
  )
  return found !== undefined
}

async function ownRecord(
  { connection, shop_key }: Till,
  { company_id }: CounterCall,
  id: string,
): Promise<{ kind: 'sale' | 'use'; customer_id: string }> {
  const found = await row<{ kind: 'sale' | 'use'; customer_id: string }>(
    connection,
    sql`select act.kind, record.customer_id
          from counter_act act
         cross join lateral known_record(act.company_id, act.id) record
         where act.company_id = ${company_id}
           and act.id = ${id}
           and act.shop_key = ${shop_key}
           and act.kind in ('sale', 'use')`,
  )
  if (!found) throw new ApiError('not_found')
  return found
}
