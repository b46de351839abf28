/** The customer desk: a staff member finds a customer and opens the record. Personal data are masked until asked for (D15). */

import * as z from 'zod/mini'

import { maxAdjustment } from '#contract/adjustment.ts'
import { CustomerBlock } from '#contract/console/block.ts'
import { Balance, Customer } from '#contract/customer.ts'
import { PointsEntry, PointsPage } from '#contract/points.ts'
import { Centavos, formatInteger, Points } from '#contract/value/money.ts'
import { maxLine, text } from '#contract/value/text.ts'
import { Uuid } from '#contract/value/uuid.ts'
import { Voucher } from '#contract/voucher.ts'

/** Letters of a search: as many as a name may have. */
export const maxSearch = maxLine
/** Letters of a searched word. The beginning 'a' would find a third of all customers. */
export const minSearchedWord = 2
/** Words of a name that a search compares; further words are ignored. */
export const maxSearchedWords = 8
/** The most customers that a search by name finds. Reading this many takes a few milliseconds, and nobody reads further. */
export const maxFound = 500

export const incompleteNumber =
  'Digite o número inteiro: CPF com 11 dígitos, CNPJ com 14 ou celular com DDD.'
export const shortSearch = `Digite pelo menos ${minSearchedWord} letras do nome.`

/** POST /admin/customer/search. A body and not a query, because addresses are written to logs of proxies and browsers. */
export const CustomerSearch = z.strictObject({
  /** A CPF, CNPJ, phone or email, or the beginnings of words of the name. */
  text: text(1, maxSearch),
  page: z._default(z.int().check(z.minimum(1), z.maximum(maxFound)), 1),
  per_page: z._default(z.int().check(z.minimum(1), z.maximum(100)), 20),
})
export type CustomerSearch = z.output<typeof CustomerSearch>

/** A found customer. The personal values are masked: 'Marina D. L.', '***.982.247-**', '…4321', 'a…@exemplo.com.br'. */
export const FoundCustomer = z.object({
  id: Uuid,
  name: z.nullable(z.string()),
  document: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  email: z.nullable(z.string()),
  /** False: a till or an import made the record, and the person has not registered yet. */
  is_registered: z.boolean(),
})
export type FoundCustomer = z.infer<typeof FoundCustomer>

export const FoundCustomers = z.object({
  customers: z.array(FoundCustomer),
  /** The customers of all pages, at most `maxFound`; 0 for a page after the last one. */
  total: z.int(),
  /** More customers match than a search finds. */
  is_cut: z.boolean(),
})
export type FoundCustomers = z.infer<typeof FoundCustomers>

/** Why a staff member needs a person's data in full (D15). The reason is part of the audit log. */
export const viewReasons = ['identify', 'contact', 'correct', 'deliver', 'request'] as const
export type ViewReason = (typeof viewReasons)[number]

/** Months for which a person can read when and why the staff has seen their data (D16). The names of staff are not told. */
export const viewMonths = 12

/** A reason in a sentence, as 'motivo: conferir quem é a pessoa'. */
export const viewReasonNames: Record<ViewReason, string> = {
  identify: 'conferir quem é a pessoa',
  contact: 'falar com a pessoa',
  correct: 'corrigir o cadastro',
  deliver: 'entregar um prêmio',
  request: 'responder a um pedido da pessoa sobre seus dados',
}

/** The newest vouchers that the record shows. */
export const recordVouchers = 20

/** A customer as the desk shows them. `name` … `address` are masked; null where unknown. */
export const CustomerRecord = z.object({
  ...FoundCustomer.shape,
  birthdate: z.nullable(z.string()),
  address: z.nullable(z.string()),
  has_confirmed_email: z.boolean(),
  created_at: z.iso.datetime(),
  /** The last day of a sign-in or of the use of a session; null: none. */
  last_seen_on: z.nullable(z.iso.date()),
  balance: Customer.shape.balance,
  /** Null: the company has no levels, or the customer is below the first. */
  level: z.nullable(z.string()),
  /** The newest ones, without their codes: a code is worth the prize. */
  vouchers: z.array(z.omit(Voucher, { code: true })),
  voucher_count: z.int(),
  /** Null: the customer is not blocked. */
  block: z.nullable(CustomerBlock),
})
export type CustomerRecord = z.infer<typeof CustomerRecord>

/** GET /admin/customer/{id}/points: a page of the history, newest first. */
export const CustomerHistoryPage = z.strictObject({
  before: PointsPage.shape.before,
  per_page: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(200)), 20),
})
export const CustomerHistory = z.object({
  entries: z.array(PointsEntry),
  /** The `before` of the next page; null: this is the last one. */
  next: z.nullable(z.int()),
})
export type CustomerHistory = z.infer<typeof CustomerHistory>

/** POST /admin/customer/{id}/data: 'Mostrar dados'. */
export const DataView = z.strictObject({
  reason: z.enum(viewReasons, { error: 'Escolha um motivo' }),
})
export const CustomerDetails = z.object({
  name: z.nullable(z.string()),
  document: z.nullable(z.string()),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  birthdate: z.nullable(z.string()),
  /** One line: street, number, complement, district, city, state and CEP, as far as they are known. */
  address: z.nullable(z.string()),
})
export type CustomerDetails = z.infer<typeof CustomerDetails>

/** GET /admin/adjustment: the company's reasons, limit and validity, the same for every role. */
export const AdjustmentTerms = z.object({
  reasons: z.array(z.string()),
  /** Above this number of points an adjustment needs a manager or owner, and a fresh second factor. */
  limit: Points,
  expires_in_days: z.nullable(z.int()),
  /** Above the limit: a request, which another person approves. */
  needs_second_person: z.boolean(),
})
export type AdjustmentTerms = z.infer<typeof AdjustmentTerms>

const amountMessage = `Digite um número de pontos de 1 a ${formatInteger(maxAdjustment)}`

/** POST /admin/customer/{id}/adjustment. */
export const Adjustment = z.strictObject({
  /** Points: given if positive, taken if negative. */
  points_amount: z.int({ error: amountMessage }).check(
    z.minimum(-maxAdjustment, { error: amountMessage }),
    z.maximum(maxAdjustment, { error: amountMessage }),
    z.refine((points) => points !== 0, { error: amountMessage }),
  ),
  /** One of the company's reasons. */
  reason: z
    .string({ error: 'Escolha um motivo' })
    .check(z.minLength(1, { error: 'Escolha um motivo' }), z.maxLength(80)),
  /** A repeat with the same key is the same adjustment and moves no points again. */
  key: Uuid,
})
export type Adjustment = z.output<typeof Adjustment>

/** The record that an adjustment or its undoing wrote, and the balance after it. */
export const AdjustedPoints = z.object({
  id: Uuid,
  customer_id: Uuid,
  points_amount: Points,
  points_value: Centavos,
  balance: Balance,
})
export type AdjustedPoints = z.infer<typeof AdjustedPoints>

/** `is_repeat`: an earlier call with this key made the adjustment, and this one moved nothing. */
export const MadeAdjustment = z.extend(AdjustedPoints, { is_repeat: z.boolean() })
export type MadeAdjustment = z.infer<typeof MadeAdjustment>
