import { describe, expect, test } from 'vitest'

import type { Level } from '#contract/level.ts'
import type { Prize } from '#contract/prize.ts'

import { conditionsOf, missingForLevel, type Standing } from './conditions.ts'

const display = {
  display_mode: 'POINTS',
  hide_points: false,
  hide_cashback: false,
  points_per_real: 20,
} as const
const course = {
  value: 100,
  complete_profile_required: true,
  level_required: 'Ouro',
  reasons: [],
} as unknown as Prize
const signed = (prize: Prize, missing = 0, forLevel: number | null = null) =>
  conditionsOf(prize, missing, forLevel, display).map(
    ({ isMet, text }) => `${isMet ? '✓' : '✗'} ${text}`,
  )

describe('the conditions of a prize', () => {
  test('are listed with the missing amount, in order of precedence [D8 D13]', () => {
    const reasons: Prize['reasons'] = [
      'incomplete_profile',
      'level_required',
      'insufficient_balance',
    ]
    expect(signed({ ...course, reasons }, 30, 500)).toEqual([
      '✗ Complete o seu cadastro',
      '✗ Disponível a partir do nível Ouro. Faltam 500 pontos para chegar lá.',
      '✗ Faltam 30 pontos',
    ])
    expect(signed({ ...course, reasons: ['level_required'] })).toEqual([
      '✓ Cadastro completo',
      '✗ Disponível a partir do nível Ouro.',
      '✓ Saldo suficiente',
    ])
  })

  test('include none that the prize does not have [D8]', () => {
    const free = { ...course, value: 0, complete_profile_required: false, level_required: null }
    expect(signed(free)).toEqual([])
    expect(signed({ ...free, reasons: ['contact_unconfirmed', 'no_codes_left'] })).toEqual([
      '✗ Confirme o seu email',
      '✗ Esgotado',
    ])
  })

  test('include the profile for a customer without a document, whatever the prize requires [D8]', () => {
    const free = { ...course, value: 0, complete_profile_required: false, level_required: null }
    expect(signed({ ...free, reasons: ['incomplete_profile'] })).toEqual([
      '✗ Complete o seu cadastro',
    ])
  })

  test('mention money instead of points if the company hides points [D7]', () => {
    const hidden = { ...display, hide_points: true }
    const reasons: Prize['reasons'] = ['level_required', 'insufficient_balance']
    for (const { text } of conditionsOf({ ...course, reasons }, 30, 500, hidden)) {
      expect(text).not.toMatch(/ponto/i)
    }
  })
})

test('the server states the points missing for the next level, the triggers those for later levels [R11.1]', () => {
  const level = (name: string, trigger_amount: number) => ({ name, trigger_amount }) as Level
  const chain = [level('Prata', 100), level('Ouro', 500)]
  const standing = {
    level_infos: { level: null, accumulated_amount: 40 },
    levels_system: { current: null, next: { level: chain[0], missing_amount: 55, until: null } },
  } as Standing
  expect(missingForLevel('Prata', chain, standing)).toBe(55)
  expect(missingForLevel('Ouro', chain, standing)).toBe(460)
  expect(missingForLevel('Diamante', chain, standing)).toBeNull()
  expect(missingForLevel('Ouro', chain, { ...standing, level_infos: null })).toBeNull()
})
