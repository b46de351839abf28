import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { paramsOf, redirects } from '#portal/path/paths.ts'

import { guard, isMailedLink, knownPath, type Situation } from './guard.ts'
import { routeOf, routes } from './routes.tsx'

const guest: Situation = {
  path: '/entrar',
  search: '',
  companyLoaded: true,
  signed_in: false,
  sessionEnd: null,
  profile: 'unknown',
}
const customer: Situation = { ...guest, signed_in: true, profile: 'complete' }
const newcomer: Situation = { ...guest, signed_in: true, profile: 'incomplete' }

const query = (redirect: string) => `?${new URLSearchParams({ redirect })}`

/** One path of each route. */
const routePaths = routes.map(({ path }) => path.replaceAll(/:\w+/g, '0199f3a2-7c1e'))

describe('the redirect', () => {
  test.each([
    '/fidelidade/resumo',
    '/fidelidade',
    '/',
    '/entrar?authNeeded=true',
    '/cadastrar-email?redirect=/fidelidade&x=a b+c%20d',
    '/store/0199f3a2-7c1e-7000-8000-5f0c9b1d2e3f?x=1',
  ])('follows %s [R2.10]', (redirect) => {
    expect(knownPath(query(redirect))).toBe(redirect)
  })

  test.each([
    ['/store/', '/store'],
    ['/fidelidade/?a=1', '/fidelidade?a=1'],
    ['/store/0199f3a2-7c1e/?x=/', '/store/0199f3a2-7c1e?x=/'],
  ])('follows %s as %s: a trailing slash is the same path [R2.6]', (redirect, followed) => {
    expect(knownPath(query(redirect))).toBe(followed)
  })

  test.each([
    '',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/%2fevil.example',
    '/%5cevil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    ' /fidelidade',
    'https://evil.example',
    'https:/fidelidade/resumo',
    'javascript:alert(1)',
    'data:text/html,x',
    'fidelidade/resumo',
    '@evil.example',
    '/entrar@evil.example',
    '/.evil.example',
    '/fidelidade/../..//evil.example',
    '/fidelidade/resumo#x',
    '/fidelidade/resumo?x=\\',
    '/nada',
    '/loading',
    '/loading?redirect=/loading',
    '/sair',
    '/store//',
    '/store//evil.example',
    '/loading/',
    '/sair/',
    '/store/..',
    '/store/a/b',
    '/store/:id',
    '/store/%2e%2e',
    '/store/a%2fb',
  ])('does not follow %j [R2.10]', (redirect) => {
    expect(knownPath(query(redirect))).toBeNull()
  })

  test('follows only paths of this portal, whatever the query contains [R2.10]', () => {
    const here = 'https://cafe.example'
    const allPaths = [...routePaths, ...Object.keys(redirects)]
    const patterns = [...routes.map(({ path }) => path), ...Object.keys(redirects)].map(
      (path) => new RegExp(`^${path.replaceAll(/:\w+/g, '[0-9A-Za-z_-]+')}$`),
    )
    const parts = fc.constantFrom(
      ...'/ \\ // . .. %2f %5C %00 ? # @ : https: javascript: evil.example fidelidade resumo store :id'.split(
        ' ',
      ),
      ' ',
      '\t',
      '\n',
    )
    const written = fc.oneof(
      fc.constantFrom(...allPaths).map((path) => `${path}/`),
      fc.string({ unit: 'binary' }),
      fc.webUrl(),
      fc.array(parts, { maxLength: 8 }).map((some) => some.join('')),
      fc.tuple(fc.constantFrom(...allPaths), fc.string()).map(([path, rest]) => path + rest),
    )
    fc.assert(
      fc.property(written, (redirect) => {
        const followed = knownPath(query(redirect))
        if (followed === null) return
        // R2.6: only the trailing slash may differ.
        const unslashed = redirect.toWellFormed().replace(/\/(?=\?|$)/, '')
        expect([redirect.toWellFormed(), unslashed]).toContain(followed)
        const url = new URL(followed, here)
        expect(url.origin).toBe(here)
        expect(patterns.some((pattern) => pattern.test(url.pathname))).toBe(true)
      }),
      { numRuns: 5_000 },
    )
  })
})

