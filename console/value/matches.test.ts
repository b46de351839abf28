import fc from 'fast-check'
import { expect, test } from 'vitest'

import { matches } from './matches.ts'

const texts = ['Prêmios', 'Ir para', 'Programa']

test.each(['premios', 'PRÊ', 'prog', 'para ir', ' pr  pr ', ''])(
  '%j finds the place [D15]',
  (typed) => {
    expect(matches(texts, typed)).toBe(true)
  },
)

test.each(['remios', 'premios x', 'programas'])('%j does not find the place [D15]', (typed) => {
  expect(matches(texts, typed)).toBe(false)
})

test('the beginning of each word finds the place, in any order and case [D15]', () => {
  const words = fc.array(fc.stringMatching(/^[a-zà-ú]{1,8}$/), { minLength: 1 })
  fc.assert(
    fc.property(words, fc.nat(7), (own, length) => {
      const typed = own.map((word) => word.slice(0, length + 1).toUpperCase()).toReversed()
      expect(matches(own, typed.join('  '))).toBe(true)
    }),
  )
})
