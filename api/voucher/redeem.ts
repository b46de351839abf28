import { type Database, rows, sql } from '#api/database/sql.ts'
import { Refused } from '#api/http/refused.ts'
import type { Details, Refusal } from '#contract/refusal.ts'
import type { Voucher, VoucherPurchase } from '#contract/voucher.ts'

import { newVoucherCode } from './code.ts'

type Asked = { company_id: string; customer_id: string; purchase: VoucherPurchase; now: Date }
type Answer = Voucher & { refusal: Refusal | null; details: Details | null }

/**
 * Vouchers for points (R9.2): debit, codes and vouchers in one statement, all or none. Throws `forbidden` for another's
 * document (T3), `not_found` for a prize that is not in the store, or one of reasonsNotToRedeem; then nothing has changed.
 */
export async function redeem(
  database: Database,
  { company_id, customer_id, purchase, now }: Asked,
): Promise<Voucher[]> {
  const { customer_document, products } = purchase
  const quantity = products.reduce((sum, product) => sum + product.quantity, 0)
  const codes = Array.from({ length: quantity }, newVoucherCode)
  const vouchers = await rows<Answer>(
    database,
    sql`select redeemed.refusal, redeemed.details, shown.*
          from redeem_prizes(${company_id}, ${customer_id}, ${customer_document}, ${JSON.stringify(products)}, ${codes},
                 ${now}) redeemed
          left join lateral shown_voucher(redeemed.voucher, ${now}) shown on true
         order by shown.id`,
  )
  const { refusal, details } = vouchers[0]!
  if (refusal) throw new Refused(refusal, details === null ? {} : { details })
  return vouchers
}
