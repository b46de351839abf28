import { expect, test } from 'vitest'

import { filtersIn } from '#console/table/url-filters.ts'
import { MovementFilters } from '#contract/console/movement.ts'

import { movementsPath, safeReturn, signInPath } from './paths.ts'

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

test('the path of filtered movements has the filters that their screen reads [D15]', () => {
  const filters = { kind: 'import', from: '2026-11-20', to: '2026-11-21' } as const
  const { search } = new URL(movementsPath(filters), 'https://admin.exemplo.com.br')
  expect(filtersIn(MovementFilters, new URLSearchParams(search))).toEqual(filters)
})
