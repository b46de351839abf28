/** Reports of a programme, from daily sums of the ledger (D18). */

import * as z from 'zod/mini'

import { CalendarDate } from '#contract/value/date.ts'
import { Centavos, Points } from '#contract/value/money.ts'
import { PeriodEnd } from '#contract/value/period-end.ts'
import { maxLine, text } from '#contract/value/text.ts'

/** Days of a report: three years, whose rows are read in one statement. */
export const maxReportDays = 1_096

/** ms of a day of UTC, which has no other length. */
const day_ms = 86_400_000

/** The days of a period, both ends included. */
export function daysOf({ from, to }: { from: string; to: string }): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / day_ms) + 1
}

/** '2026-11-22', 3 → '2026-11-25'. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(date) + days * day_ms).toISOString().slice(0, 10)
}

const period = {
  /** Days in the company's time zone, both included. */
  from: CalendarDate,
  to: PeriodEnd,
  /** A shop's name as sales state it; absent: all shops. */
  shop: z.optional(text(1, maxLine)),
}
const isPeriod = z.refine<{ from: string; to: string }>(
  (asked) => asked.from <= asked.to && daysOf(asked) <= maxReportDays,
  {
    path: ['to'],
    error: 'Escolha um período de até 3 anos, com o fim depois do início',
  },
)

export const ReportPeriod = z.strictObject(period).check(isPeriod)
export type ReportPeriod = z.output<typeof ReportPeriod>

const reportTables = ['summary', 'shops', 'items', 'liability', 'breakage', 'closings'] as const
export type ReportTable = (typeof reportTables)[number]
export const ReportFileQuery = z
  .strictObject({ ...period, table: z.enum(reportTables) })
  .check(isPeriod)
export type ReportFileQuery = z.output<typeof ReportFileQuery>

const Sum = z.object({ amount: Points, value: Centavos })
export type Sum = z.infer<typeof Sum>

/** The figures of a period. Null: shops do not have this figure, and a shop was asked for. */
export const ReportFigures = z.object({
  /** Customers of the programme at the end of the period, with those that only a till knows. */
  members: z.nullable(z.int()),
  joined: z.nullable(z.int()),
  left: z.nullable(z.int()),
  /** Customers with a purchase in the 30 or 90 days up to the end of the period. */
  active_30: z.int(),
  active_90: z.int(),
  purchases: z.int(),
  purchase_value: Centavos,
  /** Points of purchases, of promotions, and what returns took back. Sums of records. */
  earned: Sum,
  promoted: z.nullable(Sum),
  returned: Sum,
  /** Points used at a till, without those that were given back. */
  spent: Sum,
  /** Points of vouchers, without those of cancelled vouchers. */
  redeemed: z.nullable(Sum),
  /** Credits less debits by the company's people. */
  adjusted: z.nullable(Sum),
  /** Points past their last day. The ledger has no record of them: they remain in their lots. */
  expired: Sum,
  vouchers: z.object({
    issued: z.nullable(z.int()),
    withdrawn: z.int(),
    cancelled: z.nullable(z.int()),
    expired: z.nullable(z.int()),
  }),
})
export type ReportFigures = z.infer<typeof ReportFigures>

const Days = z.object({ from: z.string(), to: z.string() })

/** GET /admin/report. */
export const Report = z.object({
  period: Days,
  /** The period of the same length before it. */
  before: Days,
  current: ReportFigures,
  previous: ReportFigures,
  /** The period in parts: days up to 31 days, weeks up to 186 days, else months. */
  unit: z.enum(['day', 'week', 'month']),
  parts: z.array(z.object({ ...Days.shape, figures: ReportFigures })),
  /** The instant up to which sales are counted; null: nothing is counted yet. */
  folded_at: z.nullable(z.iso.datetime()),
})
export type Report = z.infer<typeof Report>

const ShopFigures = z.object({
  active_30: z.int(),
  purchases: z.int(),
  purchase_value: Centavos,
  earned: Sum,
  returned: Sum,
  spent: Sum,
  expired: Sum,
  withdrawn: z.int(),
})
export type ShopFigures = z.infer<typeof ShopFigures>

const ShopLine = z.object({
  /** '': what names no shop. */
  shop: z.string(),
  /** The company's list of shops has never had this name. */
  is_unknown: z.boolean(),
  current: ShopFigures,
  previous: ShopFigures,
})
export type ShopLine = z.infer<typeof ShopLine>
/** GET /admin/report/shop: the largest sales first, unknown names at the end (D13). */
export const ShopReport = z.array(ShopLine)

const ItemFigures = z.object({ count: z.int(), amount: Points, value: Centavos })
export type ItemFigures = z.infer<typeof ItemFigures>

export const itemKinds = ['rule', 'promotion', 'prize', 'adjustment'] as const
export type ItemKind = (typeof itemKinds)[number]
/** The kinds that are counted by shop: no shop is named where a promotion, a prize or the company's people move points. */
export const itemKindsOfShops: readonly ItemKind[] = ['rule']
const ItemLine = z.object({
  kind: z.enum(itemKinds),
  item: z.string(),
  name: z.string(),
  current: ItemFigures,
  previous: ItemFigures,
})
export type ItemLine = z.infer<typeof ItemLine>
/** GET /admin/report/item: which rules, promotions and prizes move the most points. */
export const ItemReport = z.array(ItemLine)

/** The names of items that are no rule, promotion or prize: the origin of an adjustment's record, and a purchase without a rule. */
export const itemNames: Readonly<Record<string, string>> = {
  adjustment: 'Ajustes da equipe',
  import: 'Saldos importados',
  '': '(sem regra)',
}

export const ReportFile = z.custom<ReadableStream<Uint8Array> | Blob>()
