import { describe, expect, test } from 'vitest'

import type { Company } from '#contract/company.ts'
import { type Prize, reasonsNotToRedeem } from '#contract/prize.ts'

import { fullReason, missingLine, shortReason, whyNot } from './why-not.ts'

const company = {
  display_mode: 'POINTS',
  hide_points: false,
  hide_cashback: false,
  points_per_real: 20,
} as Company
const cafe = {
  name: 'Café',
  value: 100,
  stock_left: null,
  level_required: null,
  reason: null,
  missing: 0,
} as Prize

describe('the reason why a quantity of a prize cannot be redeemed', () => {
  test.each([
    [cafe, 1, 100, null],
    [cafe, 2, 199, { reason: 'insufficient_balance', missing: 1 }],
    [cafe, 2, 200, null],
    [cafe, 50, undefined, null],
    [{ ...cafe, value: 0 }, 50, 0, null],
    [{ ...cafe, stock_left: 2 }, 3, 1000, { reason: 'no_codes_left', missing: 0 }],
    [{ ...cafe, stock_left: 2 }, 2, 1000, null],
    [
      { ...cafe, reason: 'insufficient_balance', missing: 30 },
      1,
      undefined,
      { reason: 'insufficient_balance', missing: 30 },
    ],
    [
      { ...cafe, reason: 'insufficient_balance', missing: 30 },
      2,
      70,
      { reason: 'insufficient_balance', missing: 130 },
    ],
    [
      { ...cafe, reason: 'level_required', stock_left: 0 },
      1,
      0,
      { reason: 'level_required', missing: 0 },
    ],
  ] as [Prize, number, number | undefined, unknown][])(
    'is for %j × %i with a balance of %s: %j [R9.2]',
    (prize, quantity, balance, expected) => {
      expect(whyNot(prize, quantity, balance)).toEqual(expected)
    },
  )
})

test.each([
  [{ reason: null }, null],
  [{ reason: 'insufficient_balance', missing: 30 }, 'Faltam 30 pontos'],
  [{ reason: 'insufficient_balance', missing: 1 }, 'Falta 1 ponto'],
  [{ reason: 'level_required', level_required: 'Ouro' }, 'A partir do nível Ouro'],
  [{ reason: 'no_codes_left' }, 'Esgotado'],
] as [Partial<Prize>, string | null][])('on a card with %j is %j [D8]', (changes, expected) => {
  expect(shortReason({ ...cafe, ...changes }, company)).toBe(expected)
})

test('the prize’s page has the specification’s message and adds the missing amount [R9.2]', () => {
  const why = (reason: NonNullable<Prize['reason']>, missing = 0) =>
    fullReason({ reason, missing }, { ...cafe, level_required: 'Ouro' }, company, 500)
  expect(why('insufficient_balance', 30)).toBe('Você não tem saldo suficiente... Faltam 30 pontos.')
  expect(why('no_codes_left')).toBe('Não existem mais códigos disponíveis para este produto.')
  expect(why('level_required')).toBe(
    'Disponível a partir do nível Ouro. Faltam 500 pontos para chegar lá.',
  )
})

test('a single real that is missing is in the singular, as on the other screens [R1.7 D7]', () => {
  const money = { ...company, hide_points: true, points_per_real: 100 }
  expect([150, 200].map((missing) => missingLine(missing, money))).toEqual([
    'Falta R$\u00a01,50',
    'Faltam R$\u00a02,00',
  ])
})

test('no reason mentions points if the company hides them [D7]', () => {
  const money = { ...company, hide_points: true }
  for (const reason of reasonsNotToRedeem) {
    const prize = { ...cafe, reason, missing: 30, level_required: 'Ouro' }
    expect(shortReason(prize, money)).not.toMatch(/ponto/i)
    expect(fullReason({ reason, missing: 30 }, prize, money, 500)).not.toMatch(/ponto/i)
  }
})
