import { type BrowserContext, expect, type Page } from '@playwright/test'

import {
  demoKey,
  expectAccessible,
  expectNoSidewaysScroll,
  mailedLink,
  openSettings,
  register,
  sell,
  signUp,
  test,
} from './journey.ts'
import { gaps, passSeconds, stopClock, withPageClock } from './page-clock.ts'

const bell = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Notificações/ })

test('a bell without notifications says that there are none [R2.8]', async ({ page }) => {
  await register(page)
  await expect(bell(page)).toHaveAccessibleName('Notificações')
  await bell(page).click()
  await expect(page.getByText('Nada por aqui ainda')).toBeVisible()
  await expectAccessible(page)
})

test('a sale and a new level are shown in the bell, and opening the bell marks them read [R2.8]', async ({
  page,
}) => {
  const person = await register(page)
  await sell(await demoKey(), person.document, 5_000)
  // The count is updated whenever the balance is, and announced to screen readers.
  await expect(bell(page)).toHaveAccessibleName('Notificações: 2 não lidas')
  await expect(page.getByRole('status').filter({ hasText: '2 não lidas' })).toBeAttached()

  const read = page.waitForRequest('**/api/notification/read')
  await bell(page).focus()
  await page.keyboard.press('Enter')
  const entry = page.getByRole('banner').getByText('Você ganhou 50 pontos em Aurora Pinheiros')
  await expect(entry).toBeVisible()
  await expect(
    page.getByRole('banner').getByText('Boas-vindas! Você começa no nível Grão'),
  ).toBeVisible()
  await read
  await expect(bell(page)).toHaveAccessibleName('Notificações')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.keyboard.press('Escape')
  await expect(entry).toBeHidden()
  await expect(bell(page)).toBeFocused()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Olá, Beatriz' })).toBeVisible()
  await expect(bell(page)).toHaveAccessibleName('Notificações')
})

test('a line of the bell leads to what it tells, and the bell closes [R2.8 D11]', async ({
  page,
}) => {
  const person = await register(page)
  await sell(await demoKey(), person.document, 5_000)
  await expect(bell(page)).toHaveAccessibleName('Notificações: 2 não lidas')
  await bell(page).click()
  const line = page.getByRole('banner').getByRole('link', { name: /^Você ganhou 50 pontos/ })
  await expect(line).toBeVisible()
  // All of the line is the link, also its time.
  const row = page.getByRole('banner').getByRole('listitem').filter({ hasText: 'Você ganhou' })
  await row.locator('time').click({ force: true })
  await expect(page.getByRole('heading', { level: 1, name: 'Histórico' })).toBeFocused()
  await expect(line).toBeHidden()

  await bell(page).click()
  await page
    .getByRole('banner')
    .getByRole('link', { name: 'Boas-vindas! Você começa no nível Grão' })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: 'Níveis' })).toBeFocused()
})

test('more than 9 unread notifications are shown as 9+, and a button loads the older ones [R2.8]', async ({
  page,
}) => {
  const person = await signUp(page)
  const key = await demoKey()
  for (let purchase = 1; purchase <= 21; purchase += 1)
    await sell(key, person.document, purchase * 100)
  await page.goto(await mailedLink(person.email, '/confirmar-email'))
  await page.getByRole('button', { name: 'Confirmar meu email' }).click()
  await expect(page.getByText('Seu email foi confirmado. Obrigado!')).toBeVisible()
  await page.goto(new URL('/promo/t/BOASVINDAS', page.url()).href)
  await page.getByRole('button', { name: 'Ativar promoção' }).click()
  await expect(bell(page)).toHaveAccessibleName('Notificações: 9+ não lidas')
  await bell(page).click()
  const entry = page.getByRole('banner').getByRole('listitem').filter({ hasText: 'Você ganhou' })
  await expect(entry).toHaveCount(20)
  await expect(entry.first()).toContainText('Você ganhou 50 pontos com a promoção Boas-vindas')
  let isBroken = true
  await page.route(/\/api\/notification\?.*before=/, (route) =>
    isBroken ? route.fulfill({ status: 500, body: '' }) : route.continue(),
  )
  await page.getByRole('button', { name: 'Ver mais antigas' }).click()
  await expect(page.getByText('Não conseguimos carregar o restante.')).toBeVisible()
  isBroken = false
  await page.getByRole('button', { name: 'Tentar de novo' }).click()
  await expect(entry).toHaveCount(22)
  await expect(entry.last()).toContainText('Você ganhou 1 ponto em Aurora Pinheiros')
  await expect(page.getByRole('button', { name: 'Ver mais antigas' })).toBeHidden()
  await expectNoSidewaysScroll(page)
})

test('a notification list that cannot be loaded shows an error and a retry [R2.8 R13.2]', async ({
  page,
}) => {
  await register(page)
  await page.route('**/api/notification?*', (route) => route.fulfill({ status: 500, body: '' }))
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Olá, Beatriz' })).toBeVisible()
  await bell(page).click()
  await expect(page.getByText('Ocorreu um erro ao finalizar a sua requisição.')).toBeVisible()
  await expectAccessible(page)
  await page.unroute('**/api/notification?*')
  await page.getByRole('button', { name: 'Tentar de novo' }).click()
  await expect(page.getByText('Nada por aqui ainda')).toBeVisible()
})

