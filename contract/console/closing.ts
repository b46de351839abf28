/**
 * The points that a company owes its customers, the part that will expire unused, and closed months (D18; CPC 47, IFRS 15).
 */

import * as z from 'zod/mini'

import { Centavos, formatMoney, Points } from '#contract/value/money.ts'

const Sum = z.object({ amount: Points, value: Centavos })

/** '2026-10'. */
const Month = z
  .string()
  .check(z.regex(/^20\d\d-(0[1-9]|1[0-2])$/, { error: 'Use um mês como 2026-10' }))
/** The sentence for a month before the company's first points. */
export const monthBefore = 'O programa ainda não tinha pontos neste mês'
/** Why a job closed nothing: the person who began was removed, or has another role. */
export const closerLeft = 'Quem pediu o fechamento não pode mais fechar meses. Peça de novo.'
export const MonthToClose = z.strictObject({ month: Month })

/** Points by the month of their last good day; null: they never expire. */
const LiabilityLine = z.object({ month: z.nullable(z.string()), ...Sum.shape })
export type LiabilityLine = z.infer<typeof LiabilityLine>

export const Closing = z.object({
  month: z.string(),
  closed_at: z.iso.datetime(),
  closed_by: z.string(),
  liability: Sum,
  deficit: Sum,
  /** The sums that explain the liability: records - expired + deficit - difference. */
  records: Sum,
  expired: Sum,
  difference_value: Centavos,
  lines: z.array(LiabilityLine),
})
export type Closing = z.infer<typeof Closing>

/** POST /admin/report/closing. Null: the closing takes longer than a call and goes on as a job, one of the liability's `runs`. */
export const ClosingAnswer = z.object({ closing: z.nullable(Closing) })
export type ClosingAnswer = z.infer<typeof ClosingAnswer>

/** A closing that goes on as a job, or failed as one. It leaves the list when its month is closed. */
export const ClosingRun = z.object({
  month: z.string(),
  begun_by: z.string(),
  begun_at: z.iso.datetime(),
  /** Customers whose points are added up so far, rounded up to a page of 2,000. */
  customers: z.int(),
  /** Why the month was not closed, as a sentence; null: the job works, or begins within two minutes. */
  error: z.nullable(z.string()),
})
export type ClosingRun = z.infer<typeof ClosingRun>

/** The part of the liability that the company's own redemption curve expects to expire (api/report/breakage.ts). */
const Breakage = z.object({
  /** Months of earning that the curve is made of. */
  months: z.int(),
  /** Centavos that are expected to expire, and the ends of the interval of 95 % that the months' spread gives. */
  value: Centavos,
  low_value: Centavos,
  high_value: Centavos,
  /**
   * Parts per thousand of a month's points that are used by the end of the month of age 0, 1, 2 … The curve is
   * calculated as if no points expired.
   */
  used_permille: z.array(z.int()),
})
export type Breakage = z.infer<typeof Breakage>

/** GET /admin/report/liability. */
export const Liability = z.object({
  /** The day after whose end this is owed; null: nothing is counted yet. */
  day: z.nullable(z.string()),
  total: Sum,
  /** The points that customers owe after returns at the end of that day. They are no part of the total. */
  deficit: Sum,
  months: z.array(LiabilityLine),
  /** Null: the company has fewer than six months of history. */
  breakage: z.nullable(Breakage),
  /** All closed months, newest first. */
  closings: z.array(Closing),
  /** Months that have ended and are not closed, from the first sale on, newest first: '2026-10'. */
  open_months: z.array(z.string()),
  /** Closings that go on as a job, and failed ones, the oldest first. */
  runs: z.array(ClosingRun),
})
export type Liability = z.infer<typeof Liability>

/** The sentence of the audit log, without the actor's name. */
export function closingSentence({ month, liability }: Closing): string {
  const [year, number] = month.split('-')
  return `fechou o mês ${number}/${year} com ${formatMoney(liability.value)} em pontos a honrar`
}
