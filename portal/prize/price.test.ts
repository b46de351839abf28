import { expect, test } from 'vitest'

import { brokenRules } from '#portal/form/form.ts'

import { pointsOf, priceForm, priceRange, typedOf, unitOf } from './price.ts'

const points = {
  display_mode: 'POINTS',
  hide_points: false,
  hide_cashback: false,
  points_per_real: 20,
} as const
const money = { ...points, hide_points: true }

test.each([
  [points, 'pontos', '150', 150],
  [money, 'R$', '150', 3000],
  [points, 'pontos', '', undefined],
  [points, 'pontos', '0', 0],
])(
  'with %j a limit in %s typed as %j is %j points, and is written back unchanged [D7]',
  (display, unit, typed, expected) => {
    expect(unitOf(display)).toBe(unit)
    expect(pointsOf(typed, 'min', display)).toBe(expected)
    expect(pointsOf(typed, 'max', display)).toBe(expected)
    expect(typedOf(expected, display)).toBe(typed)
  },
)

test('a price range is written in the company’s unit [D7]', () => {
  expect(priceRange({}, points)).toBeNull()
  expect(priceRange({ min_value: 0 }, points)).toBe('a partir de nenhum ponto')
  expect(priceRange({ min_value: 1, max_value: 200 }, points)).toBe('de 1 ponto a 200 pontos')
  expect(priceRange({ max_value: 200 }, money)).toBe('até R$\u00a010,00')
})

test.each([
  ['', '', {}],
  ['10', '10', {}],
  ['10', '', {}],
  ['', '999999999', {}],
  ['-1', '', { min_value: 'Use um número inteiro, a partir de 0' }],
  ['1,5', '', { min_value: 'Use um número inteiro, a partir de 0' }],
  ['', '1234567890', { max_value: 'Use um número inteiro, a partir de 0' }],
  ['11', '9', { max_value: 'O valor final é menor que o inicial' }],
])(
  'a price range in points from %j to %j gets the messages %j [R4.4]',
  (min_value, max_value, expected) => {
    const checked = priceForm(points).safeParse({ min_value, max_value, order: 'store' })
    expect(checked.success ? {} : brokenRules(checked.error)).toEqual(expected)
  },
)

test.each([
  ['', '', {}],
  ['9,90', '1.250', {}],
  ['9.90', 'R$ 10', {}],
  ['9,90', '9,9', {}],
  ['-1', '', { min_value: 'Use um valor a partir de 0, como 9,90' }],
  ['', '9,905', { max_value: 'Use um valor a partir de 0, como 9,90' }],
  ['', '1,2,3', { max_value: 'Use um valor a partir de 0, como 9,90' }],
  ['9,91', '9,90', { max_value: 'O valor final é menor que o inicial' }],
])(
  'a price range in money from %j to %j gets the messages %j [R4.4]',
  (min_value, max_value, expected) => {
    const checked = priceForm(money).safeParse({ min_value, max_value, order: 'store' })
    expect(checked.success ? {} : brokenRules(checked.error)).toEqual(expected)
  },
)

test.each([1, 7, 20, 100, 333])(
  'with %i points per real, a price in money finds exactly the prizes with that price [R4.4 D7]',
  (points_per_real) => {
    const display = { ...money, points_per_real }
    const reads = (points: number) => Math.floor((points * 100) / points_per_real)
    for (const typed of ['0', '9,90', '9,9', '0,01', '12,34', '1.250,07']) {
      const centavos = Math.round(Number(typed.replace('.', '').replace(',', '.')) * 100)
      const min = pointsOf(typed, 'min', display)!
      expect(reads(min)).toBeGreaterThanOrEqual(centavos)
      if (min > 0) expect(reads(min - 1)).toBeLessThan(centavos)
      const max = pointsOf(typed, 'max', display)!
      expect(reads(max)).toBeLessThanOrEqual(centavos)
      expect(reads(max + 1)).toBeGreaterThan(centavos)
    }
    expect(pointsOf('999999999', 'max', display)).toBeLessThanOrEqual(1_000_000_000)
  },
)

test('a price in money has centavos only if they are not zero [R4.4]', () => {
  const cash = { ...money, points_per_real: 100 }
  expect(pointsOf('9,90', 'max', cash)).toBe(990)
  expect(typedOf(990, cash)).toBe('9,90')
  expect(typedOf(1000, cash)).toBe('10')
})
