import fc from 'fast-check'
import { expect, test } from 'vitest'

import { formatInteger, formatMoney } from './money.ts'

test.each([
  [0, 'R$\u00a00,00'],
  [5, 'R$\u00a00,05'],
  [1250, 'R$\u00a012,50'],
  [123456789, 'R$\u00a01.234.567,89'],
  [-1250, '-R$\u00a012,50'],
  [Number.MAX_SAFE_INTEGER, 'R$\u00a090.071.992.547.409,91'],
])('%i centavos are %s [R7.4]', (centavos, written) => {
  expect(formatMoney(centavos)).toBe(written)
})

test('no centavo is lost on the way to the screen [R7.4]', () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), (centavos) => {
      expect(Number(formatMoney(centavos).replaceAll(/[^\d-]/g, ''))).toBe(centavos)
    }),
  )
})

test('thousands are grouped by points [R7.4]', () => {
  expect(formatInteger(1250)).toBe('1.250')
  expect(formatInteger(-1000000)).toBe('-1.000.000')
  expect(formatInteger(999)).toBe('999')
})
