import { expect, test } from 'vitest'

import { labelled, scaleEnd } from './scale.ts'

test.each([
  [[0], 1],
  [[1, 3], 5],
  [[21], 25],
  [[100], 100],
  [[999], 1_000],
  [[1_001], 2_000],
])('the scale of %j ends at %i', (values, end) => {
  expect(scaleEnd(values)).toBe(end)
})

test('labels are evenly spaced, with the first and the last', () => {
  expect([...labelled(3, 5)]).toEqual([0, 1, 2])
  expect([...labelled(31, 5)]).toEqual([0, 8, 15, 23, 30])
})
