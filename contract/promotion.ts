/** Promotions: points that a company gives without a purchase (R10, D9). */

import * as z from 'zod/mini'

import { CalendarDate } from '#contract/value/date.ts'
import { Centavos, Points } from '#contract/value/money.ts'
import { ImageFile, maxLine, text } from '#contract/value/text.ts'
import { Uuid } from '#contract/value/uuid.ts'

import { Balance } from './customer.ts'
import { type Details, type ErrorCode, errorCodes } from './error.ts'

const promotionTypes = ['BANNER_CLICK', 'CODE'] as const
/** Maximum points of one activation. */
const maxPointsAmount = 1_000_000_000
/** Fits the columns' 32 bits. */
const maxActivations = 1_000_000_000

const missingCode = 'Informe o código da promoção'

/** Characters of a promotion's code. */
export const maxPromotionCode = 60

/** The code in a path. Any text is a code that a promotion may have or not: an unknown one answers 404 (D9). */
export const PromotionCodePath = text(1, maxLine)

/** A code as a person types it or a banner's link carries it. Compared without case. */
export const PromotionCode = z.string({ error: missingCode }).check(
  z.trim(),
  z.minLength(1, { error: missingCode, abort: true }),
  z.regex(new RegExp(`^[0-9A-Za-z_-]{1,${maxPromotionCode}}$`), {
    error: `Use até ${maxPromotionCode} letras, números, hífens e sublinhados`,
  }),
)

/** Who may activate a promotion, and how often (D9). */
const PromotionFilters = z.strictObject({
  /** Only customers who registered within this number of days and have a document (D16). */
  NEW_REGISTER: z._default(
    z.nullable(z.strictObject({ days: z.int().check(z.minimum(1), z.maximum(3650)) })),
    null,
  ),
  /** The limit for each customer, 1 by default, and the limit in total; null: no limit. */
  ACTIVATIONS_LIMIT: z._default(
    z.strictObject({
      per_customer: z._default(z.int().check(z.minimum(1), z.maximum(1000)), 1),
      in_all: z._default(z.nullable(z.int().check(z.minimum(1), z.maximum(maxActivations))), null),
    }),
    { per_customer: 1, in_all: null },
  ),
  /** Only customers with a complete profile (R4.1). */
  COMPLETE_PROFILE: z._default(z.boolean(), false),
})

/** What an activation gives (D9). */
const PromotionAction = z.strictObject({
  GENERATE_POINTS: z.strictObject({
    amount: Points.check(z.minimum(1), z.maximum(maxPointsAmount)),
    /** Null: never. */
    expires_in: z._default(
      z.nullable(
        z.union([
          z.strictObject({ days: z.int().check(z.minimum(1), z.maximum(36500)) }),
          z.strictObject({ months: z.int().check(z.minimum(1), z.maximum(1200)) }),
        ]),
      ),
      null,
    ),
  }),
})

/** A promotion in the company's file. */
export const PromotionFile = z
  .strictObject({
    code: PromotionCode,
    name: text(1, maxLine),
    description: z._default(z.nullable(text(1, 600)), null),
    image: z._default(z.nullable(ImageFile), null),
    /** The first and the last day of the promotion. */
    starts_at: CalendarDate,
    ends_at: CalendarDate,
    type: z._default(z.enum(promotionTypes), 'CODE'),
    filters: z._default(PromotionFilters, {
      NEW_REGISTER: null,
      ACTIVATIONS_LIMIT: { per_customer: 1, in_all: null },
      COMPLETE_PROFILE: false,
    }),
    action: PromotionAction,
  })
  .check(
    z.refine(({ starts_at, ends_at }) => starts_at <= ends_at, {
      path: ['ends_at'],
      error: 'ends_at é anterior a starts_at',
    }),
  )
export type PromotionFile = z.infer<typeof PromotionFile>

/** Why a customer may not activate an active promotion, in order of precedence. */
export const reasonsNotToActivate = [
  'invalid_promotion',
  'promotion_used',
  // By COMPLETE_PROFILE, or by NEW_REGISTER without a document (D16). It has a code of its own, because the person can act on it.
  'incomplete_profile',
  'contact_unconfirmed',
] as const satisfies readonly ErrorCode[]

/**
 * The message of a promotion that the customer cannot activate (R10.2, D9, D13). For a filter it is the specification's message
 * and then the reason. `details` are those of the error or of GET /promotion/{code}.
 */
export function promotionErrorMessage(
  reason: (typeof reasonsNotToActivate)[number],
  { new_register_days, limit_in_all }: Details = {},
): string {
  const { message } = errorCodes.invalid_promotion
  if (reason === 'contact_unconfirmed') {
    return `${message} Confirme seu email para ativar esta promoção.`
  }
  if (reason !== 'invalid_promotion') return `${message} ${errorCodes[reason].message}`
  if (new_register_days === 1) return `${message} Só para quem se cadastrou há até 1 dia.`
  if (new_register_days !== undefined) {
    return `${message} Só para quem se cadastrou há até ${new_register_days} dias.`
  }
  return limit_in_all === undefined ? message : `${message} O limite de ativações foi atingido.`
}

/** GET /promotion/{code}. */
export const Promotion = z.object({
  id: Uuid,
  code: z.string(),
  name: z.string(),
  description: z.nullable(z.string()),
  image_url: z.nullable(z.string()),
  type: z.enum(promotionTypes),
  starts_at: z.iso.date(),
  ends_at: z.iso.date(),
  filters: PromotionFilters,
  action: PromotionAction,
  points_amount: Points,
  /** Centavos that the points would be worth today. */
  points_value: Centavos,
  /** Whether this customer may activate it now, and why not. */
  activatable: z.boolean(),
  reason: z.nullable(z.enum(reasonsNotToActivate)),
  /** The filter behind `invalid_promotion` and its figure; else null. */
  details: z.nullable(z.record(z.string(), z.number())),
})
export type Promotion = z.infer<typeof Promotion>

/** POST /promotion/{code}/activate. */
export const PromotionActivation = z.object({
  /** The id of the points record. */
  id: Uuid,
  points_amount: Points,
  points_value: Centavos,
  expires_at: z.nullable(z.iso.date()),
  balance: Balance,
  created_at: z.iso.datetime(),
})
export type PromotionActivation = z.infer<typeof PromotionActivation>
