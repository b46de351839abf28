import { expect, test } from 'vitest'

import { routeOf, routes } from './routes.tsx'

/** One path of each route. */
const routePaths = routes.map(({ path }) => path.replaceAll(/:\w+/g, '0199f3a2-7c1e'))

test.each([
  '/entrar',
  '/entrar-link',
  '/entrar-email',
  '/esqueci-minha-senha',
  '/redefinir-senha',
  '/cadastrar-email',
])('%s is for guests only and has no navigation bar [R2.2]', (path) => {
  expect(routeOf(path)).toMatchObject({ access: 'guest', noNavbar: true })
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

test('routeOf finds for each route’s path that route and no earlier one [R2.4]', () => {
  expect(routePaths.map((path) => routeOf(path)?.path)).toEqual(routes.map(({ path }) => path))
})

test('every route has a title, a unique name and path, and a screen that can be loaded [R1.11 R2.2]', async () => {
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
