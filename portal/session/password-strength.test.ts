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
])('the password %s is %s [R5.6]', (password, strength) => {
  expect(passwordStrength(password)).toBe(strength)
})
