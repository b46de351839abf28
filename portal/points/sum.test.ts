import fc from 'fast-check'
import { expect, test } from 'vitest'

import { sumOf } from './sum.ts'

const points = {
  display_mode: 'POINTS',
  hide_points: false,
  hide_cashback: false,
  points_per_real: 20,
} as const
const money = { ...points, display_mode: 'CASH', hide_points: true } as const
const perReal = { rule: 'Compra', type: 'POINTS_PER_REAL', rate: 1, points_per_real: 20 } as const
const percentage = { ...perReal, type: 'PERCENTAGE', rate: 5 } as const
const earning = (
  calculation: object,
  points_amount: number,
  points_value = Math.floor((points_amount * 100) / 20),
) =>
  ({
    points_amount,
    points_value,
    calculation: { ...perReal, rounding: 'down', ...calculation },
  }) as Parameters<typeof sumOf>[0]

test.each([
  [
    earning({ base: 20_000, multiplier: 1.25 }, 250),
    points,
    'R$\u00a0200,00 × 1 ponto × 1,25 = 250 pontos',
    null,
  ],
  [
    earning({ base: 9_900, multiplier: 1.25 }, 123),
    points,
    'R$\u00a099,00 × 1 ponto × 1,25 = 123 pontos',
    '123,75',
  ],
  [earning({ base: 150, rate: 0.5 }, 0), points, 'R$\u00a01,50 × 0,5 ponto = nenhum ponto', '0,75'],
  [
    earning({ base: 20_000, multiplier: 1, rate: 2 }, 100),
    points,
    'R$\u00a0200,00 × 2 pontos = 100 pontos',
    '400',
  ],
  [
    earning({ ...percentage, base: 20_000 }, 200),
    points,
    'R$\u00a0200,00 × 5% × 20 pontos = 200 pontos',
    null,
  ],
  [
    earning({ ...percentage, base: 20_000 }, 200),
    money,
    'R$\u00a0200,00 × 5% = R$\u00a010,00',
    null,
  ],
  [
    earning({ ...percentage, base: 4_999, rate: 5.5 }, 54, 274),
    money,
    'R$\u00a049,99 × 5,5% = R$\u00a02,74',
    'R$\u00a02,74945',
  ],
  // 1 point is worth R$ 0,05.
  [earning({ base: 20_000 }, 200), money, 'R$\u00a0200,00 × 5% = R$\u00a010,00', null],
])(
  'the sum of %j in %j is “%s”, and the unrounded figure is shown only if it differs',
  (entry, display, line, unrounded) => {
    expect(sumOf(entry, display)).toEqual({ line, unrounded })
  },
)

test('the sum of a capped earning ends with the capped points and has no unrounded figure [D4]', () => {
  const capped = earning({ base: 20_000, cap: 100 }, 100)
  expect(sumOf(capped, points)).toEqual({
    line: 'R$\u00a0200,00 × 1 ponto = 100 pontos',
    unrounded: null,
  })
})

test('no sum is shown below the minimum, if amounts are hidden, or for an endless fraction [D4 D7]', () => {
  expect(sumOf(earning({ base: 100, minimum_purchase_value: 200 }, 0), points)).toBeNull()
  expect(sumOf(earning({ base: 100 }, 1), { ...money, hide_cashback: true })).toBeNull()
  const thirds = earning({ base: 100, points_per_real: 3 }, 1)
  expect(sumOf(thirds, { ...money, points_per_real: 3 })).toBeNull()
})

test('the factors give the rounded-down result, or the unrounded figure is shown [D4]', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 100_000_000 }),
      fc.integer({ min: 1, max: 1_000_000 }),
      fc.integer({ min: 100, max: 10_000 }),
      (base, thousandths, hundredths) => {
        const exact = BigInt(base) * BigInt(thousandths) * BigInt(hundredths)
        const amount = Number(exact / 10_000_000n)
        const calculation = { base, rate: thousandths / 1_000, multiplier: hundredths / 100 }
        const { unrounded } = sumOf(earning(calculation, amount), points)!
        expect(unrounded === null).toBe(exact % 10_000_000n === 0n)
        if (unrounded) expect(Math.floor(Number(unrounded.replace(',', '.')))).toBe(amount)
      },
    ),
  )
})
