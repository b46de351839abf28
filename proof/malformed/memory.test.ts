import { expect, test } from 'vitest'

import { growthOf, keptBytes } from './memory.ts'

test('memory that grows by more than 10 % after the first chunks is told, and garbage is not counted', async () => {
  expect(growthOf([50e6])).toBeNull()
  expect(growthOf([50e6, 90e6, 100e6, 109e6])).toBeNull()
  expect(growthOf([50e6, 90e6, 100e6, 105e6, 111e6])).toBe(
    'the process keeps 105.9 MB after 5 chunks, and kept 95.4 MB after 3',
  )
  const before = await keptBytes()
  let held: number[][] | null = Array.from({ length: 200 }, () =>
    Array.from({ length: 20_000 }, () => 1.5),
  )
  expect((await keptBytes()) - before).toBeGreaterThan(20e6)
  expect(held.length).toBe(200)
  held = null
  expect((await keptBytes()) - before).toBeLessThan(10e6)
})
