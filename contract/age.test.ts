import { expect, test } from 'vitest'

import { ageQuestion, isGated } from './age.ts'

const settings = {
  is_age_restriction_enabled: true,
  is_age_gate_enabled: true,
  allow_from_age: 18,
  allow_to_age: 70,
}
const today = '2027-06-15'

test.each([
  ['a guest, whose age nobody knows', null, true],
  ['who is 18 today', '2009-06-15', false],
  ['who is 18 tomorrow', '2009-06-16', true],
  ['who is 70', '1956-06-16', false],
  ['who is 71 today', '1956-06-15', true],
])('of %s the gate knows whether to ask [R6.2]', (_, birthdate, asked) => {
  expect(isGated(birthdate, settings, today)).toBe(asked)
})

test('there is no gate without the restriction, without the gate, or without a limit [R6.2]', () => {
  for (const change of [
    { is_age_restriction_enabled: false },
    { is_age_gate_enabled: false },
    { allow_from_age: null, allow_to_age: null },
  ]) {
    expect(isGated(null, { ...settings, ...change }, today)).toBe(false)
  }
  expect(isGated(null, { ...settings, allow_to_age: null }, today)).toBe(true)
})

test('the gate asks for the limits that there are [R6.2]', () => {
  expect(ageQuestion(settings)).toBe('Você tem entre 18 e 70 anos?')
  expect(ageQuestion({ ...settings, allow_to_age: null })).toBe('Você tem 18 anos ou mais?')
  expect(ageQuestion({ ...settings, allow_from_age: null })).toBe('Você tem até 70 anos?')
})
