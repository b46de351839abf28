import { expect, type Page } from '@playwright/test'

import {
  api,
  at,
  demoKey,
  expectAccessible,
  expectNoSidewaysScroll,
  region,
  register,
  sell,
  signIn,
  test,
  withoutPolls,
} from './journey.ts'
import { watchMoments } from './motion/moments.ts'

const regions = [
  'Seu saldo',
  'Seu nível',
  'Níveis',
  'Histórico recente',
  'Última compra',
  'A vencer',
  'Meus vouchers',
]

test('the dashboard shows first steps, and after a sale balance, level and expiry @desk [R7.2 R1.13]', async ({
  page,
}, { project }) => {
  const person = await register(page)
  for (const name of regions) await expect(region(page, name)).toBeVisible()
  // First steps for a newcomer, in place of empty cards.
  await expect(region(page, 'Primeiros passos').getByRole('listitem')).toHaveText([
    /^Confirmar seu email/,
    /^Completar seu cadastro/,
    'Ativar Boas-vindasGanhe 50 pontos',
    'Fazer a primeira compraDiga seu CPF no caixa.',
  ])
  // One prize is free, the others are out of reach.
  await expect(region(page, 'Ao seu alcance').getByRole('listitem').nth(1)).toContainText(
    'Faltam 120 pontos',
  )
  await expectAccessible(page)

  await sell(await demoKey(), person.document, 60_000)
  await page.reload()
  const balance = region(page, 'Seu saldo')
  await expect(balance).toContainText('600 pontos')
  await expect(balance).toContainText(/\d\d\/\d\d\/\d{4}: 600 pontos vencem em 365 dias/)
  await expect(region(page, 'Primeiros passos')).toBeHidden()
  // A desk shows whole cards, a phone a rail.
  const prizes = region(page, 'Você já pode trocar').getByRole('listitem')
  await expect(prizes).toHaveCount(project.name === 'phone' ? 5 : 4)
  await expect(region(page, 'Seu nível')).toContainText(/Torra média garantido até \d\d\//)
  await expect(region(page, 'Seu nível')).toContainText('Faltam 1.400 pontos para Barista')
  await expect(region(page, 'Níveis').getByRole('listitem')).toHaveText([
    'Grão',
    'Torra média',
    'Barista',
  ])
  await expect(region(page, 'Última compra')).toContainText('R$\u00a0600,00')
  await expect(region(page, 'A vencer')).toContainText('em 365 dias')
  await expect(page.getByRole('heading', { name: 'Cada café conta' })).toBeVisible()
  const banner = page.getByRole('link', { name: /Uma xícara de café fumegante/ })
  await expect(banner).toHaveAttribute('href', '/promo/t/BOASVINDAS')
  await expect(banner).toContainText('Boas-vindasGanhe 50 pontosAté 31/12/2027')
  await expect(page.getByRole('heading', { name: 'Como funciona' })).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  await region(page, 'A vencer').getByRole('button', { name: 'Ver todas as datas' }).click()
  const schedule = page.getByRole('dialog', { name: 'Quando seu saldo vence' })
  await expect(schedule).toContainText('600 pontos')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(schedule).toBeHidden()
})

test('the balance card names the nearest prize, favourites first; the page fits in 1,700 px [R7.2]', async ({
  page,
}) => {
  await page.goto(at('cafe', '/entrar'))
  await signIn(page, 'marina@exemplo.com.br', 'aurora2026')
  const rail = region(page, 'Você já pode trocar')
  await expect(rail.getByRole('listitem').first()).toContainText('Fatia de bolo de fubá180 pontos')
  const main_px = () =>
    page.getByRole('main').evaluate((main) => main.getBoundingClientRect().bottom + scrollY)
  await expect.poll(main_px).toBeLessThanOrEqual(1_700)
  await region(page, 'Seu saldo').getByRole('link', { name: 'Trocar' }).click()
  await expect(page).toHaveURL(at('cafe', '/store'))

  const person = await register(page)
  await sell(await demoKey(), person.document, 11_900)
  await page.reload()
  const balance = region(page, 'Seu saldo')
  await expect(balance).toContainText('Falta 1 ponto para Porção de pão de queijo')
  await page.goto(at('cafe', '/store'))
  // Wait for the answer: to leave the page before it would cancel the call.
  const marked = page.waitForResponse('**/favorite')
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Pacote de 250 g' })
    .getByRole('button', { name: /favorit/i })
    .click()
  await marked
  await page.goto(at('cafe', '/fidelidade/resumo'))
  await balance.getByRole('link', { name: 'Faltam 481 pontos para Pacote de 250 g' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Pacote de 250 g' })).toBeVisible()
})

type Day = { expires_at: string; points_amount: number; points_value: number }

/** Merges changes into the answer of the dashboard, for states that take weeks to arise. */
async function pretendDashboard(page: Page, changes: Record<string, unknown>): Promise<void> {
  await page.route('**/api/customer/dashboard', async (route) => {
    const response = await route.fetch({ url: api('/customer/dashboard') })
    const stored: { balance: object } = await response.json()
    const { balance, ...others } = changes
    const merged = { ...stored, ...others, balance: { ...stored.balance, ...(balance as object) } }
    await route.fulfill({ response, json: merged })
  })
  await page.reload()
}

function expiring(days: [left: number, points: number][]): { expiring: object } {
  const entries = days.map(([left, points_amount]): Day => {
    const day = new Date(Date.now() + left * 86_400_000)
    const expires_at = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format(
      day,
    )
    return { expires_at, points_amount, points_value: points_amount * 5 }
  })
  return {
    expiring: { points_amount: 0, points_value: 0, day_count: entries.length, days: entries },
  }
}

test('the balance card warns of points that expire soon, and shows pending points and a deficit [R7.2 D4]', async ({
  page,
}) => {
  const person = await register(page)
  await sell(await demoKey(), person.document, 20_000)
  const balance = region(page, 'Seu saldo')
  await pretendDashboard(page, {
    ...expiring([
      [3, 40],
      [6, 50],
      [20, 10],
    ]),
    next_available: { points_amount: 80, points_value: 400, available_at: '2027-01-28' },
    balance: { pending_amount: 80, pending_value: 400 },
  })
  await expect(balance).toContainText('90 pontos vencem nos próximos 7 dias')
  await expect(balance.getByRole('link', { name: 'Usar agora' })).toBeVisible()
  await expect(balance).toContainText('80 pontos chegam em 28/01/2027')
  await expectAccessible(page)
  await page.unroute('**/api/customer/dashboard')
  await pretendDashboard(page, {
    ...expiring([[20, 10]]),
    balance: { deficit_amount: 30, deficit_value: 150 },
  })
  await expect(balance).toContainText(/10 pontos vencem em 20 dias, em \d\d\/\d\d\/\d{4}/)
  await expect(balance).toContainText('Suas próximas compras pagam essa diferença.')
  await expectAccessible(page)
})

test('one call fetches the dashboard, and nothing shifts when it arrives [R7.2]', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const person = await register(page)
  // The key of the member codes is read once for each login, and stored after its answer.
  await page.waitForFunction(() =>
    Object.keys(localStorage).some((key) => key.includes('member_code')),
  )
  // Leave the portal: an open one would be notified of the sale and send more reads.
  await page.goto('about:blank')
  await sell(await demoKey(), person.document, 60_000)
  const requestedPaths: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) requestedPaths.push(pathname)
  })
  await page.addInitScript(() => {
    const layout = { shift: 0 }
    Object.assign(window, { layout })
    const add = (shifts: PerformanceEntryList) => {
      for (const { value } of shifts as (PerformanceEntry & { value: number })[]) {
        layout.shift += value
      }
    }
    const observer = new PerformanceObserver((list) => add(list.getEntries()))
    observer.observe({ type: 'layout-shift', buffered: true })
    Object.assign(window, { takeShifts: () => add(observer.takeRecords()) })
  })
  const answer = Promise.withResolvers<void>()
  await page.route('**/api/customer/dashboard', async (route) => {
    await answer.promise
    await route.continue()
  })
  await page.goto(at('cafe', '/fidelidade/resumo'))
  // Skeletons are painted before the response arrives.
  await expect(page.locator('main [class*=skeleton]').first()).toBeVisible()
  answer.resolve()
  await expect(region(page, 'Seu saldo')).toContainText('600 pontos vencem')
  // The screen makes one call. The others belong to the frame of every screen: customer, balance, bell, charge, and a
  // phone's tab bar.
  const calls = () => [...new Set(requestedPaths)].toSorted()
  await expect
    .poll(calls)
    .toEqual([
      '/api/customer',
      '/api/customer/balance',
      '/api/customer/dashboard',
      '/api/notification',
      '/api/points/intention',
      '/api/points/intention/stream',
      '/api/voucher/count',
    ])
  const shift = await page.evaluate(async () => {
    const { layout, takeShifts } = window as unknown as {
      layout: { shift: number }
      takeShifts: () => void
    }
    // The next frame paints the response. Its layout shifts are known when the frame after it begins.
    for (let frame = 0; frame < 2; frame += 1) {
      await new Promise((painted) => requestAnimationFrame(painted))
    }
    takeShifts()
    return layout.shift
  })
  expect(shift).toBeLessThan(0.01)
})

test('points from a sale appear in the history of an open dashboard [R7.2 R7.3]', async ({
  page,
}) => {
  const moments = await watchMoments(page)
  const streaming = page.waitForResponse('**/api/points/intention/stream')
  const person = await register(page)
  await expect(page.getByText('Seu histórico começa na próxima compra')).toBeVisible()
  await streaming
  const dashboards: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/customer/dashboard')) dashboards.push(request.url())
  })
  await withoutPolls(page, async () => {
    await sell(await demoKey(), person.document, 4_500)
    await expect(region(page, 'Seu saldo')).toContainText('45 pontos')
    await expect(region(page, 'Histórico recente')).toContainText('+45 pontos')
    const toast = '+45 pontos · Aurora Pinheiros · faltam 455 para Torra média'
    await expect(page.getByText(toast)).toBeVisible()
  })
  expect(dashboards, 'reads of the dashboard').toHaveLength(1)

  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await sell(await demoKey(), person.document, 60_000)
  const rise = '+600 pontos · Aurora Pinheiros · Você subiu para o nível Torra média'
  await expect(page.getByText(rise)).toBeVisible()
  await expect.poll(async () => (await moments()).confetti).toBe(1)
})
