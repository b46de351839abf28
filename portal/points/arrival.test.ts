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

type Display = Parameters<typeof arrivalLine>[3]
const line = (upcoming: typeof next | null, display: Display) =>
  arrivalLine(sale, { current: null, next: upcoming }, false, display)

test('the line of an arrival has the amount, the shop and the points missing to the next level [R7.1]', () => {
  expect(line(next, points)).toBe('+45 pontos · Aurora Pinheiros · faltam 234 para Torra média')
  expect(line({ ...next, missing_amount: 1 }, points)).toMatch(/falta 1 para/)
  expect(line(null, points)).toBe('+45 pontos · Aurora Pinheiros')
})

test('after a rise the line names the new level instead of the missing points [R11.2]', () => {
  const current = { level: { name: 'Torra média' } as Level, missing_amount: 0, until: null }
  expect(arrivalLine(sale, { current, next }, true, points)).toBe(
    '+45 pontos · Aurora Pinheiros · Você subiu para o nível Torra média',
  )
})

test('the line has points or money as the company chose, and nothing that the company hides [D7]', () => {
  const money = { ...points, display_mode: 'CASH', hide_points: true } as const
  expect(line(next, money)).toBe(
    '+R$\u00a02,25 · Aurora Pinheiros · faltam R$\u00a011,70 para Torra média',
  )
  expect(line(next, { ...money, hide_cashback: true })).toBe('Aurora Pinheiros')
})

test.each([
  [sale, true],
  [{ ...sale, type_id: 'CNS_REVERSAL' }, false],
  [{ ...sale, promotion: 'Boas-vindas' }, false],
  [{ ...sale, available_at: '2026-12-01' }, false],
] as const)('whether %j is announced as an arrival: %s [R7.1]', (entry, expected) => {
  expect(isArrival(entry)).toBe(expected)
})
