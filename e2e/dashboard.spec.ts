import { expect } from '@playwright/test'

import {
  demoKey,
  expectAccessible,
  expectNoSidewaysScroll,
  region,
  register,
  sell,
  test,
} from './journey.ts'

test('the dashboard shows balance, levels, history, redemptions and expiry @desk [R7.2 R1.13]', async ({
  page,
}) => {
  const person = await register(page)
  await expect(region(page, 'Última compra')).toContainText('Sua próxima compra aparece aqui.')
  await expect(region(page, 'Meus vouchers')).toContainText('Você ainda não trocou nada.')
  await expect(region(page, 'Seu saldo')).toContainText('Nada vence')
  await sell(await demoKey(), person.document, 60_000)
  await page.reload()
  const balance = region(page, 'Seu saldo')
  await expect(balance).toContainText('600 pontos')
  await expect(balance).toContainText('600 pontos vencem em 365 dias')
  await expect(region(page, 'Seu nível')).toContainText('Torra média')
  await expect(region(page, 'Níveis')).toContainText('Faltam 1.400 pontos para Barista')
  await expect(region(page, 'Última compra')).toContainText('R$\u00a0600,00')
  await expect(region(page, 'A vencer')).toContainText('em 365 dias')
  await expect(page.getByRole('heading', { name: 'Cada café conta' })).toBeVisible()
  await expect(page.getByRole('link', { name: /Uma xícara de café fumegante/ })).toHaveAttribute(
    'href',
    '/promo/t/BOASVINDAS',
  )
  await expect(page.getByRole('heading', { name: 'Como funciona' })).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  await balance.getByRole('button', { name: /vencem em 365 dias/ }).click()
  const schedule = page.getByRole('dialog', { name: 'Quando seu saldo vence' })
  await expect(schedule).toContainText('600 pontos')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(schedule).toBeHidden()
})

test('one call fetches the dashboard, and nothing shifts when it arrives [R7.2]', async ({
  page,
}) => {
  const person = await register(page)
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
  await page.reload()
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
  const person = await register(page)
  await expect(page.getByText('Seu histórico começa na próxima compra')).toBeVisible()
  await sell(await demoKey(), person.document, 4_500)
  await expect(region(page, 'Histórico recente')).toContainText('+45 pontos', { timeout: 15_000 })
  await expect(page.getByRole('status').filter({ hasText: 'Você ganhou 45 pontos' })).toBeAttached()
  await expect(region(page, 'Seu saldo')).toContainText('45 pontos')
})
