/**
 * The backtest of a draft (D18): the purchases of the last 12 months, calculated again by the draft's rules. The server answers it in
 * pages of customers, and the caller adds them up.
 */

import * as z from 'zod/mini'

import { Calculation } from '#contract/points.ts'
import { Centavos, Points } from '#contract/value/money.ts'
import { Uuid } from '#contract/value/uuid.ts'

/** Months of purchases before the instant of the backtest. */
export const backtestMonths = 12

/** Example customers of a backtest. */
export const maxExamples = 10
/** Maximum number of the largest gains, and of the largest losses, that come first in the examples. */
const maxOfKind = 5

/** Query parameters of GET /admin/programme/draft/backtest. */
export const BacktestQuery = z.strictObject({
  /** The draft's, so that all pages are of one draft. */
  revision: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(2_147_483_647)),
  /** `until` of the first page. Absent: now, for the first page. */
  until: z.optional(z.iso.datetime()),
  /** `next` of the page before. Absent: the first page. */
  after: z.optional(Uuid),
})
export type BacktestQuery = z.infer<typeof BacktestQuery>

/**
 * The points and centavos that the purchases gave, minus those that returns claim. `liability`: the value of the points
 * that are unspent and have not expired.
 */
const Sums = z.object({ points: Points, value: Centavos, liability: Centavos })
export type Sums = z.infer<typeof Sums>

/** As a record keeps it. Points are always rounded down. */
const ReplayedCalculation = z.omit(Calculation, { rounding: true })
export type ReplayedCalculation = z.infer<typeof ReplayedCalculation>

const Earned = z.object({
  points: Points,
  value: Centavos,
  calculation: ReplayedCalculation,
  /** The last day on which the points are good; null: for ever. */
  expires_at: z.nullable(z.iso.date()),
})
export type Earned = z.infer<typeof Earned>

/** A customer, by name with all but the first letters masked. */
const Example = z.object({
  customer_id: Uuid,
  name: z.nullable(z.string()),
  /** Today's. */
  level: z.nullable(z.string()),
  purchases: z.int(),
  before: Sums,
  after: Sums,
  /** The customer's last purchase. `after` null: the draft has no rule for it. */
  last: z.object({
    at: z.iso.datetime(),
    purchase_value: Centavos,
    before: Earned,
    after: z.nullable(Earned),
  }),
})
export type Example = z.infer<typeof Example>

/** The customers of one level, as it is today. `level` null: without a level. */
const LevelSums = z.object({
  level: z.nullable(z.string()),
  customers: z.int(),
  winners: z.int(),
  losers: z.int(),
  before: Sums,
  after: Sums,
})
export type LevelSums = z.infer<typeof LevelSums>

const totals = {
  /** Customers with a purchase. */
  customers: z.int(),
  winners: z.int(),
  losers: z.int(),
  purchases: z.int(),
  /** Purchases that the version in force at that time gives again, to the point, the centavo and the day. */
  exact: z.int(),
  /** Other purchases, whose points follow from the calculation that their record keeps. */
  by_record: z.int(),
  /** Purchases for which the draft has no rule. They earn nothing after it. */
  refused: z.int(),
  before: Sums,
  after: Sums,
  levels: z.array(LevelSums),
  examples: z.array(Example).check(z.maxLength(maxExamples)),
}
const Backtest = z.object(totals)
export type Backtest = z.infer<typeof Backtest>

export const BacktestPage = z.object({
  ...totals,
  since: z.iso.datetime(),
  until: z.iso.datetime(),
  /** Customers of the page, also those without a purchase in the period. */
  read: z.int(),
  /** Customers of the company, on the first page alone. */
  total: z.nullable(z.int()),
  /** The `after` of the next page; null: this is the last one. */
  next: z.nullable(Uuid),
})
export type BacktestPage = z.infer<typeof BacktestPage>

const nothing: Sums = { points: 0, value: 0, liability: 0 }

function addSums(one: Sums, other: Sums): Sums {
  return {
    points: one.points + other.points,
    value: one.value + other.value,
    liability: one.liability + other.liability,
  }
}

/** The sum of pages of one backtest, or of the customers of a page. */
export function addBacktests(parts: Backtest[]): Backtest {
  const sum = (figure: (one: Backtest) => number) =>
    parts.reduce((total, one) => total + figure(one), 0)
  return {
    customers: sum(({ customers }) => customers),
    winners: sum(({ winners }) => winners),
    losers: sum(({ losers }) => losers),
    purchases: sum(({ purchases }) => purchases),
    exact: sum(({ exact }) => exact),
    by_record: sum(({ by_record }) => by_record),
    refused: sum(({ refused }) => refused),
    before: parts.reduce((total, { before }) => addSums(total, before), nothing),
    after: parts.reduce((total, { after }) => addSums(total, after), nothing),
    levels: addLevels(parts.flatMap(({ levels }) => levels)),
    examples: examplesOf(parts.flatMap(({ examples }) => examples)),
  }
}

/** One entry a level, the largest level first by its customers. */
function addLevels(levels: LevelSums[]): LevelSums[] {
  const sums = new Map<string | null, LevelSums>()
  for (const one of levels) {
    const other = sums.get(one.level)
    sums.set(
      one.level,
      other
        ? {
            level: one.level,
            customers: one.customers + other.customers,
            winners: one.winners + other.winners,
            losers: one.losers + other.losers,
            before: addSums(one.before, other.before),
            after: addSums(one.after, other.after),
          }
        : one,
    )
  }
  return [...sums.values()].toSorted(
    (one, other) =>
      other.customers - one.customers || (one.level ?? '').localeCompare(other.level ?? ''),
  )
}

type Compared = Pick<Example, 'customer_id' | 'purchases'> & {
  before: Pick<Sums, 'points'>
  after: Pick<Sums, 'points'>
}

/** The points that a customer gains by the draft. Negative: the customer loses them. */
export function gainOf({ before, after }: Pick<Compared, 'before' | 'after'>): number {
  return after.points - before.points
}

/**
 * The largest gains and losses, filled up with the largest other differences and then with the most purchases. The examples of
 * pages together hold those of the whole.
 */
export function examplesOf<One extends Compared>(customers: One[]): One[] {
  const sorted = customers.toSorted(
    (one, other) =>
      Math.abs(gainOf(other)) - Math.abs(gainOf(one)) ||
      other.purchases - one.purchases ||
      (one.customer_id < other.customer_id ? -1 : 1),
  )
  const gains = sorted.filter((one) => gainOf(one) > 0).slice(0, maxOfKind)
  const losses = sorted.filter((one) => gainOf(one) < 0).slice(0, maxOfKind)
  const first = new Set([...gains, ...losses])
  const others = sorted.filter((one) => !first.has(one)).slice(0, maxExamples - first.size)
  return [...gains, ...losses, ...others]
}
