import { expect, test } from 'vitest'

import { centavosOf, pointsOf, typedMoney } from './money.ts'

test.each([
  ['', 0, ''],
  ['4', 4, '0,04'],
  ['42,90', 4290, '42,90'],
  ['1.042,90', 104290, '1.042,90'],
  ['-5', 5, '0,05'],
  ['abc', 0, ''],
  ['0', 0, '0,00'],
])('%j typed is %i centavos, shown as %j [D15]', (text, centavos, shown) => {
  expect(centavosOf(text)).toBe(centavos)
  expect(typedMoney(text)).toBe(shown)
})

test('points are typed with or without a separator [D15]', () => {
  expect(pointsOf('1.200')).toBe(1200)
  expect(pointsOf('')).toBe(0)
})
