import { expect, test } from '@playwright/test'

import { at, demoKey, expectAccessible, register, sell } from './journey.ts'

test('R7.3 a long history grows page by page, each line once', async ({ page }) => {
  const person = await register(page)
  const key = await demoKey()
  for (let purchase = 1; purchase <= 12; purchase += 1)
    await sell(key, person.document, purchase * 100)
  await page.reload()
  const lines = page.getByRole('listitem').filter({ hasText: 'Aurora Pinheiros' })
  await expect(lines).toHaveCount(10)
  await page.getByRole('button', { name: 'Ver mais' }).click()
  await expect(lines).toHaveCount(12)
  await expect(lines.first()).toContainText('+12 pontos')
  await expect(lines.last()).toContainText('+1 ponto')
  await expect(page.getByRole('button', { name: 'Ver mais' })).toBeHidden()
})

test('R7.1 the balance is read again on every change of route', async ({ page }) => {
  await register(page)
  let reads = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/customer/balance')) reads += 1
  })
  for (const [link, heading] of [
    ['Meu cadastro', 'Meu cadastro'],
    ['Resumo', 'Olá, Beatriz'],
  ] as const) {
    // Beyond the moment in which what was just read still counts as read for this route.
    await page.waitForTimeout(1_100)
    const before = reads
    await page.evaluate((name) => {
      const links = [...document.querySelectorAll('a')]
      links.find(({ textContent }) => textContent?.includes(name))!.click()
    }, link)
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await expect.poll(() => reads).toBeGreaterThan(before)
  }
})

test('R7.1 a balance that cannot be read only stops its loading', async ({ page }) => {
  await register(page)
  await page.route('**/api/customer/balance', (route) => route.fulfill({ status: 400, body: '' }))
  await page.reload()
  await expect(page.getByText('Não conseguimos atualizar o saldo agora.')).toBeVisible()
  await expect(page.getByText('Seu histórico começa na próxima compra')).toBeVisible()
  await expectAccessible(page)
})

test('R13.1 R13.2 a history that fails says so in its place, the rest stands, and it can be tried again', async ({
  page,
}) => {
  await register(page)
  let broken = true
  await page.route('**/api/points?*', (route) =>
    broken ? route.fulfill({ status: 500, body: '' }) : route.continue(),
  )
  await page.reload()
  await expect(page.getByText('Ocorreu um erro ao finalizar a sua requisição.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Olá, Beatriz' })).toBeVisible()
  await expectAccessible(page)
  broken = false
  await page.getByRole('button', { name: 'Tentar de novo' }).click()
  await expect(page.getByText('Seu histórico começa na próxima compra')).toBeVisible()
})

test('R3.2 a read that a proxy fails is made again, three times at the most, and a write is not', async ({
  page,
}) => {
  await register(page)
  let reads = 0
  await page.route('**/api/points?*', (route) => {
    reads += 1
    return reads <= 3 ? route.fulfill({ status: 503, body: '' }) : route.continue()
  })
  await page.reload()
  await expect(page.getByText('Seu histórico começa na próxima compra')).toBeVisible({
    timeout: 15_000,
  })
  expect(reads).toBe(4)

  let writes = 0
  await page.route('**/api/customer/session', (route) => {
    writes += 1
    return route.fulfill({ status: 503, body: '' })
  })
  await page.goto(at('cafe', '/sair'))
  await expect(page).toHaveURL(at('cafe', '/entrar?logout=true'))
  expect(writes).toBe(1)
})

test('R7.1 without a network the dashboard keeps what it has seen, and says so', async ({
  page,
  context,
}) => {
  const person = await register(page)
  await sell(await demoKey(), person.document, 5_000)
  await page.reload()
  await expect(page.getByText('+50 pontos')).toBeVisible()
  await context.setOffline(true)
  await expect(
    page.getByText('Você está sem conexão. Mostramos o que foi visto por último.'),
  ).toBeVisible()
  await expect(page.getByText('+50 pontos')).toBeVisible()
  await expectAccessible(page)
  await context.setOffline(false)
  await expect(page.getByText('Você está sem conexão.')).toBeHidden()
})

test('R2.9 the drawer opens and closes by keyboard, and gives the focus back', async ({ page }, {
  project,
}) => {
  await register(page)
  const opener = page.getByRole('button', { name: 'Abrir menu' })
  if (project.name === 'desktop') {
    // At a desk the navigation is always there.
    await expect(opener).toBeHidden()
    await expect(
      page.getByRole('navigation').getByRole('link', { name: 'Resumo' }),
    ).toHaveAttribute('aria-current', 'page')
    return
  }
  await opener.focus()
  await page.keyboard.press('Enter')
  const drawer = page.getByRole('dialog', { name: 'Navegação' })
  await expect(drawer.getByRole('link', { name: 'Resumo' })).toBeInViewport()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await expect(opener).toBeFocused()
})
