import { expect, test } from 'vitest'

import { passwordStrength } from './password-strength.ts'

test.each([
  ['123456', 'common'],
  ['Senha123', 'common'],
  ['aaaaaaaaaaaaaaaa', 'common'],
  ['girassol', 'weak'],
  ['ab12', 'weak'],
  ['girassol9', 'fair'],
  ['Girassol-9x', 'strong'],
  ['quatro palavras ao acaso', 'strong'],
])('R5.6 %s is %s', (password, strength) => {
  expect(passwordStrength(password)).toBe(strength)
})