test(
  'unread notifications are counted exactly as often as the balance is read [R2.8]',
  { tag: '@wire' },
  async ({ page }) => {
    await register(page)
    const requestTimes = await withPageClock(page)
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Olá, Beatriz' })).toBeVisible()
    await stopClock(page)
    await passSeconds(page, 1)
    const both = async () => [
      await requestTimes('/api/customer/balance'),
      await requestTimes('/api/notification'),
    ]
    const before = (await both()).map((times) => times.length)
    await passSeconds(page, 35)
    const [balance, unread] = (await both()).map((times, which) => times.slice(before[which]))
    expect(balance!.length).toBeGreaterThanOrEqual(3)
    expect(unread).toHaveLength(balance!.length)
    for (const gap of [...gaps(balance!), ...gaps(unread!)]) expect([10, 11]).toContain(gap)
  },
)

const preferences = (page: Page) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: 'Avisos' }) })

test.describe('notices by mail and push', () => {
  // Pushes need the worker.
  test.use({ serviceWorkers: 'allow' })

  test('a customer chooses notices by kind and channel, and a device for pushes [D21]', async ({
    page,
    context,
  }) => {
    test.slow()
    // A headless browser denies notifications, and no push service is reachable here, so fake both APIs.
    await page.addInitScript(() => {
      const stored = () => sessionStorage.getItem('permission') ?? 'default'
      Object.defineProperty(Notification, 'permission', { get: stored })
      Notification.requestPermission = async () => {
        sessionStorage.setItem('permission', 'granted')
        return 'granted'
      }
      const keys = { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) }
      const endpoint = `http://127.0.0.1:1/${localStorage.getItem('endpoint') ?? 'push'}`
      PushManager.prototype.subscribe = async () =>
        ({
          toJSON: () => ({ endpoint, expirationTime: null, keys }),
        }) as unknown as PushSubscription
      PushManager.prototype.getSubscription = async () => null
    })
    await openSettings(page)
    const card = preferences(page)
    await expect(card.getByText('Confirme seu email para receber avisos por email.')).toBeVisible()
    await expect(card.getByText('Para receber, ative “Novidades e promoções”')).toBeVisible()
    const expiring = card.getByRole('switch', { name: 'Email: Saldo a vencer' })
    await expect(expiring).toBeChecked()
    await expiring.click()
    await expect(expiring).not.toBeChecked()

    await card.getByRole('button', { name: 'Ativar neste aparelho' }).click()
    await expect(card.getByText(/^Ativadas/)).toBeVisible()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    // The browser replaces its subscription. The next visit tells the server.
    await page.evaluate(() => localStorage.setItem('endpoint', 'renewed'))
    const renewed = page.waitForRequest(
      (request) =>
        request.method() === 'POST' && (request.postData() ?? '').includes('127.0.0.1:1/renewed'),
    )
    await page.reload()
    expect((await (await renewed).response())?.status()).toBe(204)
    expect(await statusOfRenewal(context)).toBe(204)
    await expect(expiring).not.toBeChecked()
    await card.getByRole('button', { name: 'Desativar neste aparelho' }).click()
    await expect(card.getByText(/^Desativadas/)).toBeVisible()

    // Consent to marketing switches the marketing kind of notices on, and the card shows it at once.
    await page.getByRole('switch', { name: /novidades/i }).click()
    await expect(card.getByRole('switch', { name: 'Email: Promoção creditada' })).toBeChecked()

    await context.setOffline(true)
    await expiring.click()
    await expect(page.getByRole('alertdialog').or(page.getByRole('dialog'))).toContainText(
      'conexão',
    )
    await expect(expiring).not.toBeChecked()
    await context.setOffline(false)
  })
})

/** Simulates that the browser ends its subscription while no page is open. Returns the status of the worker's renewal. */
async function statusOfRenewal(context: BrowserContext): Promise<number> {
  const [worker] = context.serviceWorkers()
  return worker!.evaluate(() => {
    const keys = { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) }
    const made = { endpoint: 'http://127.0.0.1:1/worker', keys }
    PushManager.prototype.subscribe = async () => made as unknown as PushSubscription
    const { fetch } = globalThis
    const status = new Promise<number>((resolve) => {
      globalThis.fetch = async (...sent) => {
        const response = await fetch(...sent)
        if (sent[1]?.method === 'POST') resolve(response.status)
        return response
      }
    })
    globalThis.dispatchEvent(new Event('pushsubscriptionchange'))
    return status
  })
}

test('if the browser blocks pushes, the settings say so and have no button for them [D21]', async ({
  page,
}) => {
  await page.addInitScript(() =>
    Object.defineProperty(Notification, 'permission', { get: () => 'denied' }),
  )
  await openSettings(page)
  await expect(preferences(page).getByText('Bloqueadas.')).toBeVisible()
  await expect(preferences(page).getByRole('button', { name: 'Ativar' })).toHaveCount(0)
})
