/** Points records, and the rules by which a purchase earns them (R7.3, D3, D4). */

import * as z from 'zod/mini'

import { Email, Phone } from './contact.ts'
import { Balance } from './customer.ts'
import { Document } from './document.ts'
import { Centavos, max_purchase_value, Points } from './money.ts'
import { text } from './text.ts'

/** How many points are worth R$ 1, where the company does not say (D4). */
export const default_points_per_real = 100

const calculation_types = ['POINTS_PER_REAL', 'PERCENTAGE'] as const

const purchase_message = `Informe o valor da compra em centavos, um inteiro de 1 a ${max_purchase_value}`

/** A rule as the company's file writes it. The first rule is used where the till names none. */
export const CalculationRuleFile = z
  .strictObject({
    name: text(1, 60),
    type: z.enum(calculation_types),
    /** Points per R$ 1, or percent of the purchase. Decimal: the ledger calculates with `numeric`, never with this number. */
    rate: z.number().check(z.positive(), z.maximum(1000)),
    /** Centavos. Below it a purchase earns 0. */
    minimum_purchase_value: z._default(Centavos.check(z.minimum(0)), 0),
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
  })
  .check(
    z.refine(({ type, rate }) => hasDecimals(rate, type === 'PERCENTAGE' ? 1 : 3), {
      path: ['rate'],
      error: 'Use no máximo 1 casa decimal em PERCENTAGE e 3 em POINTS_PER_REAL',
    }),
    z.refine(({ type, rate }) => type !== 'PERCENTAGE' || rate <= 100, {
      path: ['rate'],
      error: 'Uma porcentagem vai até 100',
    }),
  )
export type CalculationRuleFile = z.infer<typeof CalculationRuleFile>

function hasDecimals(number: number, most: number): boolean {
  return new RegExp(`^\\d+(\\.\\d{1,${most}})?$`).test(String(number))
}

/** Whom a till means: exactly one of the three. */
const CustomerKey = z
  .strictObject({
    document: z.optional(Document),
    phone: z.optional(Phone),
    email: z.optional(Email),
  })
  .check(
    z.refine((key) => Object.values(key).filter(Boolean).length === 1, {
      error: 'Informe document, phone ou email, e só um deles',
    }),
  )

/** POST /partner/points/generate (D3). */
export const PointsGeneration = z.strictObject({
  customer: CustomerKey,
  purchase_value: z
    .int({ error: purchase_message })
    .check(
      z.minimum(1, { error: purchase_message }),
      z.maximum(max_purchase_value, { error: purchase_message }),
    ),
  external_id: text(1, 191),
  subsidiary_name: text(1, 191),
  calculation_rule_id: z.optional(z.uuid()),
})
export type PointsGeneration = z.infer<typeof PointsGeneration>

/** How a record came to its points: 'Como calculamos'. */
const Calculation = z.object({
  rule: z.string(),
  type: z.enum(calculation_types),
  rate: z.number(),
  /** Centavos that the rate was applied to. */
  base: Centavos,
  points_per_real: Points,
  rounding: z.literal('down'),
})

/** One line of the history. `expires_at` is the last local day on which the points are good. */
export const PointsEntry = z.object({
  id: z.uuid(),
  /** 1 for a customer's first record, without gaps: the history's cursor. */
  sequence: z.int(),
  type_id: z.literal('GNR'),
  origin: z.literal('api:/points/generate'),
  subsidiary_name: z.string(),
  purchase_value: Centavos,
  points_amount: Points,
  points_value: Centavos,
  points_percentage: z.nullable(z.number()),
  calculation: Calculation,
  expires_at: z.nullable(z.iso.date()),
  created_at: z.iso.datetime(),
})
export type PointsEntry = z.infer<typeof PointsEntry>

/** What the till gets: the record, and the balance that it left. */
export const GeneratedPoints = z.object({
  ...PointsEntry.shape,
  external_id: z.string(),
  balance: Balance,
})
export type GeneratedPoints = z.infer<typeof GeneratedPoints>

const max_per_page = 5000
/** A customer's records are counted in 32 bits. */
const max_sequence = 2_147_483_647

/** GET /points: newest first, from before a sequence. */
export const PointsPage = z.strictObject({
  before: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(max_sequence))),
  per_page: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(max_per_page)), 20),
})
