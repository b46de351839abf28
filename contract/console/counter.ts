/**
 * The counter: a cashier's screen for shops without an integrated till (D15). Its calls are those of a till, made by a member of staff
 * in a shop. The rules of a sale, a use of points and a return are the partner API's own.
 */

import * as z from 'zod/mini'

import {
  IntentionCapture,
  IntentionOpening,
  oneAmountMessage,
  TillIntention,
} from '#contract/intention.ts'
import { MemberCodeText } from '#contract/member-code.ts'
import { PartnerCustomer } from '#contract/partner.ts'
import { PunctuatedPhone } from '#contract/person/contact.ts'
import { PunctuatedDocument } from '#contract/person/document.ts'
import {
  CalculationRule,
  GeneratedPoints,
  PointsGeneration,
  PointsReversal,
  ReversedPoints,
} from '#contract/points.ts'
import { CalendarDate } from '#contract/value/date.ts'
import { Centavos, Points } from '#contract/value/money.ts'
import { maxLine, text } from '#contract/value/text.ts'
import { Uuid } from '#contract/value/uuid.ts'
import { VoucherCode } from '#contract/voucher.ts'

/** The sentence of `forbidden` for a shop that the person may not work in, and of `unknown_subsidiary` for one that is gone. */
export const counterShopMessages = {
  notTheirs: 'Você não trabalha mais nesta loja. Escolha outra.',
  gone: 'Esta loja saiu da lista da empresa. Escolha outra.',
}

/** The shop in which the person works: a name of the company's list, or the company's own name where it has no list. */
const Shop = text(1, maxLine)
const shop = { shop: Shop }
/** Made by the page. A repeat with the same id gets the first answer, and nothing happens twice. */
const external_id = Uuid

/** GET /admin/counter: where the person may work, and the rules that are valid today. */
export const CounterPlace = z.object({
  shops: z.array(z.string()),
  rules: z.array(CalculationRule),
  /** The company speaks of money, not of points (D7). */
  in_money: z.boolean(),
})
export type CounterPlace = z.infer<typeof CounterPlace>

export const CounterShop = z.strictObject(shop)

/** What a cashier types or scans: exactly one of the three. */
export const CounterKey = z
  .strictObject({
    document: z.optional(PunctuatedDocument),
    phone: z.optional(PunctuatedPhone),
    code: z.optional(MemberCodeText),
  })
  .check(oneOf(['document', 'phone', 'code']))

/** POST /admin/counter/customer. A body, because an address would keep the document in logs. */
export const CounterLookUp = z.strictObject({ ...shop, customer: CounterKey })

/** The customer as a cashier sees them. Name and document are masked. */
export const CounterCustomer = PartnerCustomer
export type CounterCustomer = z.infer<typeof CounterCustomer>

/** The customer of a sale: by the id from the look-up; by the document of a person who has no account; by phone without a network. */
export const CounterCustomerKey = z
  .strictObject({
    id: z.optional(Uuid),
    document: z.optional(PunctuatedDocument),
    phone: z.optional(PunctuatedPhone),
  })
  .check(oneOf(['id', 'document', 'phone']))
export type CounterCustomerKey = z.output<typeof CounterCustomerKey>

function oneOf(fields: string[]) {
  return z.refine((key: unknown) => Object.values(key as object).filter(Boolean).length === 1, {
    error: `Informe ${fields.join(' ou ')}, e só um deles`,
  })
}

const { purchase_value, calculation_rule_id } = PointsGeneration.shape
const { points_amount, points_value } = IntentionOpening.shape

/** POST /admin/counter/preview. Without points_amount and points_value: a sale without points. */
export const CounterPreviewCall = z
  .strictObject({
    ...shop,
    customer: CounterCustomerKey,
    purchase_value,
    calculation_rule_id,
    points_amount,
    points_value,
  })
  .check(
    z.refine((body) => body.points_amount === undefined || body.points_value === undefined, {
      path: ['points_amount'],
      error: oneAmountMessage,
    }),
  )
export type CounterPreviewCall = z.output<typeof CounterPreviewCall>

const amount = { points_amount: Points, points_value: Centavos }

