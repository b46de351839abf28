import { randomUUID } from 'node:crypto'

import { expect, test } from 'vitest'

import { intentionCode } from './code.ts'

test('codes are spread evenly over a million values [T5]', () => {
  const secret = Buffer.alloc(32)
  const company_id = randomUUID()
  const tenths = Array<number>(10).fill(0)
  for (let n = 0; n < 20_000; n += 1) {
    const shown = { company_id, id: randomUUID(), points_amount: 1, subsidiary_name: 'x' }
    tenths[Number(intentionCode(secret, shown)[0])]! += 1
  }
  // One standard deviation is about 42.
  for (const tenth of tenths) expect(Math.abs(tenth - 2_000)).toBeLessThan(250)
})
