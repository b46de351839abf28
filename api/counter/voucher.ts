/** Vouchers at the counter: what a code is worth, and the prize handed over, once (D8). */

import type { Actor } from '#api/audit/note.ts'
import type { Context } from '#api/context/context.ts'
import { lockOwner } from '#api/customer/lock-balances.ts'
import { ApiError } from '#api/http/api-error.ts'
import { voucherCodes } from '#api/voucher/code/sealed-code.ts'
import { guessGuard, voucherByCode, withdrawVoucher } from '#api/voucher/till.ts'
import type { CounterWithdrawal } from '#contract/console/counter.ts'
import type { Voucher, WithdrawnVoucher } from '#contract/voucher.ts'
import { type Database, row, sql } from '#database/sql.ts'

import { counterAct, type CounterCall, reading, readingTill, type Till, unkeyed } from './act.ts'
import { type ActCustomer, withdrawn } from './acts.ts'

type Needs = Pick<Context, 'database' | 'engine' | 'secret' | 'io'>
type Codes = ReturnType<typeof voucherCodes>

/** Reads a voucher. Throws `voucher_not_found`, and `too_many_requests` after many unknown codes (T16). */
export function counterVoucher(
  { database, secret }: Needs,
  call: CounterCall,
  { shop, code }: { shop: string; code: string },
): Promise<Voucher> {
  return reading(async () => {
    const { company_id, now } = call
    const { key } = await readingTill(database, call, shop)
    const { partner_key_id } = key
    const till = { company_id, partner_key_id, code, now }
    return guarded(database, call, partner_key_id, () =>
      voucherByCode(database, voucherCodes(secret), till),
    )
  })
}

/** Hands the prize over. A repeat of the external_id gets the voucher again. Throws as `withdrawVoucher`. */
export function handOver(
  context: Needs,
  call: CounterCall,
  withdrawal: CounterWithdrawal,
): Promise<WithdrawnVoucher> {
  const codes = voucherCodes(context.secret)
  return counterAct(context, call, withdrawal.shop, (till) =>
    guarded(till.connection, call, till.key.partner_key_id, () =>
      withdrawOnce(till, call, codes, withdrawal),
    ),
  )
}

async function withdrawOnce(
  till: Till,
  call: CounterCall,
  codes: Codes,
  { code, external_id }: CounterWithdrawal,
) {
  const { company_id, now, header } = call
  const { connection, engine, key, shop } = till
  const owned = await row<{ id: string; customer_id: string }>(
    connection,
    sql`select id, customer_id from voucher_with(${company_id}, ${codes.keysOf(company_id, code)})`,
  )
  if (!owned) throw new ApiError('voucher_not_found')
  await lockOwner(connection, company_id, owned.customer_id)
  const tillCall = { company_id, partner_key_id: key.partner_key_id, code, now }
  const earlier = await row(
    connection,
    sql`select id
          from counter_act
         where company_id = ${company_id}
           and id = ${owned.id}
           and kind = 'voucher'
           and external_id = ${external_id}`,
  )
  const answer: WithdrawnVoucher = earlier
    ? await voucherByCode(connection, codes, tillCall)
    : await withdrawVoucher(
        { database: connection, engine },
        codes,
        { ...tillCall, header, ...unkeyed },
        shop,
      )
  const facts = { shop, prize: answer.prize.name, voucher_id: answer.id }
  return {
    answer,
    counted: [{ kind: 'voucher' as const, id: answer.id, external_id }],
    customer_id: owned.customer_id,
    act: (actor: Actor, person: ActCustomer) => withdrawn(actor, person, facts),
  }
}

/** The guard of a till's calls for vouchers: it delays a person who has sent many unknown codes. Its count is the last write. */
async function guarded<Answer>(
  database: Database,
  { company_id, address, now }: CounterCall,
  partner_key_id: string,
  perform: () => Promise<Answer>,
): Promise<Answer> {
  const guard = guessGuard(database)
  const till = { company_id, partner_key_id, address, now }
  await guard.before(till)
  try {
    return await perform()
  } catch (error) {
    if (error instanceof ApiError) await guard.refused(till, error.code)
    throw error
  }
}
