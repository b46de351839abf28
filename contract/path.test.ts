import { expect, test } from 'vitest'

import { canonicalPath } from './path.ts'

test.each([
  ['/store/', '/store'],
  ['/fidelidade/resumo/', '/fidelidade/resumo'],
  ['/store/0199f3a2-7c1e/', '/store/0199f3a2-7c1e'],
  ['/store', '/store'],
  ['/', '/'],
  ['', ''],
])('%j is the screen at %j [R2.6]', (path, canonical) => {
  expect(canonicalPath(path)).toBe(canonical)
})

test.each(['//', '//evil.example/', '//evil/', '/store//', '/store/../', '/a%2f/', '/a.b/', 'a/'])(
  '%j is no path of a screen and stays as it is [R2.6]',
  (path) => {
    expect(canonicalPath(path)).toBe(path)
  },
)
