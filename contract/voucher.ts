/** Vouchers. A redemption issues a voucher; a shop exchanges its code for the prize (R9.2, R9.3, D8). */

import * as z from 'zod/mini'

import { PunctuatedDocument } from '#contract/person/document.ts'
import { Points } from '#contract/value/money.ts'
import { page, per_page } from '#contract/value/page.ts'
import { maxLine, text } from '#contract/value/text.ts'
import { Uuid } from '#contract/value/uuid.ts'

import type { ErrorCode } from './error.ts'
import { UnknownSubsidiary } from './subsidiary.ts'

/** Maximum different prizes of one purchase. The purchase locks a row for each. */
const maxProducts = 20
/** Maximum vouchers of one purchase. It bounds the work under one customer's lock. */
export const maxVouchers = 50
const quantityMessage = `Escolha uma quantidade de 1 a ${maxVouchers}`

/** POST /voucher/generate: redeems all the products or none. */
export const VoucherPurchase = z.strictObject({
  /** The document of the signed-in customer; another document is refused (T3). */
  customer_document: PunctuatedDocument,
  products: z
    .array(
      z.strictObject({
        prize_id: Uuid,
        quantity: z
          .int({ error: quantityMessage })
          .check(
            z.minimum(1, { error: quantityMessage }),
            z.maximum(maxVouchers, { error: quantityMessage }),
          ),
        /** The points of one unit that the customer saw and confirmed. If the prize costs another amount by now, nothing is redeemed. */
        value: z.optional(Points.check(z.minimum(0))),
      }),
    )
    .check(
      z.minLength(1, { error: 'Escolha um prêmio' }),
      z.maxLength(maxProducts, { error: `Escolha no máximo ${maxProducts} prêmios` }),
      z.refine(
        (products) =>
          new Set(products.map(({ prize_id }) => prize_id.toLowerCase())).size === products.length,
        { error: 'O mesmo prêmio aparece duas vezes' },
      ),
      z.refine(
        (products) => products.reduce((sum, { quantity }) => sum + quantity, 0) <= maxVouchers,
        { error: `Escolha no máximo ${maxVouchers} unidades` },
      ),
    ),
})
export type VoucherPurchase = z.output<typeof VoucherPurchase>

const voucherStates = ['TO_WITHDRAW', 'WITHDRAWN', 'EXPIRED', 'CANCELLED'] as const

/** The error codes of a voucher that can no longer be withdrawn or cancelled. */
export const reasonsNotToTake = [
  'voucher_cancelled',
  'voucher_withdrawn',
  'voucher_expired',
] as const satisfies readonly ErrorCode[]

export const Voucher = z.object({
  id: Uuid,
  code: z.string(),
  state: z.enum(voucherStates),
  /** The points that the voucher cost. */
  points_amount: Points,
  prize: z.object({
    id: Uuid,
    name: z.string(),
    description: z.nullable(z.string()),
    tos_url: z.nullable(z.string()),
    photo_url: z.nullable(z.string()),
    category: z.nullable(z.string()),
  }),
  created_at: z.iso.datetime(),
  /** The last local day on which the voucher is valid; null: no end. */
  expires_at: z.nullable(z.iso.date()),
  withdrawn_at: z.nullable(z.iso.datetime()),
  withdrawn_at_subsidiary: z.nullable(z.string()),
})
export type Voucher = z.infer<typeof Voucher>

/** The answer to a till that withdraws a voucher. */
export const WithdrawnVoucher = z.object({
  ...Voucher.shape,
  /** Present when the company does not list the shop (D13). */
  warning: z.optional(UnknownSubsidiary),
})
export type WithdrawnVoucher = z.infer<typeof WithdrawnVoucher>

/** GET /voucher (R9.3). */
export const VoucherPage = z.strictObject({
  /** ENDED: expired or cancelled, as the tab 'Expirados' lists them (D8, D13). */
  state: z.optional(z.enum([...voucherStates, 'ENDED'])),
  page,
  per_page,
})
export type VoucherPage = z.output<typeof VoucherPage>

/** GET /voucher/count. */
export const VoucherCount = z.record(z.enum(voucherStates), z.int())
export type VoucherCount = z.infer<typeof VoucherCount>

/** A code as a cashier types or scans it: in any case, with or without hyphens. */
export const VoucherCode = z
  .string()
  .check(z.trim(), z.regex(/^[!-~]{1,60}$/, { error: 'Informe o código do voucher' }))

/** POST /partner/voucher/{code}/withdraw. */
export const VoucherWithdrawal = z.strictObject({ subsidiary_name: text(1, maxLine) })