describe('the guard', () => {
  test('leads from / to the login and from /fidelidade to the summary, with the query [R2.1]', () => {
    expect(guard({ ...guest, path: '/' })).toBe('/entrar')
    expect(guard({ ...guest, path: '/', search: '?a=1' })).toBe('/entrar?a=1')
    expect(guard({ ...customer, path: '/fidelidade' })).toBe('/fidelidade/resumo')
  })

  test('leads from a path with a trailing slash to the same path without it, with the query [R2.6]', () => {
    for (const path of [...routePaths, '/fidelidade', '/nada']) {
      for (const anyone of [guest, newcomer, customer, { ...guest, companyLoaded: false }]) {
        expect(guard({ ...anyone, path: `${path}/`, search: '?a=1' })).toBe(`${path}?a=1`)
      }
    }
    expect(guard({ ...guest, path: '//evil.example/' })).toBeNull()
    expect(guard({ ...guest, path: '/store//' })).toBeNull()
  })

  test('sends a guest on a protected route to the login, with the reason and the way back [R2.10]', () => {
    expect(guard({ ...guest, path: '/fidelidade/resumo', search: '?a=1' })).toBe(
      '/entrar?redirect=%2Ffidelidade%2Fresumo%3Fa%3D1&authNeeded=true',
    )
  })

  test('leads a signed-in customer from a guest-only route to the redirect, or home [R2.10]', () => {
    for (const path of [
      '/entrar',
      '/entrar-email',
      '/esqueci-minha-senha',
      '/redefinir-senha',
      '/cadastrar-email',
    ]) {
      expect(guard({ ...guest, path })).toBeNull()
      expect(guard({ ...customer, path })).toBe('/fidelidade/resumo')
      const search = query('/fidelidade?a=1')
      expect(guard({ ...customer, path, search })).toBe('/fidelidade?a=1')
      expect(guard({ ...customer, path, search: query('//evil') })).toBe('/fidelidade/resumo')
    }
  })

  test('leads from a used mailed link to the profile first [R3.4]', () => {
    const path = '/entrar-link'
    expect(guard({ ...customer, path })).toBe('/completar-cadastro')
    expect(guard({ ...customer, path, search: '?redirect=/meu-cadastro' })).toBe(
      '/completar-cadastro?redirect=%2Fmeu-cadastro',
    )
    expect(guard({ ...customer, path, search: query('//evil') })).toBe('/completar-cadastro')
  })

  test("leads from a mailed link home during a session, without the link's token [D13]", () => {
    const search = '?token=abc&email=ana@exemplo.com.br&redirect=/meu-cadastro'
    for (const path of ['/entrar-link', '/redefinir-senha']) {
      expect(guard({ ...guest, path, search })).toBeNull()
      expect(guard({ ...customer, path, search })).toBe('/fidelidade/resumo')
      expect(isMailedLink(path, search)).toBe(true)
      expect(isMailedLink(path, '?redirect=/meu-cadastro')).toBe(false)
    }
    expect(isMailedLink('/confirmar-email', search)).toBe(false)
    expect(isMailedLink('/entrar', search)).toBe(false)
  })

  test('asks for missing base information first, then follows the redirect [R2.10]', () => {
    const completeProfile = '/completar-cadastro'
    for (const path of ['/fidelidade/resumo', '/meu-cadastro']) {
      expect(guard({ ...newcomer, path, search: '?a=1' })).toBe(
        `${completeProfile}?${new URLSearchParams({ redirect: `${path}?a=1` })}`,
      )
      expect(guard({ ...customer, path })).toBeNull()
    }
    const path = completeProfile
    expect(guard({ ...newcomer, path, search: query('/meu-cadastro') })).toBeNull()
    expect(guard({ ...customer, path, search: query('/meu-cadastro') })).toBe('/meu-cadastro')
    expect(guard({ ...customer, path, search: query('//evil') })).toBe('/fidelidade/resumo')
    expect(guard({ ...customer, path })).toBe('/fidelidade/resumo')
    expect(guard({ ...guest, path })).toBe('/entrar?redirect=%2Fcompletar-cadastro&authNeeded=true')
  })

  test('keeps a person who is asked for everything until the address is there too [R4.2]', () => {
    const path = '/completar-cadastro'
    const search = `${query('/promo/t/TARDE')}&all=true`
    expect(guard({ ...newcomer, path, search })).toBeNull()
    expect(guard({ ...customer, path, search })).toBeNull()
    const whole = { ...customer, profile: 'whole' } as const
    expect(guard({ ...whole, path, search })).toBe('/promo/t/TARDE')
    expect(guard({ ...whole, path })).toBe('/fidelidade/resumo')
  })

  test('redirects nobody because of their profile while the customer is unknown [R2.10]', () => {
    for (const path of ['/fidelidade/resumo', '/meu-cadastro', '/completar-cadastro']) {
      expect(guard({ ...newcomer, path, profile: 'unknown' })).toBeNull()
    }
  })

  test('asks for no profile on the logout and email confirmation screens [R2.3]', () => {
    expect(guard({ ...newcomer, path: '/sair' })).toBeNull()
    for (const anyone of [guest, newcomer, customer]) {
      expect(guard({ ...anyone, path: '/confirmar-email', search: '?token=abc' })).toBeNull()
    }
  })

  test('tells the login why a session has ended [R3.7 R3.8]', () => {
    const path = '/fidelidade/resumo'
    expect(guard({ ...guest, path, sessionEnd: 'logout' })).toBe('/entrar?logout=true')
    expect(guard({ ...guest, path, sessionEnd: 'expired' })).toBe(
      '/entrar?redirect=%2Ffidelidade%2Fresumo&tokenExpired=true',
    )
  })

  test('waits at /loading until the company is there, then goes on to the wanted path [R1.4]', () => {
    const loading = { ...guest, companyLoaded: false }
    for (const path of ['/', '/entrar', '/fidelidade/resumo', '/nada/disso']) {
      const target = guard({ ...loading, path, search: '?redirect=/fidelidade' })!
      const [waiting, search] = target.split('?') as [string, string]
      expect(waiting).toBe('/loading')
      expect(guard({ ...loading, path: waiting, search: `?${search}` })).toBeNull()
      expect(guard({ ...guest, path: waiting, search: `?${search}` })).toBe(
        `${path}?redirect=/fidelidade`,
      )
    }
    expect(guard({ ...guest, path: '/loading' })).toBe('/entrar')
    expect(guard({ ...guest, path: '/loading', search: query('//evil') })).toBe('/entrar')
  })

  test('never redirects in a circle: at most six steps [R2.10]', () => {
    const paths = [...routePaths, ...Object.keys(redirects), '/nada', '/store/', '/loading/']
    const somewhere = fc.constantFrom(...paths)
    const situation = fc.record({
      path: somewhere,
      search: somewhere.chain((one) =>
        somewhere.map((other) => query(one + query(other).replace('%2F', '/'))),
      ),
      companyLoaded: fc.constant(true),
      signed_in: fc.boolean(),
      sessionEnd: fc.constantFrom('logout', 'expired', null),
      profile: fc.constantFrom('unknown', 'incomplete', 'complete', 'whole'),
    })
    fc.assert(
      fc.property(situation, (start) => {
        const at = { ...start }
        let target = guard(at)
        for (let steps = 0; steps < 6 && target !== null; steps += 1) {
          const question = target.indexOf('?')
          at.path = question < 0 ? target : target.slice(0, question)
          at.search = question < 0 ? '' : target.slice(question)
          target = guard(at)
        }
        expect(target).toBeNull()
      }),
    )
  })

  test('leaves an unknown path to its own screen [R2.6]', () => {
    expect(guard({ ...guest, path: '/nada' })).toBeNull()
    expect(guard({ ...customer, path: '/nada' })).toBeNull()
  })
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
])('the params of %s at %s are %j [R2.4]', (routePath, path, params) => {
  expect(paramsOf(routePath, path)).toEqual(params)
})

