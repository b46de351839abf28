import { expect } from '@playwright/test'

import { command } from './command.ts'
import {
  api,
  applyCopy,
  at,
  expectAccessible,
  expectNoSidewaysScroll,
  fillRegistration,
  newPerson,
  openDrawer,
  register,
  test,
} from './journey.ts'

const club = 'https://clube.exemplo.com.br'

/** Applies a copy of the café with a subscription club. */
function applyWithClub(slug: string): Promise<void> {
  return applyCopy(slug, (yaml) =>
    yaml.replace(
      '\nsettings:\n',
      `\nsettings:\n  integrations: { subscription: { frontend_url: ${club}/assine } }\n`,
    ),
  )
}

test('the drawer leads to the club with a code that identifies the customer once [R12.2 R2.9]', async ({
  page,
}, { project }) => {
  const slug = `assina-${project.name}`
  await applyWithClub(slug)
  await page.route(`${club}/**`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>O clube</h1>' }),
  )
  const person = newPerson()
  await page.goto(at(slug, '/cadastrar-email'))
  await fillRegistration(page, person)
  await page.getByRole('button', { name: 'Criar conta' }).click()
  await expect(page.getByRole('heading', { name: 'Olá, Beatriz' })).toBeVisible()

  // The first attempt fails: the screen shows an error and a retry.
  await page.route('**/api/customer/generate-integration-token', (route) =>
    route.fulfill({ status: 500, body: '' }),
  )
  await (await openDrawer(page)).getByRole('link', { name: 'Clube de assinatura' }).click()
  await expect(page.getByRole('heading', { name: 'Clube de assinatura' })).toBeFocused()
  await expect(page.getByText('Ocorreu um erro ao finalizar a sua requisição.')).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.unroute('**/api/customer/generate-integration-token')
  await page.getByRole('button', { name: 'Tentar de novo' }).click()

  await expect(page.getByRole('heading', { name: 'O clube' })).toBeVisible()
  const address = new URL(page.url())
  expect(address.origin + address.pathname).toBe(`${club}/assine/login-integration`)
  expect(address.searchParams.get('email')).toBe(person.email)
  const key = await command('partner', 'key', slug, 'Clube')
  const trade = () =>
    fetch(api('/partner/integration-token'), {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ code: address.searchParams.get('code') }),
    })
  expect(await (await trade()).json()).toMatchObject({ email: person.email, name: person.name })
  expect((await trade()).status).toBe(422)

  // Going back leads to the previous screen. The next visit to the club gets a new code.
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Olá, Beatriz' })).toBeVisible()
  await (await openDrawer(page)).getByRole('link', { name: 'Clube de assinatura' }).click()
  await expect(page.getByRole('heading', { name: 'O clube' })).toBeVisible()
  expect(page.url()).not.toBe(address.href)
})

test('without a club the drawer has no entry and no code is requested [R12.2 R2.9]', async ({
  page,
}) => {
  await register(page)
  const calls: string[] = []
  page.on('request', (request) => calls.push(request.url()))
  await page.goto(at('cafe', '/clube-de-assinatura'))
  await expect(page.getByText('Este programa não tem clube de assinatura')).toBeVisible()
  await expectAccessible(page)
  const drawer = await openDrawer(page)
  await expect(drawer.getByRole('link', { name: 'Resumo' })).toBeVisible()
  await expect(drawer.getByRole('link', { name: 'Clube de assinatura' })).toHaveCount(0)
  expect(calls.filter((url) => url.includes('integration-token'))).toEqual([])
})

test('a guest at authorisation or club must sign in, also with a last slash [R2.5 R2.6 R2.8 R12.2]', async ({
  page,
}) => {
  await page.goto(at('cafe', '/autorizacao/?x=1'))
  await expect(page).toHaveURL(
    at('cafe', `/entrar?${new URLSearchParams({ redirect: '/autorizacao?x=1' })}&authNeeded=true`),
  )
  await expect(page.getByText('Você precisa entrar na sua conta')).toBeVisible()
  await page.goto(at('cafe', '/clube-de-assinatura/'))
  await expect(page.getByText('Você precisa entrar na sua conta')).toBeVisible()
  await expect(page).toHaveURL(at('cafe', '/clube-de-assinatura'))
  await expect(page).toHaveTitle('Clube de assinatura · Clube Aurora')
  await expect(page.getByRole('link', { name: 'Boas-vindas! Crie sua conta' })).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Entrar' })).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('link', { name: 'Criar minha conta' }).click()
  await fillRegistration(page, newPerson())
  await page.getByRole('button', { name: 'Criar conta' }).click()
  await expect(page).toHaveURL(at('cafe', '/clube-de-assinatura'))
  await expect(page.getByText('Este programa não tem clube de assinatura')).toBeVisible()
})
