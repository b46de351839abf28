/** A page of another site cannot use a signed-in customer's session (T13). Companies share a host, so they count as other sites. */

import { type BrowserContext, expect, type Page } from '@playwright/test'

import { api, at, register, signUp, test } from './journey.ts'

/** A page on another company's origin, without our Content-Security-Policy. */
async function foreignPage(context: BrowserContext): Promise<Page> {
  await context.route(at('vizinho', '/'), (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>Vizinho</title>' }),
  )
  const page = await context.newPage()
  await page.goto(at('vizinho', '/'))
  return page
}

test('a page of another company can neither read nor change anything with the session [T13]', async ({
  page,
  context,
}) => {
  await register(page)
  const company_id = await page.evaluate(() => document.documentElement.dataset['companyId'])
  const [cookie] = await context.cookies()
  const calls = [
    { path: '/api/customer', method: 'GET' },
    { path: '/api/customer', method: 'PUT' },
    { path: '/api/customer/session', method: 'DELETE' },
    { path: '/api/customer/password-reset', method: 'GET' },
  ]
  const neighbour = await foreignPage(context)
  for (const { path, method } of calls) {
    const outcome = await neighbour.evaluate(
      async ({ url, method, headers }) =>
        fetch(url, { method, headers, credentials: 'include' }).then(
          ({ status }) => String(status),
          () => 'blocked',
        ),
      {
        url: at('cafe', path),
        method,
        // The call fails even with the token, which the page cannot read.
        headers: { 'company-id': company_id!, authorization: `Bearer ${cookie!.value}` },
      },
    )
    expect(outcome, `${method} ${path}`).toBe('blocked')
  }
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Olá, Beatriz' })).toBeVisible()
})

test('a form of another site cannot send the portal’s headers or JSON, so it has no effect [T13]', async ({
  page,
}) => {
  const login = { identifier: 'a', password: 'b' }
  // The three enctypes that a form can send.
  for (const form of [
    { headers: { 'content-type': 'text/plain' }, data: JSON.stringify(login) },
    { form: login },
    { multipart: login },
  ]) {
    const answer = await page.request.post(api('/customer/login'), form)
    expect(answer.status()).toBe(400)
  }
})

test('the session cookie belongs to one host, and another company’s page cannot see it [T12]', async ({
  page,
  context,
}) => {
  await signUp(page)
  await page.goto(at('posto', '/entrar'))
  expect(await page.evaluate(() => document.cookie)).toBe('')
  const [cookie] = await context.cookies()
  expect(cookie).toMatchObject({ domain: 'cafe.localhost', sameSite: 'Strict' })
})