test.each([
  '/entrar',
  '/entrar-link',
  '/entrar-email',
  '/esqueci-minha-senha',
  '/redefinir-senha',
  '/cadastrar-email',
])('%s is for guests only and has no navigation bar [R2.2]', (path) => {
  expect(routeOf(path)).toMatchObject({ access: 'guest', no_navbar: true })
})

test.each([
  '/meu-cadastro',
  '/fidelidade/resumo',
  '/historico',
  '/store',
  '/store/1',
  '/promo',
  '/promo/t/VERAO',
  '/niveis',
  '/perguntas-frequentes',
])('%s needs a signed-in customer with a complete profile [R2.4]', (path) => {
  expect(routeOf(path)).toMatchObject({ access: 'authenticated', needsCompleteProfile: true })
})

test.each(['/clube-de-assinatura', '/autorizacao'])(
  '%s needs a complete profile [R2.5]',
  (path) => {
    expect(routeOf(path)).toMatchObject({ needsCompleteProfile: true })
  },
)

test('resolves the path of each route to that route and to no earlier one [R2.4]', () => {
  expect(routePaths.map((path) => routeOf(path)?.path)).toEqual(routes.map(({ path }) => path))
})

test('has a title, a unique name and a loadable screen for every route [R1.11 R2.2]', async () => {
  expect(new Set(routes.map(({ path }) => path)).size).toBe(routes.length)
  expect(new Set(routes.map(({ name }) => name)).size).toBe(routes.length)
  for (const route of routes) {
    expect(route.title).not.toBe('')
    expect((await route.screen()).default).toBeTypeOf('function')
  }
})

test.each([
  ['home', '/fidelidade/resumo'],
  ['history', '/historico'],
  ['prizes', '/store'],
  ['settings', '/meu-cadastro'],
  ['login', '/entrar'],
  ['logout', '/sair'],
  ['complete-profile', '/completar-cadastro'],
  ['subscription', '/clube-de-assinatura'],
  ['auth.email_login', '/entrar-email'],
  ['promotion.trigger', '/promo/t/:promotion_code'],
])('the route named %s is %s, as the specification names it [R2.1] [D13]', (name, path) => {
  expect(routes.find((route) => route.name === name)?.path).toBe(path)
})
