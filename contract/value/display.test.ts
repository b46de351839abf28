import { expect, test } from 'vitest'

import { isSingular } from './display.ts'

const points = { display_mode: 'POINTS', hide_points: false, hide_cashback: false } as const
const money = { ...points, display_mode: 'CASH' } as const
const nothing = { ...points, hide_points: true, hide_cashback: true } as const

test.each([
  [1, 900, points, true],
  [2, 1, points, false],
  [0, 0, points, false],
  [9, 199, money, true],
  [1, 200, money, false],
  [9, 900, nothing, true],
])('whether %i points worth %i centavos in %j have a singular verb: %s [D7]', (...row) => {
  const [amount, centavos, display, expected] = row
  expect(isSingular(amount, centavos, display)).toBe(expected)
})
