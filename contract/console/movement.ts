/** The movements of a company: every record of the ledger, for the people of the console (D15). */

import * as z from 'zod/mini'

import { PointsEntry } from '#contract/points.ts'
import { CalendarDate, daysBetween } from '#contract/value/date.ts'
import { PeriodEnd } from '#contract/value/period-end.ts'
import { maxLine, text } from '#contract/value/text.ts'
import { Uuid } from '#contract/value/uuid.ts'

/**
 * What a record is for a person. `return`: of a sale, or an undone use of points. `voucher`: points for a prize, and points that came
 * back with a cancelled voucher. `merge`: points that moved between two accounts of one person.
 */
export const movementKinds = [
  'sale',
  'use',
  'return',
  'voucher',
  'promotion',
  'adjustment',
  'import',
  'merge',
] as const
export type MovementKind = (typeof movementKinds)[number]

export const MovementFilters = z.strictObject({
  kind: z.optional(z.enum(movementKinds)),
  /** The shop's name as sales state it. */
  shop: z.optional(text(1, maxLine)),
  /** The till key that made the record. */
  key_id: z.optional(Uuid),
  /** The staff member who moved the points by hand. */
  staff_id: z.optional(Uuid),
  customer_id: z.optional(Uuid),
  /** Days in the company's time zone, both included. */
  from: z.optional(CalendarDate),
  to: z.optional(PeriodEnd),
})
export type MovementFilters = z.output<typeof MovementFilters>

/** GET /admin/movement. */
export const MovementPage = z.strictObject({
  ...MovementFilters.shape,
  /** The `next` of the page before. */
  before: z.optional(Uuid),
  per_page: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 50),
})
export type MovementPage = z.output<typeof MovementPage>

/** Days of a file: one year, also a leap year. */
const maxMovementDays = 366
export const movementPeriodMessage =
  'Escolha um período de até 1 ano, com o primeiro e o último dia.'

/** Whether a file may have this period. */
export function isMovementPeriod({ from, to }: Partial<MovementFilters>): boolean {
  if (from === undefined || to === undefined) return false
  return from <= to && daysBetween(from, to) < maxMovementDays
}

/** GET /admin/movement/file. */
export const MovementFileQuery = z
  .strictObject(MovementFilters.shape)
  .check(z.refine(isMovementPeriod, { path: ['to'], error: movementPeriodMessage }))

const Named = z.object({ id: Uuid, name: z.string() })

export const Movement = z.object({
  kind: z.enum(movementKinds),
  entry: PointsEntry,
  customer: z.object({
    /** Masked: 'Marina D. L.'; null: the person has no registration. */
    name: z.nullable(z.string()),
    /** The person has left: no record can be opened. */
    is_erased: z.boolean(),
  }),
  /** Null: no till made the record. */
  key: z.nullable(Named),
  /** Null: no staff member wrote the record by hand. */
  staff: z.nullable(Named),
})
export type Movement = z.infer<typeof Movement>

/**
 * A page, newest first. It may have fewer movements than `per_page`, even none, although there are more: one call reads at most
 * `maxMovementsRead` records.
 */
export const Movements = z.object({
  movements: z.array(Movement),
  /** The `before` of the next page; null: this is the last one. */
  next: z.nullable(Uuid),
  /** The instant down to which the page looked; null: to the end. */
  read_to: z.nullable(z.iso.datetime()),
})
export type Movements = z.infer<typeof Movements>

/** Records that one call reads: about 50 ms. */
export const maxMovementsRead = 20_000

/** GET /admin/movement/choice: what the list can be filtered by. */
export const MovementChoices = z.object({
  /** The shops that records name. */
  shops: z.array(z.string()),
  keys: z.array(Named),
  /** The people who have moved points by hand. */
  staff: z.array(Named),
})
export type MovementChoices = z.infer<typeof MovementChoices>

/** Lines of one CSV. A file that was cut says so in its last line. */
export const maxMovementLines = 200_000
export const MovementFile = z.custom<ReadableStream<Uint8Array> | Blob>()

/** A kind as a line of the list and of the CSV names it. */
export const movementKindNames: Record<MovementKind, string> = {
  sale: 'Venda',
  use: 'Uso de pontos',
  return: 'Devolução',
  voucher: 'Voucher',
  promotion: 'Promoção',
  adjustment: 'Ajuste',
  import: 'Importação',
  merge: 'Junção de contas',
}

/** The texts of the CSV. */
export const movementFileWords = {
  columns: [
    'Data',
    'Hora',
    'Tipo',
    'Cliente',
    'Pontos',
    'Valor dos pontos (R$)',
    'Valor da compra (R$)',
    'Loja',
    'Caixa',
    'Pessoa',
    'Prêmio, promoção ou motivo',
    'Número no caixa',
    'Cancelado',
    'Lançamento',
  ],
  cancelled: 'sim',
  cut: (lines: string) =>
    `Este arquivo traz as ${lines} linhas mais novas. Escolha um período menor.`,
}
