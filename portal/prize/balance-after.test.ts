import fc from 'fast-check'
import { expect, test } from 'vitest'

import { balanceAfter } from './balance-after.ts'

test.each([
  [100, 500, 30, { amount_balance: 70, value_balance: 350 }],
  [100, 500, 100, { amount_balance: 0, value_balance: 0 }],
  [3, 10, 1, { amount_balance: 2, value_balance: 6 }],
  [100, 500, 101, null],
  [0, 0, 0, { amount_balance: 0, value_balance: 0 }],
  [0, 0, 1, null],
])(
  'a balance of %i points worth %i centavos minus %i points is %j [R9.2]',
  (amount, value, points, expected) => {
    expect(balanceAfter({ amount_balance: amount, value_balance: value }, points)).toEqual(expected)
  },
)

test('the value of the balance after a redemption is an integer from 0 to the balance’s value [D1]', () => {
  const figure = fc.nat({ max: 1_000_000_000_000 })
  fc.assert(
    fc.property(figure, figure, figure, (amount_balance, value_balance, points) => {
      const after = balanceAfter({ amount_balance, value_balance }, points)
      if (after === null) return
      expect(Number.isSafeInteger(after.value_balance)).toBe(true)
      expect(after.value_balance).toBeGreaterThanOrEqual(0)
      expect(after.value_balance).toBeLessThanOrEqual(value_balance)
      expect(after.amount_balance).toBe(amount_balance - points)
    }),
  )
})
