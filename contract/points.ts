/** Points records, and the rules by which a purchase earns them (R7.3, D3, D4). */

import * as z from 'zod/mini'

import { Email, PunctuatedPhone } from '#contract/person/contact.ts'
import { PunctuatedDocument } from '#contract/person/document.ts'
import { CalendarDate, dateInput, todayAnywhere } from '#contract/value/date.ts'
import { Centavos, maxPurchaseValue, Points } from '#contract/value/money.ts'
import { per_page } from '#contract/value/page.ts'
import { maxLine, text } from '#contract/value/text.ts'
import { Uuid } from '#contract/value/uuid.ts'

import { Balance } from './customer.ts'
import { MemberCodeText } from './member-code.ts'
import { UnknownSubsidiary } from './subsidiary.ts'

/** Default number of points that are worth R$ 1 (D4). */
export const defaultPointsPerReal = 100

/** Policies for spent points of a return, in this order (D4): the customer owes them, they are waived, they are not taken. */
export const reversalPolicies = ['deficit', 'clamp', 'pending_only'] as const
export type ReversalPolicy = (typeof reversalPolicies)[number]

const calculationTypes = ['POINTS_PER_REAL', 'PERCENTAGE'] as const

const purchaseMessage = `Informe o valor da compra em centavos, um inteiro de 1 a ${maxPurchaseValue}`

/** The points of the largest purchase at the largest rate. A higher cap would have no effect. */
const maxCap = 1_000_000_000

/** Characters of a rule's key: fewer than an id has, so that a key is never taken for one. */
export const maxRuleKey = 31
const ruleKeyMessage = `Dê à regra uma key, como compra: de 2 a ${maxRuleKey} letras minúsculas, números e hífens`

/** The stable name of a rule in the company's file; tills send it (D13). */
const RuleKey = z
  .string({ error: ruleKeyMessage })
  .check(z.regex(new RegExp(`^[a-z][a-z0-9-]{1,${maxRuleKey - 1}}$`), { error: ruleKeyMessage }))

