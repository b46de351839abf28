import { expect } from '@playwright/test'

import { errorCodes } from '#contract/error.ts'

import {
  api,
  at,
  expectAccessible,
  expectNoSidewaysScroll,
  register,
  signIn,
  signUp,
  test,
} from './journey.ts'

test('the first page is the company’s login, with its name and colours [R2.1 R1.6 R1.9 R1.11 R1.13]', async ({
  page,
}) => {
  await page.goto(at('cafe'))
  await expect(page).toHaveURL(at('cafe', '/entrar'))
  await expect(page).toHaveTitle('Entrar · Clube Aurora')
  await expect(page.getByRole('img', { name: 'Café Aurora' })).toBeVisible()
  await expect(page.getByText('Cada café conta')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Entrar' })).toHaveCSS(
    'background-color',
    'rgb(164, 73, 43)',
  )
  const footer = page.getByRole('contentinfo')
  await expect(footer).toContainText('Desenvolvido por Fiel')
  await expect(footer).toContainText('Torra própria desde 2009.')
  await expect(footer.getByRole('link', { name: 'Café Aurora', exact: true })).toBeVisible()
  await expect(footer.getByRole('link', { name: 'Nossas lojas' })).toBeVisible()
  const steps = page.getByRole('main').getByRole('listitem')
  await expect(steps).toHaveCount(0)
  await page.getByRole('heading', { name: 'Como funciona' }).click()
  await expect(steps).toHaveText([/^Compre/, /^Junte/, /^Acompanhe/])
  await expect(page.locator('link[rel=icon]')).toHaveAttribute('href', /^\/images\/.*\.svg$/)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  await page.goto(at('posto'))
  await expect(page).toHaveTitle('Entrar · Guará Mais')
  await expect(page.getByRole('button', { name: 'Entrar' })).toHaveCSS(
    'background-color',
    'rgb(11, 107, 79)',
  )
  await expectAccessible(page)
})

test('wrong credentials show an error and keep the text; the right ones lead to the dashboard [R3.3]', async ({
  page,
  context,
}) => {
  const person = await signUp(page)
  await context.clearCookies()
  await page.goto(at('cafe', '/entrar'))
  await signIn(page, person.email, 'errada1')
  await expect(page.getByRole('alert')).toHaveText('As credenciais estão incorretas.')
  await expect(page.getByLabel('Email, CPF/CNPJ ou celular')).toHaveValue(person.email)
  await page.getByRole('button', { name: 'Mostrar senha' }).click()
  await expect(page.getByLabel('Senha', { exact: true })).toHaveValue('errada1')
  await expectAccessible(page)
  await signIn(page, person.document, person.password)
  await expect(page).toHaveURL(at('cafe', '/fidelidade/resumo'))
})

