/** What a shop does with a voucher, by its code: case and hyphens do not matter (D3, D8). */

import { type Database, row, sql } from '#api/database/sql.ts'
import { Refused } from '#api/http/refused.ts'
import { type Attempt, countAttempt, refuseWaiting } from '#api/session/attempt.ts'
import type { Refusal } from '#contract/refusal.ts'
import type { Voucher } from '#contract/voucher.ts'

type Asked = {
  company_id: string
  partner_key_id: string
  address: string
  code: string
  now: Date
}
type Answer = Voucher & { refusal: Refusal | null }

/** Throws `voucher_not_found` or `too_many_requests`. */
export async function voucherByCode(database: Database, asked: Asked): Promise<Voucher> {
  const { company_id, code, now } = asked
  return guarded(database, asked, async () => {
    const found = await row<Voucher>(
      database,
      sql`select shown.*
            from voucher
           cross join lateral shown_voucher(voucher, ${now}) shown
           where voucher.company_id = ${company_id}
             and voucher.code_key = upper(replace(${code}, '-', ''))`,
    )
    if (!found) throw new Refused('voucher_not_found')
    return found
  })
}

/**
 * The prize was handed over. Throws `voucher_not_found`, `too_many_requests` or one of reasonsNotToTake; then nothing has
 * changed. It is done on `claim`, where there is one; what is counted is counted outside, so that it stays.
 */
export async function withdrawVoucher(
  { database, claim = database }: { database: Database; claim: Database | undefined },
  asked: Asked,
  subsidiary_name: string,
): Promise<Voucher> {
  const { company_id, partner_key_id, code, now } = asked
  return guarded(database, asked, async () =>
    answered(
      await row<Answer>(
        claim,
        sql`select withdrawn.refusal, shown.*
              from withdraw_voucher(${company_id}, ${code}, ${subsidiary_name}, ${partner_key_id}, ${now}) withdrawn
              left join lateral shown_voucher(withdrawn.voucher, ${now}) shown on true`,
      ),
    ),
  )
}

/** Points and centavos go back (D4). Throws as withdrawVoucher does; then nothing has changed. */
export async function cancelVoucher(
  { database, claim = database }: { database: Database; claim: Database | undefined },
  asked: Asked,
): Promise<Voucher> {
  const { company_id, partner_key_id, code, now } = asked
  return guarded(database, asked, async () =>
    answered(
      await row<Answer>(
        claim,
        sql`select cancelled.refusal, shown.*
              from cancel_voucher(${company_id}, ${code}, ${partner_key_id}, ${now}) cancelled
              left join lateral shown_voucher(cancelled.voucher, ${now}) shown on true`,
      ),
    ),
  )
}

function answered(answer: Answer | undefined): Voucher {
  // Each function answers with one row.
  if (answer!.refusal) throw new Refused(answer!.refusal)
  return answer!
}

/** T16: a key that has sent many codes that are nobody's waits, also with one that is somebody's. */
async function guarded<Result>(
  database: Database,
  { company_id, partner_key_id, address, now }: Asked,
  work: () => Promise<Result>,
): Promise<Result> {
  const attempt: Attempt = { company_id, action: 'voucher', account: partner_key_id, address }
  await refuseWaiting(database, attempt, now)
  try {
    return await work()
  } catch (error) {
    // Any other end is no guess.
    if (error instanceof Refused && error.refusal === 'voucher_not_found') {
      await countAttempt(database, attempt, now)
    }
    throw error
  }
}
