import { expect, test } from 'vitest'

import { showsPurchases, speaksOfPoints } from '#contract/value/display.ts'
import { plural } from '#portal/text/plural.ts'
import { pointsText } from '#portal/text/points.ts'

import {
  amountLines,
  amountWords,
  earningLines,
  expiryLine,
  isSingularPrice,
  priceLines,
} from './amount.ts'

const shown = { hide_points: false, hide_cashback: false }
const money = 'R$\u00a012,50'

test.each([
  ['POINTS', shown, ['1.250 pontos', money]],
  ['CASH', shown, [money]],
  ['PERCENTAGE', shown, [money]],
  ['POINTS', { ...shown, hide_cashback: true }, ['1.250 pontos']],
  ['POINTS', { ...shown, hide_points: true }, [money]],
  ['CASH', { ...shown, hide_points: true }, [money]],
  ['CASH', { ...shown, hide_cashback: true }, ['1.250 pontos']],
] as const)('in %s with %j an amount is shown as %j [R1.7 R1.8]', (display_mode, hidden, lines) => {
  expect(amountLines(1250, 1250, { display_mode, ...hidden })).toEqual(lines)
})

test('each line of an earning begins with a plus; zero has no plus and only one line [D7]', () => {
  const points = { ...shown, display_mode: 'POINTS' } as const
  expect(earningLines(1, 5, points)).toEqual(['+1 ponto', '+R$\u00a00,05'])
  expect(earningLines(0, 0, points)).toEqual(['nenhum ponto'])
  const cash = { ...shown, display_mode: 'CASH' } as const
  expect(earningLines(33, 120, cash)).toEqual(['+R$\u00a01,20'])
  expect(earningLines(33, 120, { ...cash, hide_points: true })).toEqual(['+R$\u00a01,20'])
})

test('each line of a consumption begins with a minus [D7]', () => {
  const points = { ...shown, display_mode: 'POINTS' } as const
  expect(earningLines(-1, -5, points)).toEqual(['−1 ponto', '−R$\u00a00,05'])
  expect(earningLines(-33, -120, points)).toEqual(['−33 pontos', '−R$\u00a01,20'])
})

test.each([
  [150, 20, ['150 pontos', 'R$\u00a07,50']],
  [1, 300, ['1 ponto', 'R$\u00a00,00']],
  [7, 3, ['7 pontos', 'R$\u00a02,33']],
  [1_000_000_000, 1, ['1.000.000.000 pontos', 'R$\u00a01.000.000.000,00']],
])('%i points at %i points per real are priced as %j [D7]', (points, points_per_real, lines) => {
  expect(priceLines(points, { ...shown, display_mode: 'POINTS', points_per_real })).toEqual(lines)
  const cash = { ...shown, display_mode: 'CASH', points_per_real } as const
  expect(priceLines(points, cash)).toEqual([lines[1]])
  expect(priceLines(points, { ...cash, hide_points: true })).toEqual([lines[1]])
})

test.each([
  ['POINTS', shown, true],
  ['CASH', shown, false],
  ['PERCENTAGE', shown, false],
  ['POINTS', { ...shown, hide_points: true }, false],
  ['CASH', { ...shown, hide_cashback: true }, true],
] as const)('%s with %j shows points first: %s [D7]', (display_mode, hidden, expected) => {
  const display = { display_mode, ...hidden }
  expect(speaksOfPoints(display)).toBe(expected)
  expect(amountLines(1, 1, display)[0]).toMatch(expected ? /^1 ponto/ : /^R/)
})

test("if the company hides points and money, no amount is shown and the word is 'saldo' [R1.8] [D13]", () => {
  const nothing = { display_mode: 'POINTS', hide_points: true, hide_cashback: true } as const
  expect(amountLines(1250, 1250, nothing)).toEqual([])
  expect(earningLines(1250, 1250, nothing)).toEqual([])
  expect(priceLines(10, { ...nothing, points_per_real: 100 })).toEqual([])
  expect(amountWords(1250, 1250, nothing)).toBe('saldo')
  expect(expiryLine(50, 100, 12, nothing)).toBe('saldo vence em 12 dias')
  expect(showsPurchases(nothing)).toBe(false)
})

test('a purchase’s value is shown if only the cashback is hidden [D7] [D13]', () => {
  const display = { display_mode: 'POINTS', hide_points: false, hide_cashback: true } as const
  expect(showsPurchases(display)).toBe(true)
})

test.each([
  ['POINTS', 1, true],
  ['POINTS', 2, false],
  ['CASH', 199, true],
  ['CASH', 200, false],
] as const)(
  'in %s a verb after the price of %i points is singular: %s',
  (mode, points, expected) => {
    const display = { ...shown, display_mode: mode, points_per_real: 100 }
    expect(isSingularPrice(points, display)).toBe(expected)
  },
)

test('`plural` has three forms: zero, one and many [R7.4]', () => {
  const forms = { zero: 'nada', one: 'um', many: '# deles' }
  expect([0, 1, 2, 1250].map((number) => plural(number, forms))).toEqual([
    'nada',
    'um',
    '2 deles',
    '1.250 deles',
  ])
  expect([0, 1, 2].map(pointsText.amount)).toEqual(['nenhum ponto', '1 ponto', '2 pontos'])
  expect([0, 1, 2].map(pointsText.reversed)).toEqual([
    'nenhum ponto estornado',
    '1 ponto estornado',
    '2 pontos estornados',
  ])
})

test.each([
  ['POINTS', shown, [50, 100, 12], '50 pontos vencem em 12 dias'],
  ['POINTS', shown, [1, 2, 1], '1 ponto vence amanhã'],
  ['POINTS', shown, [2, 4, 0], '2 pontos vencem hoje'],
  ['CASH', shown, [50, 250, 12], 'R$\u00a02,50 vencem em 12 dias'],
  ['CASH', shown, [50, 199, 2], 'R$\u00a01,99 vence em 2 dias'],
  ['CASH', { ...shown, hide_cashback: true }, [1, 250, 2], '1 ponto vence em 2 dias'],
  ['POINTS', { ...shown, hide_points: true }, [1, 250, 2], 'R$\u00a02,50 vencem em 2 dias'],
] as const)(
  'in %s with %j, the expiry of %j is shown as %s [R7.2 D7]',
  (display_mode, hidden, [points, value, days], line) => {
    expect(expiryLine(points, value, days, { display_mode, ...hidden })).toBe(line)
  },
)