test('the login works with the keyboard alone, and an empty form shows what is missing [R3.3]', async ({
  page,
  context,
}) => {
  const person = await signUp(page)
  await context.clearCookies()
  await page.goto(at('cafe', '/entrar'))
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Informe seu email, CPF/CNPJ ou celular')).toBeVisible()
  await page.keyboard.type(person.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(person.password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Olá, Beatriz' })).toBeFocused()
})

test('a guest on a protected route sees the login with a reason, then comes back [R2.10]', async ({
  page,
  context,
}) => {
  const person = await signUp(page)
  await context.clearCookies()
  await page.goto(at('cafe', '/fidelidade'))
  await expect(page).toHaveURL(/\/entrar\?redirect=%2Ffidelidade%2Fresumo&authNeeded=true$/)
  await expect(
    page.getByText('Você precisa entrar na sua conta para poder fazer isso'),
  ).toBeVisible()
  await signIn(page, person.email, person.password)
  await expect(page).toHaveURL(at('cafe', '/fidelidade/resumo'))
  // A guest-only route redirects a signed-in customer home.
  await page.goto(at('cafe', '/cadastrar-email'))
  await expect(page).toHaveURL(at('cafe', '/fidelidade/resumo'))
})

test('a redirect to another site is ignored and leads to the dashboard [R2.10]', async ({
  page,
}) => {
  await signUp(page)
  for (const redirect of [
    '//evil.example',
    'https://evil.example',
    '/\\evil.example',
    '/%2fevil.example',
    'javascript:alert(1)',
  ]) {
    await page.goto(at('cafe', `/entrar?redirect=${encodeURIComponent(redirect)}`))
    await expect(page, redirect).toHaveURL(at('cafe', '/fidelidade/resumo'))
  }
})

test('the token is in a cookie of this host for 60 days, its type in localStorage [R3.1]', async ({
  page,
  context,
}) => {
  await register(page)
  const [cookie] = await context.cookies()
  expect(cookie).toMatchObject({
    name: 'token',
    domain: 'cafe.localhost',
    path: '/',
    sameSite: 'Strict',
  })
  expect(Math.round((cookie!.expires * 1000 - Date.now()) / 86_400_000)).toBe(60)
  const type = await page.evaluate(() => localStorage.getItem('token_type'))
  expect(JSON.parse(type!)).toMatchObject({ type: 'EMAIL' })
})

test('logout from the menu ends the session in every tab and on the server [R3.7 R2.8 R2.9]', async ({
  page,
  context,
}) => {
  await register(page)
  const other = await context.newPage()
  await other.goto(at('cafe', '/fidelidade/resumo'))
  await expect(other.getByRole('heading', { name: 'Olá, Beatriz' })).toBeVisible()
  const [cookie] = await context.cookies()

  await page.bringToFront()
  await page.getByRole('button', { name: 'Sua conta' }).click()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Sair' }).last().click()
  await expect(page).toHaveURL(at('cafe', '/entrar?logout=true'))
  await expect(page.getByText('Você saiu da sua conta. Até logo!')).toBeVisible()
  expect(await context.cookies()).toEqual([])

  const company_id = await page.evaluate(() => document.documentElement.dataset['companyId'])
  const answer = await fetch(api('/customer'), {
    headers: { authorization: `Bearer ${cookie!.value}`, 'company-id': company_id! },
  })
  expect(answer.status).toBe(401)
  await other.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect(other).toHaveURL(/\/entrar/)
})

test('a session that the server has ended leads to the login at the next read [R3.8]', async ({
  page,
  context,
}) => {
  await register(page)
  // An open page would read with the ended session by itself, and take the cookie away before the next page.
  await page.goto('about:blank')
  await context.addCookies([
    {
      name: 'token',
      value: 'A'.repeat(43),
      domain: 'cafe.localhost',
      path: '/',
      sameSite: 'Strict',
    },
  ])
  await page.goto(at('cafe', '/fidelidade/resumo'))
  await expect(page).toHaveURL(/\/entrar\?redirect=%2Ffidelidade%2Fresumo&tokenExpired=true$/)
  await expect(
    page.getByText('Sua sessão expirou! Entre novamente para usar seus pontos'),
  ).toBeVisible()
  expect(await context.cookies()).toEqual([])
})

test('a customer of the identity provider whom the shop blocks reads so at the login [D15 R3.8]', async ({
  page,
  context,
}) => {
  await register(page)
  const { message } = errorCodes.customer_blocked
  // Fiel's own token ends with the block. An ID token is refused by this answer.
  await page.route(/\/api\/(prize|voucher)/, (route) =>
    route.fulfill({
      status: 403,
      json: { status: 403, message, data: { type: 'customer_blocked' } },
    }),
  )
  await page.goto(at('cafe', '/store?tab=to_withdraw'))
  await expect(page).toHaveURL(/\/entrar\?redirect=%2Fstore%3Ftab%3Dto_withdraw&blocked=true$/)
  await expect(page.getByText(message)).toBeVisible()
  await expectAccessible(page)
  expect(await context.cookies()).toEqual([])
})

test('an answer that comes before the first render also says that the session expired [R3.8]', async ({
  page,
  context,
}) => {
  await context.addCookies([
    { name: 'token', value: 'A'.repeat(43), url: at('cafe', '/'), sameSite: 'Strict' },
  ])
  // A promise that is already kept: the call fails before React renders.
  await page.addInitScript(() => {
    const body = JSON.stringify({ error: { code: 'unauthenticated', message: 'x' } })
    window.fetch = () => Promise.resolve(new Response(body, { status: 401 }))
  })
  await page.goto(at('cafe', '/fidelidade/resumo'))
  await expect(page).toHaveURL(/\/entrar\?redirect=%2Ffidelidade%2Fresumo&tokenExpired=true$/)
})

test('a server error shows the message for its status, whatever the body [R13.1]', async ({
  page,
}) => {
  await page.goto(at('cafe', '/entrar'))
  await page.route('**/api/customer/login', (route) =>
    route.fulfill({ status: 429, body: '<html>' }),
  )
  await signIn(page, 'beatriz@exemplo.com.br', 'girassol9')
  await expect(page.getByRole('dialog', { name: 'Erro...' })).toContainText(
    'Ocorreram muitas requisições, aguarde um momento e tente novamente.',
  )
})
