import { expect, test } from 'vitest'

import type { Earned } from '#contract/programme/backtest.ts'

import { calculationLines } from './calculation-lines.ts'

const calculation: Earned['calculation'] = {
  rule: 'Compra',
  type: 'POINTS_PER_REAL',
  rate: 1,
  base: 10_000,
  multiplier: 1,
  points_per_real: 100,
}
const plain = (text: string) => text.replaceAll('\u00a0', ' ')
const linesOf = (changes: Partial<Earned['calculation']>, earned: Partial<Earned> = {}) =>
  calculationLines({
    points: 100,
    value: 100,
    expires_at: null,
    ...earned,
    calculation: { ...calculation, ...changes },
  }).map(plain)

test('a plain calculation names rule, base and result [D18 D4]', () => {
  expect(linesOf({})).toEqual([
    'Regra: Compra · 1 ponto por R$ 1',
    'Valor que conta: R$ 100,00',
    '100 pontos, que valem R$ 1,00',
    'Não vencem',
  ])
})

test('each factor of a calculation has its line: points spent, minimum, multiplier, cap, expiry [D18 D4]', () => {
  const factors = {
    rate: 1.5,
    points_value: 500,
    minimum_purchase_value: 20_000,
    multiplier: 1.25,
    cap: 80,
  }
  expect(linesOf(factors, { points: 1, value: 1, expires_at: '2027-12-31' })).toEqual([
    'Regra: Compra · 1,5 ponto por R$ 1',
    'Pago com pontos: R$ 5,00',
    'Valor que conta: R$ 100,00',
    'Multiplicador do nível: 1,25',
    'Compra mínima: R$ 200,00, não alcançada',
    'Limite por compra: 80 pontos',
    '1 ponto, que vale R$ 0,01',
    'Valem até 31/12/2027',
  ])
})

test('a percentage and its cap are said in money [D18 D4]', () => {
  expect(linesOf({ type: 'PERCENTAGE', rate: 5.5, cap: 1_000 })).toEqual([
    'Regra: Compra · 5,5% da compra',
    'Valor que conta: R$ 100,00',
    'Limite por compra: R$ 10,00',
    '100 pontos, que valem R$ 1,00',
    'Não vencem',
  ])
})
