import { expect, test } from 'vitest'

import { type EntryDisplay, entryKind } from '#contract/statement/entry-kind.ts'
import { pointsText } from '#portal/text/points.ts'

import { decimal, formatInstant, monthOf, titleOf, validityOf } from './entry-words.ts'

type Entry = Parameters<typeof titleOf>[0]

const display: EntryDisplay = {
  display_mode: 'POINTS',
  hide_points: false,
  hide_cashback: false,
  prize_word: { one: 'brinde', many: 'brindes', gender: 'masculine' },
}

const none = { prize: null, promotion: null, subsidiary_name: null }
const entry = (changes: object) => ({ type_id: 'GNR', ...none, ...changes }) as Entry

test('a line of the history is named by its prize, then shop, then promotion, then kind [R7.3]', () => {
  const all = { prize: 'Café', subsidiary_name: 'Loja 1', promotion: 'Verão' }
  expect(titleOf(entry(all), display)).toBe('Café')
  expect(titleOf(entry({ ...all, prize: null }), display)).toBe('Loja 1')
  expect(titleOf(entry({ promotion: 'Verão' }), display)).toBe('Verão')
  expect(titleOf(entry({}), display)).toBe(entryKind(entry({}), display))
})

test('a promotion is a kind of its own, and only a use of points for a prize is a redemption [R7.3]', () => {
  expect(entryKind(entry({ promotion: 'Verão' }), display)).toBe('Promoção')
  const used = entryKind(entry({ type_id: 'CNS', prize: 'Café' }), display)
  expect(used).toBe('Troca por brinde')
  // The record that returns a prize also names the prize, but is not a redemption.
  const returned = entryKind(entry({ type_id: 'GNR', prize: 'Café' }), display)
  expect(returned).not.toBe(used)
})

test('a company that shows only money has other words for its movements [D7]', () => {
  const inMoney: EntryDisplay = { ...display, display_mode: 'CASH' }
  expect(entryKind(entry({}), display)).toBe('Pontos recebidos')
  expect(entryKind(entry({}), inMoney)).toBe('Crédito recebido')
})

test('instants and months are shown in the company’s time zone [R7.3]', () => {
  const midnight = '2026-12-01T02:30:00Z'
  expect(formatInstant(midnight, 'America/Sao_Paulo')).toBe('30/11/2026 23:30')
  expect(formatInstant(midnight, 'UTC')).toBe('01/12/2026 02:30')
  expect(monthOf(midnight, 'America/Sao_Paulo')).toBe('Novembro de 2026')
  expect(monthOf(midnight, 'UTC')).toBe('Dezembro de 2026')
})

test('decimals have a comma, and points without an end say so [R7.3]', () => {
  expect([5.5, 5, 0.25].map(decimal)).toEqual(['5,5', '5', '0,25'])
  expect(validityOf(null)).toBe(pointsText.noEnd)
  expect(validityOf('2026-12-31')).toContain('31/12/2026')
})
