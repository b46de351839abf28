import fc from 'fast-check'
import { expect, test } from 'vitest'

import type { Level } from '#contract/level.ts'

import { keeping, percentOf, rising } from './progress.ts'

const level = (name: string, trigger_amount: number): Level => ({
  id: name,
  name,
  description: null,
  description_url: null,
  color: null,
  icon: 'medal',
  trigger_amount,
  multiplier: 1,
  prev: null,
  next: null,
  integrator_id: null,
  prize: null,
  created_at: '2026-01-01T00:00:00.000Z',
})
const chain = [level('Um', 0), level('Dois', 500), level('Três', 2_000)]
const at = (current: number, missing_amount: number, until: string | null = '2026-12-31') => ({
  current: { level: chain[current]!, missing_amount, until },
  next: null,
})

test('`keeping` gives the points that are missing to keep the level, and the deadline [R11.1]', () => {
  expect(keeping(at(2, 1_400))).toMatchObject({
    missing: 1_400,
    until: '2026-12-31',
    have: 600,
    ratio: 0.3,
  })
  expect(keeping(at(1, 1))).toMatchObject({ have: 499 })
  expect(keeping(at(1, 500))).toMatchObject({ have: 0, ratio: 0 })
})

test('a kept level misses 0 points, the first has no deadline, and `keeping` no level is null [R11.1]', () => {
  expect(keeping(at(1, 0))).toMatchObject({ ratio: 1, missing: 0 })
  expect(keeping(at(0, 0, null))).toMatchObject({ ratio: 1, until: null })
  expect(keeping({ current: null, next: null })).toBeNull()
})

test('`rising` gives the progress to the next level, and null at the last level [R11.1]', () => {
  const next = { level: chain[1]!, missing_amount: 125, until: null }
  expect(rising({ current: null, next })).toMatchObject({ have: 375, ratio: 0.75, missing: 125 })
  expect(rising(at(2, 0))).toBeNull()
})

test('the progress stays between 0 and 1, and is 100% only if no points are missing [R11.1]', () => {
  fc.assert(
    fc.property(fc.nat(3_000), (missing_amount) => {
      const { ratio } = keeping(at(2, missing_amount))!
      expect(ratio).toBeGreaterThanOrEqual(0)
      expect(ratio).toBeLessThanOrEqual(1)
      expect(percentOf(ratio) === 100).toBe(missing_amount === 0)
    }),
  )
})
