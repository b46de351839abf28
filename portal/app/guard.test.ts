import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { redirects } from '#portal/path/paths.ts'

import { guard, isMailedLink, type Situation } from './guard.ts'
import { routes } from './routes.tsx'

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

describe('the guard', () => {
  test('the guard leads from / to the login and from /fidelidade to the summary, with the query [R2.1]', () => {
    expect(guard({ ...guest, path: '/' })).toBe('/entrar')
    expect(guard({ ...guest, path: '/', search: '?a=1' })).toBe('/entrar?a=1')
    expect(guard({ ...customer, path: '/fidelidade' })).toBe('/fidelidade/resumo')
  })

  test('the guard leads from a path with a trailing slash to the same path without it, with the query [R2.6]', () => {
    for (const path of [...routePaths, '/fidelidade', '/nada']) {
      for (const anyone of [guest, newcomer, customer, { ...guest, companyLoaded: false }]) {
        expect(guard({ ...anyone, path: `${path}/`, search: '?a=1' })).toBe(`${path}?a=1`)
      }
    }
    expect(guard({ ...guest, path: '//evil.example/' })).toBeNull()
    expect(guard({ ...guest, path: '/store//' })).toBeNull()
  })

  test('the guard sends a guest on a protected route to the login, with the reason and the way back [R2.10]', () => {
    expect(guard({ ...guest, path: '/fidelidade/resumo', search: '?a=1' })).toBe(
      '/entrar?redirect=%2Ffidelidade%2Fresumo%3Fa%3D1&authNeeded=true',
    )
  })

  test('the guard leads a signed-in customer from a guest-only route to the redirect or the summary [R2.10]', () => {
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

  test('the guard leads from a mailed login link to the profile form after the sign-in [R3.4]', () => {
    const path = '/entrar-link'
    expect(guard({ ...customer, path })).toBe('/completar-cadastro')
    expect(guard({ ...customer, path, search: '?redirect=/meu-cadastro' })).toBe(
      '/completar-cadastro?redirect=%2Fmeu-cadastro',
    )
    expect(guard({ ...customer, path, search: query('//evil') })).toBe('/completar-cadastro')
  })

  test('a mailed link opened during a session leads to the summary, without the link’s token [D13]', () => {
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

  test('the guard leads a customer without base information to the form, then to the redirect [R2.10]', () => {
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

  test('the query `all` keeps a customer on the form until the address is complete too [R4.2]', () => {
    const path = '/completar-cadastro'
    const search = `${query('/promo/t/TARDE')}&all=true`
    expect(guard({ ...newcomer, path, search })).toBeNull()
    expect(guard({ ...customer, path, search })).toBeNull()
    const whole = { ...customer, profile: 'whole' } as const
    expect(guard({ ...whole, path, search })).toBe('/promo/t/TARDE')
    expect(guard({ ...whole, path })).toBe('/fidelidade/resumo')
  })

  test('the guard redirects for no missing profile before the customer’s data is loaded [R2.10]', () => {
    for (const path of ['/fidelidade/resumo', '/meu-cadastro', '/completar-cadastro']) {
      expect(guard({ ...newcomer, path, profile: 'unknown' })).toBeNull()
    }
  })

  test('the guard asks for no profile on the screens of the logout and the email confirmation [R2.3]', () => {
    expect(guard({ ...newcomer, path: '/sair' })).toBeNull()
    for (const anyone of [guest, newcomer, customer]) {
      expect(guard({ ...anyone, path: '/confirmar-email', search: '?token=abc' })).toBeNull()
    }
  })

  test('the guard tells the login by the query why a session has ended [R3.7 R3.8]', () => {
    const path = '/fidelidade/resumo'
    expect(guard({ ...guest, path, sessionEnd: 'logout' })).toBe('/entrar?logout=true')
    expect(guard({ ...guest, path, sessionEnd: 'expired' })).toBe(
      '/entrar?redirect=%2Ffidelidade%2Fresumo&tokenExpired=true',
    )
    expect(guard({ ...guest, path, sessionEnd: 'blocked' })).toBe(
      '/entrar?redirect=%2Ffidelidade%2Fresumo&blocked=true',
    )
  })

  test('the guard waits at /loading for the company, then continues to the requested path [R1.4]', () => {
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

  test('the guard never redirects in a circle: it ends after at most six steps [R2.10]', () => {
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

  test('the guard leaves an unknown path unchanged, so that the not-found screen is shown [R2.6]', () => {
    expect(guard({ ...guest, path: '/nada' })).toBeNull()
    expect(guard({ ...customer, path: '/nada' })).toBeNull()
  })
})
