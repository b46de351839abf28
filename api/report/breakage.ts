/**
 * Breakage (CPC 47, IFRS 15 B46): the part of the owed points that will expire unused, estimated from the company's own redemption
 * curve. No I/O. It is an estimate in floating point, apart from all balances.
 *
 * - A cohort is the points earned in one month, without those that returns took or that paid a deficit at once. Its use rate at age
 *   a is the points used in the a-th month after, divided by those neither used nor expired before: an expired point cannot be used,
 *   and the owed points have not expired.
 * - h(a) is the same quotient over all cohorts whose month of age a has ended. An age at which no points were left has none.
 * - Owed points of age a with n months left, this one included, expire with the probability (1 - h(a)) × … × (1 - h(a + n - 1)).
 *   Beyond the oldest age seen, h is the mean of the last three ages. Points that never expire have no breakage.
 * - The interval takes every h(a) 1.96 standard errors of the cohorts' rates higher and lower at once, which is wider than independent
 *   errors would be.
 */

import type { Breakage } from '#contract/console/closing.ts'

/** Cohorts with a complete month that an estimate needs: fewer say nothing about a season. */
const minCohorts = 6
/** Standard errors of an interval of 95 %. */
const errors95 = 1.96
/** Ages whose mean stands for older ages. */
const tailAges = 3

/** `amount`: used at that age; at age -1 earned. */
export type CurveRow = { earned_month: string; age: number; amount: number; expired_amount: number }
export type OwedRow = { earned_month: string; expires_month: string | null; value: number }

type Cohort = { month: number; earned: number; used: number[]; expired: number[] }
type Rate = { rate: number; error: number }

/** '2026-11-01' → months since year 0. */
function monthNumber(date: string): number {
  return Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1
}

/** `day`: the last counted day. The month that it is in counts as complete only if it is the month's last day. */
export function breakageOf(curve: CurveRow[], owed: OwedRow[], day: string): Breakage | null {
  const present = monthNumber(day)
  const isMonthEnd = new Date(Date.parse(day) + 86_400_000).getUTCDate() === 1
  const lastMonth = isMonthEnd ? present : present - 1
  const cohorts = cohortsOf(curve).filter(({ month, earned }) => month <= lastMonth && earned > 0)
  if (cohorts.length < minCohorts) return null
  const rates = ratesOf(cohorts, lastMonth)
  const firstLeft = isMonthEnd ? present + 1 : present
  const expected = (errors: number) =>
    Math.round(
      owed.reduce(
        (sum, { earned_month, expires_month, value }) =>
          expires_month === null
            ? sum
            : sum +
              value *
                unusedShare(rates, {
                  age: Math.max(0, firstLeft - monthNumber(earned_month)),
                  left: Math.max(0, monthNumber(expires_month) - firstLeft + 1),
                  errors,
                }),
        0,
      ),
    )
  return {
    months: cohorts.length,
    value: expected(0),
    low_value: expected(errors95),
    high_value: expected(-errors95),
    used_permille: usedShares(rates),
  }
}

function cohortsOf(curve: CurveRow[]): Cohort[] {
  return [...Map.groupBy(curve, ({ earned_month }) => earned_month)].map(([month, rows]) => {
    const [used, expired]: [number[], number[]] = [[], []]
    for (const { age, amount, expired_amount } of rows) {
      if (age < 0) continue
      used[age] = amount
      expired[age] = expired_amount
    }
    const earned = rows.find(({ age }) => age === -1)?.amount ?? 0
    return { month: monthNumber(month), earned, used, expired }
  })
}

/** h(0), h(1), … over the cohorts that have seen the whole month of that age; undefined: no points were left then. */
function ratesOf(cohorts: Cohort[], lastMonth: number): (Rate | undefined)[] {
  const oldest = Math.min(...cohorts.map(({ month }) => month))
  return Array.from({ length: lastMonth - oldest + 1 }, (_, age) => {
    const parts = cohorts
      .filter(({ month }) => month + age <= lastMonth)
      .map(({ earned, used, expired }) => ({
        used: Math.max(0, used[age] ?? 0),
        left: earned - sumOf(used.slice(0, age)) - sumOf(expired.slice(0, age)),
      }))
      .filter(({ left }) => left > 0)
    if (parts.length === 0) return undefined
    const left = sumOf(parts.map((part) => part.left))
    const rate = Math.min(1, sumOf(parts.map((part) => part.used)) / left)
    return { rate, error: errorOf(parts.map((part) => part.used / part.left)) }
  })
}

/** The standard error of the mean; 0 for fewer than two numbers. */
function errorOf(numbers: number[]): number {
  if (numbers.length < 2) return 0
  const mean = sumOf(numbers) / numbers.length
  const spread = sumOf(numbers.map((one) => (one - mean) ** 2)) / (numbers.length - 1)
  return Math.sqrt(spread / numbers.length)
}

/** Adds up; a hole of a sparse array counts as 0. */
function sumOf(numbers: number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0)
}

type Remaining = { age: number; left: number; errors: number }

function unusedShare(rates: (Rate | undefined)[], { age, left, errors }: Remaining): number {
  const tail = rates.filter((rate) => rate !== undefined).slice(-tailAges)
  const older = {
    rate: sumOf(tail.map(({ rate }) => rate)) / tail.length,
    error: sumOf(tail.map(({ error }) => error)) / tail.length,
  }
  let share = 1
  for (let month = 0; month < left; month += 1) {
    const { rate, error } = rates[age + month] ?? older
    share *= 1 - Math.max(0, Math.min(1, rate + errors * error))
  }
  return share
}

function usedShares(rates: (Rate | undefined)[]): number[] {
  let unused = 1
  return rates.map((known) => {
    unused *= 1 - (known?.rate ?? 0)
    return Math.round((1 - unused) * 1_000)
  })
}
