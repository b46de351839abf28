import fc from 'fast-check'
import { expect, test } from 'vitest'

import { rowAfter } from './row-step.ts'

test.each([
  ['ArrowDown', 3, 4],
  ['ArrowUp', 3, 2],
  ['ArrowUp', 0, 0],
  ['ArrowDown', 49, 49],
  ['PageDown', 3, 13],
  ['PageDown', 45, 49],
  ['PageUp', 3, 0],
  ['Home', 20, 0],
  ['End', 20, 49],
])('%s in row %i of 50 leads to row %i [D15]', (key, at, row) => {
  expect(rowAfter(key, at, 50)).toBe(row)
})

test.each(['a', 'Enter', 'Tab', 'ArrowLeft', 'constructor'])('%s leads nowhere [D15]', (key) => {
  expect(rowAfter(key, 3, 50)).toBeUndefined()
})

test('no key leads out of the table [D15]', () => {
  const keys = fc.constantFrom('ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', 'Home', 'End')
  const places = fc
    .integer({ min: 1, max: 100 })
    .chain((count) => fc.record({ count: fc.constant(count), at: fc.nat(count - 1) }))
  fc.assert(
    fc.property(keys, places, (key, { at, count }) => {
      const row = rowAfter(key, at, count)!
      expect(row >= 0 && row < count).toBe(true)
    }),
  )
})
