import { expect, test } from 'vitest'

import { brokenRules } from '#portal/form.ts'

import { pointsOf, PriceForm, priceRange, typedOf, unitOf } from './price.ts'

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
  'D7 with %j an end in %s typed as %j is %j points, and is written the same again',
  (display, unit, typed, expected) => {
    expect(unitOf(display)).toBe(unit)
    expect(pointsOf(typed, display)).toBe(expected)
    expect(typedOf(expected, display)).toBe(typed)
  },
)

test('D7 a price is told in what the company speaks of', () => {
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
])('R4.4 from %j to %j: %j', (min_value, max_value, expected) => {
  const checked = PriceForm.safeParse({ min_value, max_value, order: 'store' })
  expect(checked.success ? {} : brokenRules(checked.error)).toEqual(expected)
})
