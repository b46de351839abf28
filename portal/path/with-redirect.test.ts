import { expect, test } from 'vitest'

import { withRedirect } from './with-redirect.ts'

test('withRedirect passes on the redirect, but not a mailed token [R2.10]', () => {
  expect(withRedirect('/entrar', '')).toBe('/entrar')
  expect(withRedirect('/entrar', 'token=abc&email=a@b.c')).toBe('/entrar')
  expect(withRedirect('/entrar', 'token=abc&redirect=%2Ffidelidade%3Fa%3D1')).toBe(
    '/entrar?redirect=%2Ffidelidade%3Fa%3D1',
  )
})
