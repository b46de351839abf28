import { expect } from '@playwright/test'

import {
  at,
  demoKey,
  expectAccessible,
  openDrawer,
  region,
  register,
  sell,
  signIn,
  signUp,
  test,
  untilCached,
} from './journey.ts'
import { redeemCoffee } from './redeem.ts'

test.use({ serviceWorkers: 'allow' })

const cachedNotice = /Atualizado hoje, \d{2}:\d{2}/

test('offline the portal shows cached data with its time; online it shows current data [R7.1 R7.3]', async ({
  page,
  context,
}) => {
  const person = await register(page)
  await sell(await demoKey(), person.document, 10_000)
  // An open page reads the balance every 10 s; a page that is loaded reads it at once.
  await page.reload()
  await expect(region(page, 'Seu saldo')).toContainText('100 pontos')
  await (await openDrawer(page)).getByRole('link', { name: 'Histórico' }).click()
  await expect(page.getByText('Aurora Pinheiros').first()).toBeVisible()
  await untilCached(page)
  // Online no cached time is shown.
  await expect(page.getByText(cachedNotice)).toHaveCount(0)

  await context.setOffline(true)
  await page.goto(at('cafe', '/fidelidade/resumo'))
  await expect(page.getByRole('heading', { name: 'Olá, Beatriz' })).toBeVisible()
  await expect(page.getByText('Você está sem conexão.')).toBeVisible()
  await expect(region(page, 'Seu saldo')).toContainText('100 pontos')
  await expect(region(page, 'Seu saldo')).toContainText(cachedNotice)
  await expectAccessible(page)
  await page.reload()
  await (await openDrawer(page)).getByRole('link', { name: 'Histórico' }).click()
  await expect(page.getByText('Aurora Pinheiros').first()).toBeVisible()
  await expect(page.getByText(cachedNotice)).toBeVisible()
  // A screen that was never loaded shows that there is no connection.
  await page.goto(at('cafe', '/niveis'))
  await expect(page.getByText('Verifique a sua conexão e tente de novo.')).toBeVisible()

  await context.setOffline(false)
  await page.goto(at('cafe', '/fidelidade/resumo'))
  await expect(region(page, 'Seu saldo')).toContainText('100 pontos')
  await expect(page.getByText(cachedNotice)).toHaveCount(0)
})

test('logout deletes the cached data, and no service worker cache holds personal data [R3.7 T19]', async ({
  page,
  context,
}) => {
  const person = await signUp(page)
  await page.goto(at('cafe', '/historico'))
  await expect(page.getByText('Seu histórico começa na próxima compra')).toBeVisible()
  await untilCached(page)
  // Answers are written together, up to 500 ms after the first of them.
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('last_seen')))
    .toContain(person.email)
  await page.goto(at('cafe', '/sair'))
  await expect(page).toHaveURL(at('cafe', '/entrar?logout=true'))
  expect(await page.evaluate(() => localStorage.getItem('last_seen'))).toBeNull()
  const personalResponses = await page.evaluate(
    async (secrets) => {
      const names = await caches.keys()
      const texts = await Promise.all(
        names.map(async (name) => {
          const cache = await caches.open(name)
          const responses = await Promise.all((await cache.keys()).map((key) => cache.match(key)))
          return Promise.all(responses.map((response) => response!.text()))
        }),
      )
      return texts.flat().filter((text) => secrets.some((secret) => text.includes(secret))).length
    },
    [person.email, person.document],
  )
  expect(personalResponses).toBe(0)

  await context.setOffline(true)
  await page.goto(at('cafe', '/historico'))
  await expect(page.getByRole('heading', { name: 'Que bom ver você' })).toBeVisible()
  await expect(page.getByText(person.email)).toHaveCount(0)
  // A session whose cookie expired also loses its cached data.
  await page.evaluate(() => localStorage.setItem('last_seen', '{}'))
  await page.reload()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('last_seen'))).toBeNull()
})

test('a voucher’s QR code opens offline, and the phone’s next customer sees nothing of it [T12 R9.3]', async ({
  page,
  context,
  browser,
}) => {
  const code = await redeemCoffee(page)
  await page.goto(at('cafe', '/store?tab=to_withdraw'))
  await expect(page.getByText(code)).toBeVisible()
  await untilCached(page)
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByText(cachedNotice)).toBeVisible()
  await page
    .getByRole('main')
    .getByRole('link', { name: /Café coado na hora/ })
    .click()
  const ticket = page.getByRole('dialog', { name: 'Seu voucher' })
  await expect(ticket.getByRole('img', { name: `QR code do voucher ${code}` })).toBeVisible()
  await expect(ticket.getByText(cachedNotice)).toBeVisible()

  // The cookie now holds another customer's session, which the portal has not noticed yet.
  const elsewhere = await browser.newContext()
  await register(await elsewhere.newPage())
  await context.addCookies(await elsewhere.cookies())
  await elsewhere.close()
  await page.goto(at('cafe', '/store?tab=to_withdraw'))
  await expect(page.getByText('Há um problema na conexão.').first()).toBeVisible()
  await expect(page.getByText(code)).toHaveCount(0)
  expect(await page.evaluate(() => localStorage.getItem('last_seen'))).toBeNull()
})

test('without a network the login shows a modal and keeps what was typed [R13.1]', async ({
  page,
  context,
}) => {
  await page.goto(at('cafe', '/entrar'))
  await context.setOffline(true)
  await signIn(page, 'beatriz@exemplo.com.br', 'girassol9')
  const alert = page.getByRole('dialog', { name: 'Erro...' })
  await expect(alert).toContainText(
    'Há um problema na conexão. Verifique a sua conexão e tente novamente.',
  )
  await expectAccessible(page)
  await alert.getByRole('button', { name: 'Entendi' }).click()
  await expect(page.getByRole('button', { name: 'Entrar' })).toBeFocused()
  await expect(page.getByLabel('Senha', { exact: true })).toHaveValue('girassol9')
  await context.setOffline(false)
})
