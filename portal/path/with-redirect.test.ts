import { expect, test } from 'vitest'

import { withRedirect } from './with-redirect.ts'

test('the redirect goes along from screen to screen, a mailed token does not [R2.10]', () => {
  expect(withRedirect('/entrar', '')).toBe('/entrar')
  expect(withRedirect('/entrar', 'token=abc&email=a@b.c')).toBe('/entrar')
  expect(withRedirect('/entrar', 'token=abc&redirect=%2Ffidelidade%3Fa%3D1')).toBe(
    '/entrar?redirect=%2Ffidelidade%3Fa%3D1',
  )
})
