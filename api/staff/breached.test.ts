import { expect, test } from 'vitest'

import { isBreached } from './breached.ts'

// The list is hashed, so words at chosen places of its source stand for it (docs/security.md): the first, each 500th up to the 3,000th,
// the 10,000th and the last.
test.each([
  'qwertyuiop',
  'newpassword',
  'bpgjldsgjldthnf',
  'rerhsybrcs',
  'transporter',
  'luckystrike',
  'mysterio619',
  'superpassword',
  '221004081991',
])(
  '%s, by its place among the leaked passwords of 10 or more characters, is refused [D15]',
  (password) => {
    expect(isBreached(password)).toBe(true)
  },
)

test.each(['QwertyUIOP', 'NEWPASSWORD', 'zzzzzzzzzzzzz', '😀😀😀😀😀😀😀😀😀😀'])(
  '%s is a breached password in any letter case [D15]',
  (password) => {
    expect(isBreached(password)).toBe(true)
  },
)

test.each(['quatro palavras ao acaso', 'segredo do console', 'qwertyuiop superpassword'])(
  '%s is no breached password, though it may contain listed ones [D15]',
  (password) => {
    expect(isBreached(password)).toBe(false)
  },
)