/** A rule in the company's file. The first rule applies when the till names none. */
export const CalculationRuleFile = z
  .strictObject({
    key: RuleKey,
    name: text(1, 60),
    type: z.enum(calculationTypes),
    /** Points per R$ 1, or percent of the purchase. Decimal: the ledger calculates with `numeric`, never with this number. */
    rate: z.number().check(z.positive(), z.maximum(1000)),
    /** Centavos. Below it a purchase earns 0. */
    minimum_purchase_value: z._default(Centavos.check(z.minimum(0)), 0),
    /** The maximum that one purchase earns: points; centavos in PERCENTAGE. */
    cap: z._default(z.nullable(z.int().check(z.minimum(1), z.maximum(maxCap))), null),
    /** The validity, counted from the day on which the points can be spent. Null: the points never expire. */
    expires_in: z._default(
      z.nullable(
        z.union([
          z.strictObject({ days: z.int().check(z.minimum(1), z.maximum(36500)) }),
          z.strictObject({ months: z.int().check(z.minimum(1), z.maximum(1200)) }),
          z.strictObject({ end_of: z.enum(['MONTH', 'YEAR']) }),
        ]),
      ),
      null,
    ),
    /** Days after a purchase on which its points become spendable, at 00:00. */
    waiting_days: z._default(z.int().check(z.minimum(0), z.maximum(3650)), 0),
    /** Days in the company's time zone, both included. Null: no limit. */
    valid_from: z._default(z.nullable(CalendarDate), null),
    valid_to: z._default(z.nullable(CalendarDate), null),
    /** Whether the customer's level multiplies the earned points (D6). */
    multiplied_by_level: z._default(z.boolean(), true),
    /** Whether the part of a purchase that was paid with points earns points (D4). */
    earns_on_points: z._default(z.boolean(), false),
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
    z.refine(({ valid_from, valid_to }) => !valid_from || !valid_to || valid_from <= valid_to, {
      path: ['valid_to'],
      error: 'valid_to é anterior a valid_from',
    }),
  )
export type CalculationRuleFile = z.infer<typeof CalculationRuleFile>

function hasDecimals(number: number, most: number): boolean {
  return new RegExp(`^\\d+(\\.\\d{1,${most}})?$`).test(String(number))
}

/** The customer that a till names: exactly one of the four. `code` is a member code (D14). */
const CustomerKey = z
  .strictObject({
    document: z.optional(PunctuatedDocument),
    phone: z.optional(PunctuatedPhone),
    email: z.optional(Email),
    code: z.optional(MemberCodeText),
  })
  .check(
    z.refine((key) => Object.values(key).filter(Boolean).length === 1, {
      error: 'Informe document, phone, email ou code, e só um deles',
    }),
  )
  // The same rule in JSON Schema, for the types of the till's client.
  .register(z.globalRegistry, {
    oneOf: ['document', 'phone', 'email', 'code'].map((field) => ({ required: [field] })),
  })
export type CustomerKey = z.output<typeof CustomerKey>

const PurchaseValue = z
  .int({ error: purchaseMessage })
  .check(
    z.minimum(1, { error: purchaseMessage }),
    z.maximum(maxPurchaseValue, { error: purchaseMessage }),
  )

/** POST /partner/points/generate, and /simulate (D3). */
export const PointsGeneration = z.strictObject({
  customer: CustomerKey,
  purchase_value: PurchaseValue,
  /**
   * Centavos that were paid with points, as a capture answers them. The last point may be worth more than what was left to pay: what
   * exceeds the purchase does not count. They earn nothing unless the rule allows it (D4).
   */
  points_value: z._default(Centavos.check(z.minimum(0)), 0),
  external_id: text(1, maxLine),
  subsidiary_name: text(1, maxLine),
  /** The rule's key, or its id. */
  calculation_rule_id: z.optional(text(1, 60).check(z.toLowerCase())),
})
export type PointsGeneration = z.infer<typeof PointsGeneration>

/** POST /partner/points/{id}/reverse: returns a purchase, or undoes a consumption (D3, D4). */
export const PointsReversal = z.strictObject({
  /** Centavos of the purchase that this return covers. Default: the rest. Absent for a consumption, which is undone in full. */
  returned_value: z.optional(PurchaseValue),
  external_id: text(1, maxLine),
})
export type PointsReversal = z.infer<typeof PointsReversal>

/** How the points of a purchase were calculated: 'Como calculamos'. An absent step did not apply. */
export const Calculation = z.object({
  rule: z.string(),
  type: z.enum(calculationTypes),
  rate: z.number(),
  /** Centavos that the rate was applied to. */
  base: Centavos,
  /** Centavos of the purchase that were paid with points. */
  points_value: z.optional(Centavos),
  /** The minimum that the purchase did not reach. */
  minimum_purchase_value: z.optional(Centavos),
  /** The multiplier of the customer's level. */
  multiplier: z.optional(z.number()),
  /** The cap, when the exact figure exceeded it: points; centavos in PERCENTAGE. */
  cap: z.optional(z.int()),
  points_per_real: Points,
  rounding: z.literal('down'),
})

/** Generation, consumption and the reversal of each. */
const recordTypes = ['GNR', 'CNS', 'GNR_REVERSAL', 'CNS_REVERSAL'] as const

/** The names of section 3 of the specification (D13). Null where a field does not apply to the record. */
const specifiedFields = {
  /** The same as points_amount. */
  amount: Points,
  /** The same as points_value. */
  value: Centavos,
  customer_id: Uuid,
  /** The till's key that made the record. */
  integrator_id: z.nullable(Uuid),
  /** The till's own id of the sale, use or return, or the number of an imported balance in its file; null: staff gave or took points. */
  external_id: z.nullable(z.string()),
  /** The intention, voucher or promotion behind the record. */
  source_key: z.nullable(Uuid),
  /** The code of the promotion that gave the points. */
  code: z.nullable(z.string()),
  /** The record that this record reverses: a generation is in generator_id, a consumption in consumption_id. */
  parent_id: z.nullable(Uuid),
  generator_id: z.nullable(Uuid),
  consumption_id: z.nullable(Uuid),
}

/**
 * A record of the ledger. It never changes. `points_amount` (points) and `points_value` (centavos) are added to the balance;
 * both are negative for a consumption. `expires_at` is the last local day on which the points are valid. `available_at` is the
 * first local day on which they can be spent; null: at once.
 */
const PointsRecord = z.object({
  id: Uuid,
  /** 1 for a customer's first record, without gaps. The history uses it as its cursor. */
  sequence: z.int(),
  type_id: z.enum(recordTypes),
  /** Such as api:/points/generate, promotion, api:/points/intention or voucher. recovery: what an earlier return could not take. */
  origin: z.string(),
  subsidiary_name: z.nullable(z.string()),
  /** Centavos that a return gave back; null where the record takes points of an earlier return. */
  purchase_value: z.nullable(Centavos),
  points_amount: Points,
  points_value: Centavos,
  points_percentage: z.nullable(z.number()),
  /** The rule of a purchase; null: not a purchase, or the record is older than this field. */
  calculation_rule_id: z.nullable(Uuid),
  calculation: z.nullable(Calculation),
  available_at: z.nullable(z.iso.date()),
  expires_at: z.nullable(z.iso.date()),
  created_at: z.iso.datetime(),
  ...specifiedFields,
})

/**
 * A line of the history: a record and its later reversals. EXP, an expiry, is not a record. It appears after the day of expiry;
 * its id is that of the first expired lot, its sequence that of the record before it.
 */
export const PointsEntry = z.object({
  ...PointsRecord.shape,
  type_id: z.enum([...recordTypes, 'EXP']),
  /** The name of the promotion that gave the points. */
  promotion: z.nullable(z.string()),
  /** Why a staff member gave or took the points (D15). */
  reason: z.nullable(z.string()),
  /** The name of the prize that the points bought. */
  prize: z.nullable(z.string()),
  /** The intention, voucher or promotion behind it. */
  source_id: z.nullable(Uuid),
  /** The record that this record reverses. */
  reverses_id: z.nullable(Uuid),
  /** The points of the record that were reversed since. */
  reversed_amount: Points,
  /** Whether the whole record was reversed. */
  is_cancelled: z.boolean(),
  /**
   * The lots of a consumption, an expiry or a reversal, and the part of an earning that paid a deficit. The id of a lot is the id of
   * the record that earned it.
   */
  lots: z.array(
    z.object({
      id: Uuid,
      points_amount: Points,
      points_value: Centavos,
      expires_at: z.nullable(z.iso.date()),
    }),
  ),
})
export type PointsEntry = z.infer<typeof PointsEntry>

/** The answer to a till: the record and the balance after it. */
export const GeneratedPoints = z.object({
  ...PointsRecord.shape,
  external_id: z.string(),
  balance: Balance,
  /** Present when the company does not list the shop (D13). */
  warning: z.optional(UnknownSubsidiary),
})
export type GeneratedPoints = z.infer<typeof GeneratedPoints>

export const ReversedPoints = z.object({ ...GeneratedPoints.shape, reverses_id: Uuid })
export type ReversedPoints = z.infer<typeof ReversedPoints>

/** The points that a purchase would earn now. */
export const SimulatedPoints = z.object({
  points_amount: Points,
  points_value: Centavos,
  points_percentage: z.nullable(z.number()),
  calculation_rule_id: Uuid,
  calculation: Calculation,
  available_at: z.nullable(z.iso.date()),
  expires_at: z.nullable(z.iso.date()),
  warning: z.optional(UnknownSubsidiary),
})
export type SimulatedPoints = z.infer<typeof SimulatedPoints>

/** GET /partner/calculation-rule: the rules that a till may name in `calculation_rule_id` (D13). */
export const CalculationRule = z.object({
  id: Uuid,
  key: z.string(),
  name: z.string(),
  /** Days in the company's time zone, both included. Null: no limit. */
  valid_from: z.nullable(z.iso.date()),
  valid_to: z.nullable(z.iso.date()),
})
export type CalculationRule = z.infer<typeof CalculationRule>

/** GET /points/expiring: one line a day, the next first. */
export const ExpiringPoints = z.object({
  expires_at: z.iso.date(),
  points_amount: Points,
  points_value: Centavos,
})
export type ExpiringPoints = z.infer<typeof ExpiringPoints>

/** GET /points/statement: the balance at the end of a local day. */
export const StatementDay = z.strictObject({ at: dateInput(todayAnywhere) })
export const Statement = z.object({
  at: z.iso.date(),
  ...Balance.shape,
  pending_amount: Points,
  pending_value: Centavos,
  held_amount: Points,
  held_value: Centavos,
  deficit_amount: Points,
  deficit_value: Centavos,
})
export type Statement = z.infer<typeof Statement>

/** A customer's records are numbered in 32 bits. */
const maxSequence = 2_147_483_647

/** GET /points: newest first, with the sequence of the last record as the cursor. */
export const PointsPage = z.strictObject({
  before: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(maxSequence))),
  per_page,
  /** The tabs of the history (R7.3). */
  days: z.optional(
    z.coerce
      .number()
      .check(z.refine((days) => [15, 30].includes(days), { error: 'Use 15 ou 30 dias' })),
  ),
})
