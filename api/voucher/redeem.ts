import type { Credential } from '#api/http/caller.ts'
import { Refused } from '#api/http/refused.ts'
import type { Details, Refusal } from '#contract/refusal.ts'
import type { Voucher, VoucherPurchase } from '#contract/voucher.ts'
import { batched } from '#database/batch.ts'
import { flightsOf } from '#database/flights.ts'
import { type Database, rows, sql } from '#database/sql.ts'

import { newVoucherCode } from './code.ts'
import { type SealedVoucher, type VoucherCodes, voucherCodes } from './sealed-code.ts'

type Asked = {
  credential: Pick<Credential['customer'], 'company_id' | 'token_hash'>
  purchase: VoucherPurchase
  now: Date
}
type Issued = SealedVoucher & { n: number; refusal: null }
type Declined = { n: number; refusal: Refusal; details: Details | null }
type Answer = { refusal: null; vouchers: Voucher[] } | Declined

/**
 * Vouchers for points (R9.2): session, debit, codes and vouchers in one statement, all or none, many customers' in one
 * batch; in the transaction of a key, where there is one. Throws `unauthenticated`, `company_unavailable`, `forbidden` for
 * another's document (T3), `not_found` for a prize that is not in the store, or one of reasonsNotToRedeem; then nothing
 * has changed.
 */
export function prizeRedeemer(
  database: Database,
  secret: Buffer,
): (asked: Asked, claim?: Database) => Promise<Voucher[]> {
  const codes = voucherCodes(secret)
  const redeem = batched<Asked, Answer>(flightsOf(database), async (asked, claim) => {
    const { now } = asked[0]!
    const found = await rows<Issued | Declined>(
      claim ?? database,
      sql`select redeemed.n, redeemed.refusal, redeemed.details, shown.*
            from redeem_prizes_batch(
                   ${JSON.stringify(asked.map((one) => wished(one, codes)))}, ${now}, ${claim !== undefined}) redeemed
            left join lateral shown_voucher(redeemed.voucher, ${now}) shown on true
           order by redeemed.n, shown.id`,
    )
    // A row a voucher, or one of the refusal: numbered from 1.
    const answers = Map.groupBy(found, ({ n }) => n)
    return asked.map(({ credential: { company_id } }, at) => {
      const given = answers.get(at + 1)!
      const [first] = given
      if (first!.refusal !== null) return first!
      const vouchers = (given as Issued[]).map((issued) => codes.shown(company_id, issued))
      return { refusal: null, vouchers }
    })
  })
  return async (asked, claim) => {
    const answer = await redeem(asked, claim)
    if (answer.refusal === null) return answer.vouchers
    throw new Refused(answer.refusal, answer.details === null ? {} : { details: answer.details })
  }
}

function wished({ credential: { company_id, token_hash }, purchase }: Asked, codes: VoucherCodes) {
  const { customer_document, products } = purchase
  const quantity = products.reduce((sum, product) => sum + product.quantity, 0)
  return {
    company_id,
    token_hash: token_hash.toString('hex'),
    document: customer_document,
    products,
    codes: Array.from({ length: quantity }, () => {
      const { code_key, sealed_code } = codes.pairOf(company_id, newVoucherCode())
      return { code_key: bytea(code_key), sealed_code: bytea(sealed_code) }
    }),
  }
}

/** As PostgreSQL reads it in JSON. */
function bytea(bytes: Buffer): string {
  return String.raw`\x${bytes.toString('hex')}`
}
