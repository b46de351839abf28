import fc from 'fast-check'
import { expect, test } from 'vitest'

import { addBacktests, type Backtest, examplesOf, gainOf, maxExamples } from './backtest.ts'

const sums = (points: number) => ({ points, value: points * 2, liability: points * 3 })

/** A customer alone, as a part of a backtest. */
function part(id: number, before: number, after: number, level: string | null = 'Ouro'): Backtest {
  const one = { customers: 1, winners: after > before ? 1 : 0, losers: after < before ? 1 : 0 }
  const both = { before: sums(before), after: sums(after) }
  const customer_id = `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`
  const calculation = {
    rule: 'Compra',
    type: 'POINTS_PER_REAL' as const,
    rate: 1,
    base: 1,
    multiplier: 1,
    points_per_real: 100,
  }
  const earned = { points: 1, value: 1, calculation, expires_at: null }
  const last = { at: '2026-11-20T15:00:00Z', purchase_value: 1, before: earned, after: null }
  return {
    ...one,
    purchases: 2,
    exact: 1,
    by_record: 1,
    refused: 0,
    ...both,
    levels: [{ level, ...one, ...both }],
    examples: [{ customer_id, name: null, level, purchases: 2, ...both, last }],
  }
}

test('pages add up to the whole, with one entry a level [D18]', () => {
  const whole = addBacktests([part(1, 10, 20), part(2, 10, 5), part(3, 7, 7, null)])
  expect(whole).toMatchObject({
    customers: 3,
    winners: 1,
    losers: 1,
    purchases: 6,
    exact: 3,
    by_record: 3,
    before: sums(27),
    after: sums(32),
    levels: [
      { level: 'Ouro', customers: 2, winners: 1, losers: 1, before: sums(20), after: sums(25) },
      { level: null, customers: 1, winners: 0, losers: 0, before: sums(7), after: sums(7) },
    ],
  })
  expect(whole.examples).toHaveLength(3)
})

test('nothing adds up to zero [D18]', () => {
  expect(addBacktests([])).toMatchObject({
    customers: 0,
    purchases: 0,
    before: sums(0),
    levels: [],
  })
})

test('examples are the five largest gains and losses, then the largest other differences [D18]', () => {
  const customers = Array.from({ length: 30 }, (_, at) => part(at, 100, 100 + at - 8)).flatMap(
    ({ examples }) => examples,
  )
  const gains = examplesOf(customers).map((one) => gainOf(one))
  expect(gains).toEqual([21, 20, 19, 18, 17, -8, -7, -6, -5, -4])
})

test('the examples of pages hold the examples of the whole, however customers are divided [D18]', () => {
  const gains = fc.array(fc.integer({ min: -3, max: 3 }), { maxLength: 60 })
  fc.assert(
    fc.property(gains, fc.integer({ min: 1, max: 20 }), (all, size) => {
      const parts = all.map((gain, at) => part(at, 10, 10 + gain))
      const pages: Backtest[] = []
      for (let at = 0; at < parts.length; at += size) {
        pages.push(addBacktests(parts.slice(at, at + size)))
      }
      const ids = (one: Backtest) => one.examples.map(({ customer_id }) => customer_id)
      const whole = addBacktests(parts)
      expect(ids(addBacktests(pages))).toEqual(ids(whole))
      expect(whole.examples.length).toBe(Math.min(all.length, maxExamples))
    }),
  )
})