export const CounterPreview = z.object({
  /** What the sale earns. */
  ...amount,
  /** The most points with which the customer could pay, and their value. */
  most: z.object(amount),
  /** The points that the request would hold, and their value; null: none were asked for. */
  use: z.nullable(z.object(amount)),
  /** Centavos that are left to pay. */
  to_pay: Centavos,
})
export type CounterPreview = z.infer<typeof CounterPreview>

/** POST /admin/counter/sale. */
export const CounterSale = z.strictObject({
  ...shop,
  customer: CounterCustomerKey,
  purchase_value,
  calculation_rule_id,
  external_id,
})
export type CounterSale = z.output<typeof CounterSale>
export const CountedSale = GeneratedPoints
export type CountedSale = z.infer<typeof CountedSale>

/** POST /admin/counter/intention: asks the customer for points. Exactly one of points_amount and points_value. */
export const CounterIntention = z
  .strictObject({
    ...shop,
    customer: z.strictObject({ id: Uuid }),
    purchase_value,
    points_amount,
    points_value,
    external_id,
  })
  .check(
    z.refine((body) => (body.points_amount === undefined) !== (body.points_value === undefined), {
      path: ['points_amount'],
      error: oneAmountMessage,
    }),
  )
export type CounterIntention = z.output<typeof CounterIntention>

/** POST /admin/counter/intention/{id}/capture: uses all the held points and records the sale, both or neither. */
export const CounterCapture = z.strictObject({
  ...shop,
  code: IntentionCapture.shape.code,
  calculation_rule_id,
})
export type CounterCapture = z.output<typeof CounterCapture>
export const CapturedSale = z.object({ intention: TillIntention, sale: GeneratedPoints })
export type CapturedSale = z.infer<typeof CapturedSale>

/** POST /admin/counter/record/{id}/return. */
export const CounterReturn = z.strictObject({
  ...shop,
  returned_value: PointsReversal.shape.returned_value,
  external_id,
})
export type CounterReturn = z.output<typeof CounterReturn>
/** `is_repeat`: an earlier call with this external_id made the return, and this one moved nothing. */
export const CountedReturn = z.extend(ReversedPoints, { is_repeat: z.boolean() })
export type CountedReturn = z.infer<typeof CountedReturn>

/** POST /admin/counter/voucher, and /withdraw. */
export const CounterVoucher = z.strictObject({ ...shop, code: VoucherCode })
export const CounterWithdrawal = z.strictObject({ ...shop, code: VoucherCode, external_id })
export type CounterWithdrawal = z.output<typeof CounterWithdrawal>

/** Movements that a shift shows, the newest first. */
export const maxShiftMovements = 100

/** GET /admin/counter/shift: a day of a shop. Without a day: today. */
export const CounterShiftDay = z.strictObject({ ...shop, day: z.optional(CalendarDate) })

/** `sale` earns points, `use` pays with points, `return` is a returned sale, `undo` an undone use, `voucher` a handed-over prize. */
const movementKinds = ['sale', 'use', 'return', 'undo', 'voucher'] as const

export const CounterMovement = z.object({
  /** The record of the ledger, or the voucher. */
  id: Uuid,
  kind: z.enum(movementKinds),
  created_at: z.iso.datetime(),
  /** The customer's masked name, or a voucher's owner; null: without a name. */
  customer_name: z.nullable(z.string()),
  /** The prize of a voucher. */
  prize: z.nullable(z.string()),
  /** Centavos of the purchase, or of the part that was returned; null: a voucher. */
  purchase_value: z.nullable(Centavos),
  ...amount,
  /** Centavos of the purchase that were returned since. */
  returned_value: Centavos,
  /** The whole sale was returned, or the use was undone. */
  is_reversed: z.boolean(),
})
export type CounterMovement = z.infer<typeof CounterMovement>

export const CounterShift = z.object({
  day: z.iso.date(),
  /** All people at the counter of this shop on this day. */
  totals: z.object({
    sales: z.int(),
    purchase_value: Centavos,
    /** Points that the sales gave, without what was returned. */
    given: z.object(amount),
    used: z.object(amount),
    returns: z.int(),
    returned_value: Centavos,
    vouchers: z.int(),
  }),
  /** The person's own movements. */
  movements: z.array(CounterMovement),
})
export type CounterShift = z.infer<typeof CounterShift>
