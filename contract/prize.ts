/** Prizes: what a company offers for points, and the reasons why a customer cannot redeem one (R5.9, R9.1, D8). */

import * as z from 'zod/mini'

import { CalendarDate } from '#contract/value/date.ts'
import { Points } from '#contract/value/money.ts'
import { page, per_page } from '#contract/value/page.ts'
import { ImageFile, maxLine, text, Url } from '#contract/value/text.ts'
import { Uuid } from '#contract/value/uuid.ts'

import type { ErrorCode } from './error.ts'
import { limits } from './limits.ts'

/** Points. The price of 50 such prizes stays below 2^53. */
export const maxPrizeValue = 1_000_000_000
/** Fits the column's 32 bits. */
const maxStock = 1_000_000_000
/** Maximum lifetime of a voucher in days: ten years. */
const maxExpiresIn = 3650

/** Characters of a prize's key: it is part of addresses. */
export const maxPrizeKey = 60

/** The stable name of a prize in the company's file. Every other field may change. */
const PrizeKey = z.string().check(
  z.regex(new RegExp(`^[a-z0-9][a-z0-9-]{0,${maxPrizeKey - 1}}$`), {
    error: `Use até ${maxPrizeKey} letras minúsculas, números e hífens`,
  }),
)

/** A prize in the company's file (R5.9). */
export const PrizeFile = z
  .strictObject({
    key: PrizeKey,
    name: text(1, maxLine),
    description: z._default(z.nullable(text(1, 600)), null),
    tos_url: z._default(z.nullable(Url), null),
    photo: z._default(z.nullable(ImageFile), null),
    /** Points; 0 is free. */
    value: Points.check(z.minimum(0), z.maximum(maxPrizeValue)),
    category: z._default(z.nullable(text(1, 60)), null),
    /** Days from a voucher's issue; null: no end. */
    expires_in: z._default(z.nullable(z.int().check(z.minimum(1), z.maximum(maxExpiresIn))), null),
    /** The last day on which the prize can be redeemed and its vouchers are valid. */
    expires_at: z._default(z.nullable(CalendarDate), null),
    show_in_store: z._default(z.boolean(), true),
    /** The company's own id of the prize. */
    integrator_id: z._default(z.nullable(text(1, maxLine)), null),
    /** The name of the lowest level that may redeem the prize. */
    level_required: z._default(z.nullable(text(1, maxLine)), null),
    complete_profile_required: z._default(z.boolean(), false),
    /** The source of voucher codes: Fiel generates them, or a text file beside company.yaml lists them. */
    codes: z._default(
      z.union([z.literal('generated'), z.strictObject({ pool: z.string().check(codesFile()) })]),
      'generated',
    ),
    /**
     * The most vouchers that may be issued, less the cancelled ones; null: no limit. The count begins when the company sets a
     * stock, and goes on when the company changes the stock. A pool's stock is its codes.
     */
    stock: z._default(z.nullable(z.int().check(z.minimum(0), z.maximum(maxStock))), null),
  })
  .check(
    z.refine(({ codes, stock }) => codes === 'generated' || stock === null, {
      path: ['stock'],
      error: 'O estoque de um prêmio com códigos próprios é a quantidade de códigos',
    }),
  )
export type PrizeFile = z.infer<typeof PrizeFile>

function codesFile() {
  return z.regex(/^[\w-]+\.txt$/, { error: 'Use o nome de um arquivo .txt desta pasta' })
}

/** A line of the company's text file of codes, in characters that a cashier can type and a QR code can hold. */
export const PoolCode = z
  .string()
  .check(
    z.regex(/^(?=.*[0-9A-Za-z])[!-~]{1,60}$/, { error: 'Use até 60 letras, números e sinais' }),
  )

/** Why a customer may not redeem a prize, in order of precedence. */
export const reasonsNotToRedeem = [
  'contact_unconfirmed',
  'incomplete_profile',
  'level_required',
  'expired',
  'no_codes_left',
  'insufficient_balance',
] as const satisfies readonly ErrorCode[]

/** A larger pool of codes is shown as this number. */
export const { max_stock_shown } = limits

const codeSources = ['generated', 'pool'] as const

/** A prize, as one customer sees it. */
export const Prize = z.object({
  id: Uuid,
  name: z.string(),
  description: z.nullable(z.string()),
  tos_url: z.nullable(z.string()),
  photo_url: z.nullable(z.string()),
  value: Points,
  category: z.nullable(z.string()),
  expires_in: z.nullable(z.int()),
  expires_at: z.nullable(z.iso.date()),
  show_in_store: z.boolean(),
  level_required: z.nullable(z.string()),
  complete_profile_required: z.boolean(),
  codes: z.enum(codeSources),
  favorite: z.boolean(),
  /** Null: no limit. The codes of a pool are counted up to `max_stock_shown`. */
  stock_left: z.nullable(z.int()),
  redeemable: z.boolean(),
  /** The first of `reasons`; null where the prize is redeemable. */
  reason: z.nullable(z.enum(reasonsNotToRedeem)),
  /** Every reason that applies, in order of precedence (D8, D13). */
  reasons: z.array(z.enum(reasonsNotToRedeem)),
  /** Points that the balance lacks for one unit. */
  missing: Points,
  /** The company's own id of the prize. */
  integrator_id: z.nullable(z.string()),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  /** When the company removed the prize from its file; null: the prize is in the file. */
  withdrawn_at: z.nullable(z.iso.datetime()),
})
export type Prize = z.infer<typeof Prize>

const prizeTabs = ['all', 'free', 'favorite'] as const
/** `store`: the company's own order. */
const prizeOrders = ['store', 'price', '-price', 'newest', 'name'] as const

const PriceBound = z.optional(
  z.coerce.number().check(z.int(), z.minimum(0), z.maximum(maxPrizeValue)),
)

const filters = {
  tab: z._default(z.enum(prizeTabs), 'all'),
  category: z.optional(text(1, 60)),
  min_value: PriceBound,
  max_value: PriceBound,
}

/** GET /prize/count (R9.1). Both calls ignore options that they do not know: the specification allows extra ones. */
export const PrizeFilters = z.object(filters)
export type PrizeFilters = z.output<typeof PrizeFilters>

/** The response of GET /prize/count: the number in the requested tab, and in each tab under the other filters. */
export const PrizeCount = z.object({
  count: z.int(),
  tabs: z.record(z.enum(prizeTabs), z.int()),
})
export type PrizeCount = z.infer<typeof PrizeCount>

/** GET /prize (R9.1). */
export const PrizePage = z.object({
  ...filters,
  order: z._default(z.enum(prizeOrders), 'store'),
  page,
  per_page,
})
export type PrizePage = z.output<typeof PrizePage>

/** GET /prize/category. */
export const PrizeCategory = z.object({ name: z.string(), prizes: z.int() })
export type PrizeCategory = z.infer<typeof PrizeCategory>
