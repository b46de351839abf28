import { expect, test } from 'vitest'

import { retrySeconds } from './deliver.ts'

test('waits between attempts grow from 5 s to 4 h, each ± 25 % at random [D3]', () => {
  for (const [attempt, planned] of [
    [1, 5],
    [2, 15],
    [3, 45],
    [8, 10_935],
    [9, 14_400],
    [500, 14_400],
  ] as const) {
    const waits = Array.from({ length: 200 }, () => retrySeconds(attempt) / planned)
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(0.75)
    expect(Math.max(...waits)).toBeLessThanOrEqual(1.25)
    expect(new Set(waits).size).toBeGreaterThan(100)
  }
})
