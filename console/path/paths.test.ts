import { expect, test } from 'vitest'

import { safeReturn, signInPath } from './paths.ts'

test.each([
  ['/programa/premios?tipo=2', '/programa/premios?tipo=2'],
  ['/', '/'],
  ['//evil.example', '/'],
  ['/\\evil.example', '/'],
  ['https://evil.example', '/'],
  ['javascript:alert(1)', '/'],
])('after the sign-in, %s leads to %s [T13]', (parameter, path) => {
  expect(safeReturn(`?${new URLSearchParams({ voltar: parameter })}`)).toBe(path)
})

test('the path of the sign-in holds the path to return to, except for the start [D15]', () => {
  expect(signInPath('/')).toBe('/entrar')
  expect(safeReturn(signInPath('/programa/niveis').slice('/entrar'.length))).toBe(
    '/programa/niveis',
  )
})
