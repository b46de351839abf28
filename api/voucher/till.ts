/** The till's calls for a voucher, by its code without case and hyphens (D3, D8). */

import { type Attempt, countAttempt, refuseWaiting } from '#api/attempt/attempt.ts'
import type { TillContext } from '#api/context/context.ts'
import { ApiError } from '#api/http/api-error.ts'
import { resultOf } from '#api/http/outcome.ts'
import type { Guard, KeyedCall } from '#api/http/route.ts'
import { subsidiaryMessage, subsidiaryWarning } from '#api/partner/subsidiary.ts'
import { subsidiaryKey } from '#contract/subsidiary.ts'
import type { Voucher, WithdrawnVoucher } from '#contract/voucher.ts'
import { type Database, row, sql } from '#database/sql.ts'

import { type SealedVoucher, type VoucherCodes, voucherOf } from './code/sealed-code.ts'

type TillRequest = { company_id: string; partner_key_id: string; code: string; now: Date }

/** Reads a voucher by its code. Throws `voucher_not_found`. */
export async function voucherByCode(
  database: Database,
  codes: VoucherCodes,
  { company_id, code, now }: TillRequest,
): Promise<Voucher> {
  const found = await row<SealedVoucher>(
    database,
    sql`select shown.*
          from voucher
         cross join lateral shown_voucher(${company_id}, voucher.id, ${now}) shown
         where voucher.company_id = ${company_id}
           and voucher.code_key = any (${codes.keysOf(company_id, code)})`,
  )
  if (!found) throw new ApiError('voucher_not_found')
  return codes.shown(company_id, found)
}

/**
 * Withdraws a voucher: the prize was handed over. Throws `voucher_not_found`, `unknown_subsidiary` or one of reasonsNotToTake, and
 * then changes nothing.
 */
export async function withdrawVoucher(
  { database, engine }: Pick<TillContext, 'database' | 'engine'>,
  codes: VoucherCodes,
  { company_id, partner_key_id, code, now, idempotency, header }: TillRequest & KeyedCall,
  subsidiary_name: string,
): Promise<WithdrawnVoucher> {
  const outcome = await engine.apply(
    company_id,
    {
      verb: 'withdraw_voucher',
      partner_key_id,
      ...codes.argumentsOf(company_id, code),
      subsidiary_name,
      subsidiary_key: subsidiaryKey(subsidiary_name),
      ...idempotency,
    },
    now,
  )
  const message = await subsidiaryMessage(database, company_id, subsidiary_name, outcome.error)
  const voucher = resultOf(outcome, { header }, () => message)
  return {
    ...voucherOf(codes, company_id, voucher),
    ...subsidiaryWarning(subsidiary_name, outcome.shopNames),
  }
}

/**
 * Cancels a voucher and gives points and centavos back (D4). Throws `voucher_not_found` or one of reasonsNotToTake, and
 * then changes nothing.
 */
export async function cancelVoucher(
  { engine }: Pick<TillContext, 'engine'>,
  codes: VoucherCodes,
  { company_id, partner_key_id, code, now, idempotency, header }: TillRequest & KeyedCall,
): Promise<Voucher> {
  const command = {
    verb: 'cancel_voucher',
    partner_key_id,
    ...codes.argumentsOf(company_id, code),
    ...idempotency,
  } as const
  const outcome = await engine.apply(company_id, command, now)
  return voucherOf(codes, company_id, resultOf(outcome, { header }))
}

type Till = { company_id: string; partner_key_id: string; address: string; now: Date }

/** T16: delays a key that has sent many unknown codes, also for a known code. */
export function guessGuard(database: Database): Guard<Till> {
  const attempt = ({ company_id, partner_key_id, address }: Till): Attempt => ({
    company_id,
    action: 'voucher',
    account: partner_key_id,
    address,
  })
  return {
    before: (till) => refuseWaiting(database, attempt(till), till.now),
    // Only an unknown code counts as a guess.
    refused: async (till, code) => {
      if (code === 'voucher_not_found') await countAttempt(database, attempt(till), till.now)
    },
  }
}
