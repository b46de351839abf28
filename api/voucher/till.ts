/** What a shop does with a voucher, by its code: case and hyphens do not matter (D3, D8). */

import { Refused } from '#api/http/refused.ts'
import type { Guard } from '#api/http/route.ts'
import { refusedSubsidiary, subsidiaryWarning } from '#api/partner/subsidiary.ts'
import { type Attempt, countAttempt, refuseWaiting } from '#api/session/attempt.ts'
import type { Refusal } from '#contract/refusal.ts'
import { subsidiaryKey } from '#contract/subsidiary.ts'
import type { Voucher, WithdrawnVoucher } from '#contract/voucher.ts'
import { type Database, row, sql } from '#database/sql.ts'

import type { SealedVoucher, VoucherCodes } from './sealed-code.ts'

type Asked = { company_id: string; partner_key_id: string; code: string; now: Date }
type Answer = SealedVoucher & { refusal: Refusal | null }

/** Throws `voucher_not_found`. */
export async function voucherByCode(
  database: Database,
  codes: VoucherCodes,
  { company_id, code, now }: Asked,
): Promise<Voucher> {
  const found = await row<SealedVoucher>(
    database,
    sql`select shown.*
          from voucher
         cross join lateral shown_voucher(voucher, ${now}) shown
         where voucher.company_id = ${company_id}
           and voucher.code_key = ${codes.keyOf(company_id, code)}`,
  )
  if (!found) throw new Refused('voucher_not_found')
  return codes.shown(company_id, found)
}

/** The prize was handed over. Throws `voucher_not_found` or one of reasonsNotToTake; then nothing has changed. */
export async function withdrawVoucher(
  database: Database,
  codes: VoucherCodes,
  { company_id, partner_key_id, code, now }: Asked,
  subsidiary_name: string,
): Promise<WithdrawnVoucher> {
  const answer = (await row<Answer & { unlisted_in: number | null }>(
    database,
    sql`select withdrawn.refusal, shown.*, unlisted_in(${company_id}, 'voucher', (withdrawn.voucher).id) as unlisted_in
          from withdraw_voucher_at(
                 ${company_id}, ${codes.keyOf(company_id, code)}, ${subsidiary_name}, ${subsidiaryKey(subsidiary_name)},
                 ${partner_key_id}, ${now}) withdrawn
          left join lateral shown_voucher(withdrawn.voucher, ${now}) shown on true`,
  ))!
  if (answer.refusal === 'unknown_subsidiary') {
    throw await refusedSubsidiary(database, company_id, subsidiary_name)
  }
  return {
    ...answered(codes, company_id, answer),
    ...(await subsidiaryWarning(database, company_id, subsidiary_name, answer.unlisted_in)),
  }
}

/** Points and centavos go back (D4). Throws as withdrawVoucher does; then nothing has changed. */
export async function cancelVoucher(
  database: Database,
  codes: VoucherCodes,
  { company_id, partner_key_id, code, now }: Asked,
): Promise<Voucher> {
  const answer = await row<Answer>(
    database,
    sql`select cancelled.refusal, shown.*
          from cancel_voucher(${company_id}, ${codes.keyOf(company_id, code)}, ${partner_key_id}, ${now}) cancelled
          left join lateral shown_voucher(cancelled.voucher, ${now}) shown on true`,
  )
  return answered(codes, company_id, answer)
}

function answered(codes: VoucherCodes, company_id: string, answer: Answer | undefined): Voucher {
  // Each function answers with one row.
  if (answer!.refusal) throw new Refused(answer!.refusal)
  return codes.shown(company_id, answer!)
}

type Till = { company_id: string; partner_key_id: string; address: string; now: Date }

/** T16: a key that has sent many codes that are nobody's waits, also with one that is somebody's. */
export function guessGuard(database: Database): Guard<Till> {
  const attempt = ({ company_id, partner_key_id, address }: Till): Attempt => ({
    company_id,
    action: 'voucher',
    account: partner_key_id,
    address,
  })
  return {
    before: (till) => refuseWaiting(database, attempt(till), till.now),
    // Any other end is no guess.
    refused: async (till, refusal) => {
      if (refusal === 'voucher_not_found') await countAttempt(database, attempt(till), till.now)
    },
  }
}
