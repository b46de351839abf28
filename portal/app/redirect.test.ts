import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { redirects } from '#portal/path/paths.ts'

import { knownPath } from './guard.ts'
import { routes } from './routes.tsx'

const query = (redirect: string) => `?${new URLSearchParams({ redirect })}`

/** One path of each route. */
const routePaths = routes.map(({ path }) => path.replaceAll(/:\w+/g, '0199f3a2-7c1e'))

describe('the redirect of a query', () => {
  test.each([
    '/fidelidade/resumo',
    '/fidelidade',
    '/',
    '/entrar?authNeeded=true',
    '/cadastrar-email?redirect=/fidelidade&x=a b+c%20d',
    '/store/0199f3a2-7c1e-7000-8000-5f0c9b1d2e3f?x=1',
  ])('a redirect in the query may lead to %s [R2.10]', (redirect) => {
    expect(knownPath(query(redirect))).toBe(redirect)
  })

  test.each([
    ['/store/', '/store'],
    ['/fidelidade/?a=1', '/fidelidade?a=1'],
    ['/store/0199f3a2-7c1e/?x=/', '/store/0199f3a2-7c1e?x=/'],
  ])(
    'a redirect to %s leads to %s, because a trailing slash is the same path [R2.6]',
    (redirect, followed) => {
      expect(knownPath(query(redirect))).toBe(followed)
    },
  )

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
  ])('a redirect in the query does not lead to %j [R2.10]', (redirect) => {
    expect(knownPath(query(redirect))).toBeNull()
  })

  test('any redirect in the query leads only to paths of this portal [R2.10]', () => {
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
