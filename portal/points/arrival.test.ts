import { expect, test } from 'vitest'

import type { Level } from '#contract/level.ts'
import { defaultPrizeWord } from '#contract/prize-word.ts'

import { arrivalLine, isArrival } from './arrival.ts'

const points = {
  display_mode: 'POINTS',
  hide_points: false,
  hide_cashback: false,
  points_per_real: 20,
  prize_word: defaultPrizeWord,
} as const
const sale = {
  type_id: 'GNR',
  promotion: null,
  prize: null,
  available_at: null,
  subsidiary_name: 'Aurora Pinheiros',
  points_amount: 45,
  points_value: 225,
} as const
const next = { level: { name: 'Torra média' } as Level, missing_amount: 234, until: null }

test('names the amount, the shop and what is missing for the next level [R7.1]', () => {
  expect(arrivalLine(sale, next, points)).toBe(
    '+45 pontos · Aurora Pinheiros · faltam 234 para Torra média',
  )
  expect(arrivalLine(sale, { ...next, missing_amount: 1 }, points)).toMatch(/falta 1 para/)
  expect(arrivalLine(sale, null, points)).toBe('+45 pontos · Aurora Pinheiros')
})

test('speaks of money where the company does, and hides what it hides [D7]', () => {
  const money = { ...points, display_mode: 'CASH', hide_points: true } as const
  expect(arrivalLine(sale, next, money)).toBe(
    '+R$\u00a02,25 · Aurora Pinheiros · faltam R$\u00a011,70 para Torra média',
  )
  expect(arrivalLine(sale, next, { ...money, hide_cashback: true })).toBe('Aurora Pinheiros')
})

test.each([
  [sale, true],
  [{ ...sale, type_id: 'CNS_REVERSAL' }, false],
  [{ ...sale, promotion: 'Boas-vindas' }, false],
  [{ ...sale, available_at: '2026-12-01' }, false],
] as const)('%j arrives: %s [R7.1]', (entry, expected) => {
  expect(isArrival(entry)).toBe(expected)
})
