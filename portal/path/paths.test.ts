import { expect, test } from 'vitest'

import { appShortcuts } from '#contract/path.ts'

import {
  asksForMemberCode,
  memberCodePath,
  paramsOf,
  paths,
  pathTo,
  type RouteName,
} from './paths.ts'

test('pathTo builds a path from a route’s name, params and query [R2.1]', () => {
  expect(pathTo('login')).toBe('/entrar')
  expect(pathTo('prize', { id: '0199f3a2-7c1e' })).toBe('/store/0199f3a2-7c1e')
  expect(pathTo('promotion.trigger', { promotion_code: 'a/b ?' })).toBe('/promo/t/a%2Fb%20%3F')
  expect(pathTo('history', {}, { days: 15 })).toBe('/historico?days=15')
  expect(pathTo('history', {}, { days: undefined })).toBe('/historico')
  expect(pathTo('prize', { id: '7' }, { from: '/store?tab=free' })).toBe(
    '/store/7?from=%2Fstore%3Ftab%3Dfree',
  )
})

test('paramsOf finds the route and the params of a built path [R2.4]', () => {
  expect(paramsOf(paths.prize, pathTo('prize', { id: 'a-1' }))).toEqual({ id: 'a-1' })
  for (const name of Object.keys(paths) as RouteName[]) {
    const path = pathTo(name as 'prize', { id: 'x', promotion_code: 'x' } as { id: string })
    const matching = Object.entries(paths).filter(([, pattern]) => paramsOf(pattern, path))
    expect(matching.map(([other]) => other)).toEqual([name])
  }
})

test('memberCodePath opens the sheet Meu código on the dashboard [D14]', () => {
  const { pathname, search } = new URL(memberCodePath, 'https://cafe.localhost')
  expect(pathname).toBe(pathTo('home'))
  for (const asking of [search, 'codigo', '?x=1&codigo='])
    expect(asksForMemberCode(asking)).toBe(true)
  for (const other of ['', '?x=codigo']) expect(asksForMemberCode(other)).toBe(false)
})

test.each([
  ['/store/:id', '/store/0199f3a2-7c1e', { id: '0199f3a2-7c1e' }],
  ['/promo/t/:code', '/promo/t/VERAO_26', { code: 'VERAO_26' }],
  ['/:one/:other', '/a/b', { one: 'a', other: 'b' }],
  ['/entrar', '/entrar', {}],
  ['/entrar', '/entrar-email', null],
  ['/store/:id', '/store', null],
  ['/store/:id', '/store/', null],
  ['/store/:id', '/store/a/b', null],
  ['/store/:id', '/store/a.b', null],
  ['/store/:id', '/store/a%20b', null],
  ['/store/:id', '/x/store/a', null],
])('the params of the route %s at %s are %j [R2.4]', (routePath, path, params) => {
  expect(paramsOf(routePath, path)).toEqual(params)
})

test('the shortcuts of the installed portal lead to screens [D21]', () => {
  expect(appShortcuts.map(({ url }) => url)).toEqual([
    memberCodePath,
    pathTo('prizes', {}, { tab: 'to_withdraw' }),
    pathTo('prizes'),
  ])
})
