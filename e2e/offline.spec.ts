import { expect, type Page } from '@playwright/test'

import {
  at,
  demoKey,
  expectAccessible,
  openDrawer,
  region,
  register,
  sell,
  test,
} from './journey.ts'
import { redeemCoffee } from './redeem.ts'

test.use({ serviceWorkers: 'allow' })

/** The worker has kept the portal. */
async function untilKept(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null))
    .toBe(true)
}

const seen = /Visto em \d{2}\/\d{2}\/\d{4} \d{2}:\d{2}/

test('without a connection the portal opens with what was seen last, and says when; with one all is of now [R7.1 R7.3]', async ({
  page,
  context,
}) => {
  const person = await register(page)
  await sell(await demoKey(), person.document, 10_000)
  await expect(region(page, 'Seu saldo')).toContainText('100 pontos', { timeout: 15_000 })
  await (await openDrawer(page)).getByRole('link', { name: 'Histórico' }).click()
  await expect(page.getByText('Aurora Pinheiros').first()).toBeVisible()
  await untilKept(page)
  // With a connection everything is of now.
  await expect(page.getByText(seen)).toHaveCount(0)

  await context.setOffline(true)
  await page.goto(at('cafe', '/fidelidade/resumo'))
  await expect(page.getByRole('heading', { name: 'Olá, Beatriz' })).toBeVisible()
  await expect(page.getByText('Você está sem conexão.')).toBeVisible()
  await expect(region(page, 'Seu saldo')).toContainText('100 pontos')
  await expect(region(page, 'Seu saldo')).toContainText(seen)
  await expectAccessible(page)
  await page.reload()
  await (await openDrawer(page)).getByRole('link', { name: 'Histórico' }).click()
  await expect(page.getByText('Aurora Pinheiros').first()).toBeVisible()
  await expect(page.getByText(seen)).toBeVisible()
  // What was never seen says that there is no connection, and does not make anything up.
  await page.goto(at('cafe', '/niveis'))
  await expect(page.getByText('Verifique a sua conexão e tente de novo.')).toBeVisible()

  await context.setOffline(false)
  await page.goto(at('cafe', '/fidelidade/resumo'))
  await expect(region(page, 'Seu saldo')).toContainText('100 pontos')
  await expect(page.getByText(seen)).toHaveCount(0)
})

test('who logs out leaves nothing to the next, and no cache ever had anything of theirs [R3.7 T19]', async ({
  page,
  context,
}) => {
  const person = await register(page)
  await page.goto(at('cafe', '/historico'))
  await expect(page.getByText('Seu histórico começa na próxima compra')).toBeVisible()
  await untilKept(page)
  expect(await page.evaluate(() => localStorage.getItem('last_seen'))).toContain(person.email)
  await page.goto(at('cafe', '/sair'))
  await expect(page).toHaveURL(at('cafe', '/entrar?logout=true'))
  expect(await page.evaluate(() => localStorage.getItem('last_seen'))).toBeNull()
  const keptOfPerson = await page.evaluate(
    async (secrets) => {
      const names = await caches.keys()
      const kept = await Promise.all(
        names.map(async (name) => {
          const cache = await caches.open(name)
          const responses = await Promise.all((await cache.keys()).map((key) => cache.match(key)))
          return Promise.all(responses.map((response) => response!.text()))
        }),
      )
      return kept.flat().filter((text) => secrets.some((secret) => text.includes(secret))).length
    },
    [person.email, person.document],
  )
  expect(keptOfPerson).toBe(0)

  await context.setOffline(true)
  await page.goto(at('cafe', '/historico'))
  await expect(page.getByRole('heading', { name: 'Que bom ver você' })).toBeVisible()
  await expect(page.getByText(person.email)).toHaveCount(0)
  // Of a session that ended by itself: its cookie ran out.
  await page.evaluate(() => localStorage.setItem('last_seen', '{}'))
  await page.reload()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('last_seen'))).toBeNull()
})

test('a voucher’s QR code opens without a connection; the next person on the same phone sees none of it [T12 R9.3]', async ({
  page,
  context,
  browser,
}) => {
  const code = await redeemCoffee(page)
  await page.goto(at('cafe', '/store?tab=to_withdraw'))
  await expect(page.getByText(code)).toBeVisible()
  await untilKept(page)
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByText(seen)).toBeVisible()
  await page
    .getByRole('main')
    .getByRole('link', { name: /Café coado na hora/ })
    .click()
  const ticket = page.getByRole('dialog', { name: 'Seu voucher' })
  await expect(ticket.getByRole('img', { name: `QR code do voucher ${code}` })).toBeVisible()
  await expect(ticket.getByText(seen)).toBeVisible()

  // Somebody else's session is in the cookie now, and nobody has told the portal.
  const elsewhere = await browser.newContext()
  await register(await elsewhere.newPage())
  await context.addCookies(await elsewhere.cookies())
  await elsewhere.close()
  await page.goto(at('cafe', '/store?tab=to_withdraw'))
  await expect(page.getByText('Há um problema na conexão.').first()).toBeVisible({
    timeout: 15_000,
  })
  await expect(page.getByText(code)).toHaveCount(0)
  expect(await page.evaluate(() => localStorage.getItem('last_seen'))).toBeNull()
})
