import { expect, test } from 'vitest'

import { breakageOf, type CurveRow } from './breakage.ts'

/** Twelve months of 1,000 points. `rate(month)`: the share of the unused points that is used in each month of age. */
function curve(rate: (month: number) => number): CurveRow[] {
  return Array.from({ length: 12 }, (_, month) => month).flatMap((month) => {
    const earned_month = `2026-${String(month + 1).padStart(2, '0')}-01`
    const used = Array.from({ length: 12 - month }, (_, age) => ({
      earned_month,
      age,
      expired_amount: 0,
      amount: 100_000 * rate(month) * (1 - rate(month)) ** age,
    }))
    return [{ earned_month, age: -1, amount: 100_000, expired_amount: 0 }, ...used]
  })
}

const owed = (expires_month: string | null, value = 10_000) => [
  { earned_month: '2026-12-01', expires_month, value },
]

test('with 10 % used each month, 3 months left leave 72.9 % unused [D18]', () => {
  const found = breakageOf(
    curve(() => 0.1),
    owed('2027-03-01'),
    '2026-12-31',
  )
  expect(found).toMatchObject({ months: 12, value: 7_290, low_value: 7_290, high_value: 7_290 })
  expect(found!.used_permille.slice(0, 3)).toEqual([100, 190, 271])
})

test('months that differ widen the interval around the estimate [D18]', () => {
  const found = breakageOf(
    curve((month) => (month % 2 === 0 ? 0.05 : 0.15)),
    owed('2027-03-01'),
    '2026-12-31',
  )!
  expect(found.low_value).toBeLessThan(found.value)
  expect(found.high_value).toBeGreaterThan(found.value)
  expect(found.value).toBeGreaterThan(6_500)
  expect(found.value).toBeLessThan(8_000)
})

test('points that have expired do not count as points that nobody wanted [D18]', () => {
  // Half of each month's points expire at age 1; 10 % of the others are used each month.
  const halved = curve(() => 0.1).map((row) => ({
    ...row,
    amount: row.age > 1 ? row.amount / 2 : row.amount,
    expired_amount: row.age === 1 ? 40_500 : 0,
  }))
  const found = breakageOf(halved, owed('2027-06-01'), '2026-12-31')
  expect(found).toMatchObject({ value: Math.round(10_000 * 0.9 ** 6) })
})

test('an age that no points reach is estimated from younger ages, not as without use [D18]', () => {
  const short = curve(() => 0.1)
    .filter(({ age }) => age < 4)
    .map((row) => (row.age === 3 ? { ...row, expired_amount: 100_000 * 0.9 ** 4 } : row))
  const found = breakageOf(short, owed('2027-08-01'), '2026-12-31')
  expect(found).toMatchObject({ value: Math.round(10_000 * 0.9 ** 8) })
})

test('points that never expire have no breakage [D18]', () => {
  expect(
    breakageOf(
      curve(() => 0.1),
      owed(null),
      '2026-12-31',
    ),
  ).toMatchObject({ value: 0, high_value: 0 })
})

test('fewer than six months give no estimate, and neither does a month that has not ended [D18]', () => {
  const short = curve(() => 0.1).filter(({ earned_month }) => earned_month >= '2026-07-01')
  expect(breakageOf(short, owed('2027-03-01'), '2026-12-31')).not.toBeNull()
  expect(breakageOf(short, owed('2027-03-01'), '2026-12-30')).toBeNull()
})
