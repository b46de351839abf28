import { describe, expect, test } from 'vitest'

import { ageError, ageLimitsMessage, ageQuestion, isGated } from './age.ts'

const settings = {
  is_age_restriction_enabled: true,
  is_age_gate_enabled: true,
  allow_from_age: 18,
  allow_to_age: 70,
}
const today = '2027-06-15'

test.each([
  ['a guest, whose age nobody knows', null, true],
  ['a customer who is 18 today', '2009-06-15', false],
  ['a customer who is 18 tomorrow', '2009-06-16', true],
  ['a customer who is 70', '1956-06-16', false],
  ['a customer who is 71 today', '1956-06-15', true],
])('the gate decides whether to ask %s [R6.2]', (_, birthdate, asked) => {
  expect(isGated(birthdate, settings, today)).toBe(asked)
})

test('the gate asks nobody while it or the restriction is off, or no age limit is set [R6.2]', () => {
  for (const change of [
    { is_age_restriction_enabled: false },
    { is_age_gate_enabled: false },
    { allow_from_age: null, allow_to_age: null },
  ]) {
    expect(isGated(null, { ...settings, ...change }, today)).toBe(false)
  }
  expect(isGated(null, { ...settings, allow_to_age: null }, today)).toBe(true)
})

test('the question of the age gate names only the limits that are set [R6.2]', () => {
  expect(ageQuestion(settings)).toBe('Você tem entre 18 e 70 anos?')
  expect(ageQuestion({ ...settings, allow_to_age: null })).toBe('Você tem 18 anos ou mais?')
  expect(ageQuestion({ ...settings, allow_from_age: null })).toBe('Você tem até 70 anos?')
})

describe('age limits', () => {
  const settings = (allow_from_age: number | null, allow_to_age: number | null) => ({
    is_age_restriction_enabled: true,
    allow_from_age,
    allow_to_age,
  })
  const whom = 'O cadastro é permitido somente para quem tem'

  test('younger than allow_from_age is underage, older than allow_to_age overage; equal is in bounds [R6.2]', () => {
    const today = '2026-11-20'
    expect(ageError('2008-11-21', settings(18, 65), today)).toBe('underage')
    expect(ageError('2008-11-20', settings(18, 65), today)).toBeNull()
    expect(ageError('1960-11-21', settings(18, 65), today)).toBeNull()
    expect(ageError('1960-11-20', settings(18, 65), today)).toBe('overage')
    expect(ageError('2026-01-01', settings(null, null), today)).toBeNull()
  })

  test('no age is refused while the restriction is off [R6.2]', () => {
    const off = { ...settings(18, 65), is_age_restriction_enabled: false }
    expect(ageError('2026-01-01', off, '2026-11-20')).toBeNull()
  })

  test('the sentence names only the age limits that are set [R5.4]', () => {
    expect(ageLimitsMessage(settings(18, 65))).toBe(`${whom} entre 18 e 65 anos de idade`)
    expect(ageLimitsMessage(settings(18, null))).toBe(`${whom} a partir de 18 anos de idade`)
    expect(ageLimitsMessage(settings(null, 65))).toBe(`${whom} até 65 anos de idade`)
  })
})
