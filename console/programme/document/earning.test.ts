import fc from 'fast-check'
import { expect, test } from 'vitest'

import { createWorld } from '#api/testing/worlds/world.ts'
import { rows, sql } from '#database/sql.ts'

import { earningOf } from './earning.ts'

const world = await createWorld()

const purchases = fc.record({
  type: fc.constantFrom('PERCENTAGE', 'POINTS_PER_REAL'),
  // Three decimals, as the contract allows.
  thousandths: fc.integer({ min: 1, max: 1_000_000 }),
  cap: fc.option(fc.integer({ min: 1, max: 1_000_000 })),
  base: fc.integer({ min: 0, max: 100_000_000 }),
  points_per_real: fc.integer({ min: 1, max: 10_000 }),
})

test('the sentence beside a rule names the points and centavos that the ledger would give [D15 D4]', async () => {
  const sample = fc.sample(purchases, { numRuns: 500, seed: 4 }).map((one) => ({
    ...one,
    rate: (one.thousandths / 1_000).toFixed(3),
  }))
  const ledger = await rows<{ amount: number; value: number }>(
    world.database,
    sql`select points.amount, points.value
          from jsonb_to_recordset(${JSON.stringify(sample.map((one, n) => ({ ...one, n })))}) as bought (
                 n bigint, type text, rate numeric, cap bigint, base bigint, points_per_real bigint)
         cross join purchase_points(type, rate, cap, base, 1, points_per_real) points
         order by n`,
  )
  const shown = sample.map(({ type, rate, cap, base, points_per_real }) =>
    earningOf({ type, rate: Number(rate), cap }, base, points_per_real),
  )
  expect(shown).toEqual(ledger.map(({ amount, value }) => ({ points: amount, centavos: value })))
})

const rule = { type: 'POINTS_PER_REAL', rate: 1, cap: null, minimum_purchase_value: 5_000 }

test.each([
  ['a rate that is still typed', { ...rule, rate: '' }, 100],
  ['a rate that is missing', { ...rule, rate: null }, 100],
  ['a rate beyond all numbers', { ...rule, rate: 1e300 }, 100],
  ['no points for R$ 1', rule, 0],
  ['a fraction of points for R$ 1', rule, 1.5],
])('the earning is unknown with %s [D15]', (_, wrong, pointsPerReal) => {
  expect(earningOf(wrong, 10_000, pointsPerReal)).toBeUndefined()
})

test('a purchase of the least value earns, and one of a centavo less does not [D15]', () => {
  expect(earningOf(rule, 5_000, 100)).toEqual({ points: 50, centavos: 50 })
  expect(earningOf(rule, 4_999, 100)).toEqual({ points: 0, centavos: 0 })
})

test('a cap that is wrong does not limit [D15]', () => {
  expect(earningOf({ ...rule, cap: 'dez' }, 10_000, 100)).toEqual({ points: 100, centavos: 100 })
})
