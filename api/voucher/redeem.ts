import type { Context } from '#api/context/context.ts'
import type { Credential } from '#api/http/caller.ts'
import { resultOf } from '#api/http/outcome.ts'
import type { KeyedCall } from '#api/http/route.ts'
import type { Voucher, VoucherPurchase } from '#contract/voucher.ts'
import { bytes } from '#engine/command.ts'

import { newVoucherCode } from './code/code.ts'
import { type VoucherCodes, voucherOf } from './code/sealed-code.ts'

type Redemption = { credential: Credential['customer']; purchase: VoucherPurchase; now: Date }

/**
 * Redeems prizes as vouchers (R9.2). One command checks the session, spends the points and issues the vouchers, all or none.
 * Throws `unauthenticated`, `company_unavailable`, `forbidden` for another customer's document (T3), or `not_found` for a
 * prize that is not offered. Otherwise it may throw one of reasonsNotToRedeem. An error code changes nothing.
 */
export async function redeem(
  { engine, io }: Pick<Context, 'engine' | 'io'>,
  codes: VoucherCodes,
  { credential, purchase, now, idempotency, header }: Redemption & KeyedCall,
): Promise<Voucher[]> {
  const { company_id, token_hash } = credential
  const { customer_document, products } = purchase
  const quantity = products.reduce((sum, product) => sum + product.quantity, 0)
  const outcome = await engine.apply(
    company_id,
    {
      verb: 'redeem',
      token_hash: bytes(token_hash),
      document: customer_document,
      products,
      codes: Array.from({ length: quantity }, () => {
        const { code_key, sealed_code } = codes.pairOf(company_id, newVoucherCode(io?.random))
        return { code_key: bytes(code_key), sealed_code: bytes(sealed_code) }
      }),
      ...idempotency,
    },
    now,
  )
  return resultOf(outcome, { header }).map((voucher) => voucherOf(codes, company_id, voucher))
}
