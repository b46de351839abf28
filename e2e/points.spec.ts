import { readFile } from 'node:fs/promises'

import { expect, type Page } from '@playwright/test'

import {
  at,
  demoKey,
  expectAccessible,
  expectNoSidewaysScroll,
  region,
  register,
  sell,
  signUp,
  takeBack,
  test,
} from './journey.ts'

test('the button of the history loads more lines, each once, and moves the focus [R7.3]', async ({
  page,
}) => {
  await registerWithSales(page, 55)
  await page.goto(at('cafe', '/historico'))
  const lines = page.getByRole('listitem').filter({ hasText: 'Aurora Pinheiros' })
  await expect(lines).toHaveCount(50)
  await expect(lines.first()).toContainText('Compra de R$\u00a055,00')
  const more = page.getByRole('button', { name: 'Ver mais' })
  await more.focus()
  await page.keyboard.press('Enter')
  await expect(lines).toHaveCount(55)
  await expect(lines.last()).toContainText('+1 ponto')
  await expect(more).toBeHidden()
  await expect(page.getByText('Você chegou ao começo do seu histórico.')).toBeFocused()
})

test('scrolling loads more of the history, and a failed page can be retried [R7.3]', async ({
  page,
}) => {
  await registerWithSales(page, 52)
  let broken = true
  await page.route('**/api/points?before=*', (route) =>
    broken ? route.fulfill({ status: 500, body: '' }) : route.continue(),
  )
  await page.goto(at('cafe', '/historico'))
  const lines = page.getByRole('listitem').filter({ hasText: 'Aurora Pinheiros' })
  await expect(lines).toHaveCount(50)
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  await expect(page.getByText('Não conseguimos carregar o restante.')).toBeVisible()
  await expect(lines).toHaveCount(50)
  broken = false
  await page.getByRole('button', { name: 'Tentar de novo' }).click()
  await expect(lines).toHaveCount(52)
})

test('each line of the history explains its points; a full return is marked cancelled [R7.3]', async ({
  page,
}) => {
  const person = await signUp(page)
  const key = await demoKey()
  const first = await sell(key, person.document, 4_999)
  await takeBack(key, first.id)
  const second = await sell(key, person.document, 10_000)
  await takeBack(key, second.id, 2_500)
  await page.goto(at('cafe', '/historico'))
  await expect(page).toHaveTitle('Histórico · Clube Aurora')
  const lines = page.getByRole('listitem').filter({ hasText: 'Como calculamos' })
  await expect(lines).toHaveCount(4)
  await expect(lines.nth(0)).toContainText('Devolução de R$\u00a025,00')
  await expect(lines.nth(0)).toContainText('−25 pontos')
  await expect(lines.nth(1)).toContainText('25 pontos estornados')
  await expect(lines.nth(1)).not.toContainText('Cancelado')
  await expect(lines.nth(3)).toContainText('Cancelado')
  await lines.nth(1).getByText('Como calculamos').click()
  // The first level has no multiplier, so no row mentions one.
  await expect(lines.nth(1)).not.toContainText('Multiplicador')
  for (const part of [
    'Valor da compraR$\u00a0100,00',
    'RegraCompra na loja · 1 ponto por real',
    'ContaR$\u00a0100,00 × 1 ponto = 100 pontos',
  ]) {
    await expect(lines.nth(1)).toContainText(part)
  }
  await lines.nth(0).getByText('Como calculamos').click()
  await expect(lines.nth(0)).toContainText('Pontos usados')
  await page.goto(at('cafe', '/fidelidade/resumo'))
  await expect(region(page, 'Última compra')).toContainText('Você ganhou 100 pontos')
  await takeBack(key, second.id)
  await page.reload()
  await expect(region(page, 'Última compra')).toContainText('Cancelado')
  await expect(region(page, 'Última compra')).not.toContainText('Você ganhou')
  await page.goto(at('cafe', '/historico'))
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
})

test('a phone of 320 px shows the hour of each line of the history whole [R7.3]', async ({
  page,
}) => {
  const person = await signUp(page)
  await sell(await demoKey(), person.document, 123_456)
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto(at('cafe', '/historico'))
  const time = page.getByRole('listitem').filter({ hasText: 'Aurora Pinheiros' }).locator('time')
  await expect(time).toBeVisible()
  // The row of facts hides its first 14 px, which hold a dot. A letter there would not be seen.
  const hidden_px = await time.evaluate((element) => {
    const letters = document.createRange()
    letters.selectNodeContents(element)
    const edge = element.parentElement!.getBoundingClientRect().left + 14
    return edge - Math.min(...[...letters.getClientRects()].map(({ left }) => left))
  })
  expect(hidden_px).toBeLessThanOrEqual(0.5)
  // The amount stands above the details and the calculation.
  const line = page.getByRole('listitem').filter({ hasText: 'Aurora Pinheiros' })
  const top = async (words: string) => (await line.getByText(words).first().boundingBox())!.y
  expect(await top('+1.234 pontos')).toBeLessThan(await top('Compra de'))
  expect(await top('Compra de')).toBeLessThan(await top('Como calculamos'))
  await expectNoSidewaysScroll(page)
})

test('the tabs for all, 15 and 30 days have their own URLs [R7.3]', async ({ page }) => {
  const person = await signUp(page)
  await sell(await demoKey(), person.document, 5_000)
  await page.goto(at('cafe', '/historico'))
  const tabs = page.getByRole('navigation', { name: 'Período' })
  await expect(tabs.getByRole('link', { name: 'Tudo' })).toHaveAttribute('aria-current', 'page')
  const read = page.waitForRequest(/\/api\/points\?.*days=15/)
  await tabs.getByRole('link', { name: 'Últimos 15 dias' }).click()
  await read
  await expect(page).toHaveURL(at('cafe', '/historico?days=15'))
  await expect(page.getByText('+50 pontos')).toBeVisible()
  await page.goto(at('cafe', '/historico?days=30'))
  await expect(tabs.getByRole('link', { name: 'Últimos 30 dias' })).toHaveAttribute(
    'aria-current',
    'page',
  )
})

test('a pressed tab is the current one in the next paint, before the list follows [R7.3]', async ({
  page,
}) => {
  await signUp(page)
  await page.goto(at('cafe', '/historico'))
  const tab = page
    .getByRole('navigation', { name: 'Período' })
    .getByRole('link', { name: 'Últimos 15 dias' })
  const inNextPaint = await tab.evaluate(async (link: HTMLAnchorElement) => {
    link.click()
    // This callback runs before the next paint.
    await new Promise((resolve) => {
      requestAnimationFrame(resolve)
    })
    return { current: link.ariaCurrent, search: location.search }
  })
  expect(inNextPaint).toEqual({ current: 'page', search: '' })
  await expect(page).toHaveURL(at('cafe', '/historico?days=15'))
  await expect(tab).toHaveAttribute('aria-current', 'page')
})

test('a statement for a range of dates downloads as CSV and PDF [R7.3 R5.11]', async ({ page }) => {
  const person = await signUp(page)
  await sell(await demoKey(), person.document, 5_000)
  await page.goto(at('cafe', '/historico'))
  await page.getByRole('button', { name: 'Extrato' }).click()
  const dialog = page.getByRole('dialog', { name: 'Extrato' })
  const from = dialog.getByLabel('De')
  const to = dialog.getByLabel('Até')
  const tomorrow = new Date(Date.now() + 2 * 86_400_000)
  for (const [field, typed, sentence] of [
    [from, '', 'Este campo é obrigatório'],
    [from, '0101', 'Formato inválido'],
    [from, '31022026', 'Data inválida'],
    // More than 100 years ago (R5.4).
    [from, '31121899', 'Data inválida'],
    [to, tomorrow.toLocaleDateString('pt-BR').replaceAll('/', ''), 'A data deve ser menor que'],
  ] as const) {
    const before = await field.inputValue()
    await field.fill('')
    await field.pressSequentially(typed)
    await dialog.getByRole('button', { name: 'Baixar PDF' }).click()
    await expect(dialog.getByText(sentence)).toBeVisible()
    await expect(field).toBeFocused()
    await field.fill('')
    await field.pressSequentially(before.replaceAll('/', ''))
    await expect(dialog.getByText(sentence)).toBeHidden()
  }
  await expectAccessible(page)
  const csv = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Baixar planilha (CSV)' }).click()
  expect((await csv).suggestedFilename()).toMatch(
    /^extrato-\d{4}-\d\d-\d\d-a-\d{4}-\d\d-\d\d\.csv$/,
  )
  const sheet = await readFile(await (await csv).path(), 'utf8')
  expect(sheet).toContain('Pontos recebidos;Aurora Pinheiros;50,00;50;2,50;')
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Extrato' }).click()
  const pdf = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Baixar PDF' }).click()
  expect(await readFile(await (await pdf).path(), 'latin1')).toMatch(/^%PDF/)
})

test('a history that cannot be loaded shows an error and a retry [R7.3]', async ({ page }) => {
  await signUp(page)
  let broken = true
  await page.route('**/api/points?*', (route) =>
    broken ? route.fulfill({ status: 500, body: '' }) : route.continue(),
  )
  await page.goto(at('cafe', '/historico'))
  await expect(page.getByText('Ocorreu um erro ao finalizar a sua requisição.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Histórico' })).toBeVisible()
  broken = false
  await page.getByRole('button', { name: 'Tentar de novo' }).click()
  await expect(page.getByText('Seu histórico começa na próxima compra')).toBeVisible()
})

/** Registers a customer with sales of R$ 1, R$ 2, R$ 3 and so on. */
async function registerWithSales(page: Page, sales: number): Promise<void> {
  const person = await register(page)
  const key = await demoKey()
  for (let purchase = 1; purchase <= sales; purchase += 1) {
    await sell(key, person.document, purchase * 100)
  }
}

test('every change of route reloads the balance [R7.1]', async ({ page }) => {
  await page.clock.install()
  await register(page)
  let reads = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/customer/balance')) reads += 1
  })
  for (const [link, heading] of [
    ['Meu cadastro', 'Meu cadastro'],
    ['Resumo', 'Olá, Beatriz'],
  ] as const) {
    // Wait for more than 1 s: a balance younger than that counts as fresh.
    await page.clock.fastForward(1_100)
    const before = reads
    await page.evaluate((name) => {
      const links = [...document.querySelectorAll('a')]
      links.find(({ textContent }) => textContent?.includes(name))!.click()
    }, link)
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await expect.poll(() => reads).toBeGreaterThan(before)
  }
})

test('a balance that cannot be loaded shows an error only in its own place [R7.1]', async ({
  page,
}) => {
  await register(page)
  await page.route('**/api/customer/balance', (route) => route.fulfill({ status: 400, body: '' }))
  await page.reload()
  await expect(page.getByText('Não conseguimos atualizar o saldo agora.')).toBeVisible()
  await expect(page.getByText('Seu histórico começa na próxima compra')).toBeVisible()
  await expectAccessible(page)
})

test('a dashboard that cannot be loaded shows an error and a retry; the rest works [R13.1 R13.2]', async ({
  page,
}) => {
  await register(page)
  let broken = true
  await page.route('**/api/customer/dashboard', (route) =>
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

test('a failed read is retried up to three times, a failed write never [R3.2]', async ({
  page,
}) => {
  await register(page)
  let reads = 0
  await page.route('**/api/customer/dashboard', (route) => {
    reads += 1
    return reads <= 3 ? route.fulfill({ status: 503, body: '' }) : route.continue()
  })
  await page.reload()
  await expect(page.getByText('Seu histórico começa na próxima compra')).toBeVisible()
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

test('without a network the dashboard keeps its data and says that there is no connection [R7.1]', async ({
  page,
  context,
}) => {
  const person = await register(page)
  await sell(await demoKey(), person.document, 5_000)
  await page.reload()
  await expect(page.getByText('+50 pontos')).toBeVisible()
  await context.setOffline(true)
  await expect(
    page.getByText('Você está sem conexão. Mostrando as últimas informações carregadas.'),
  ).toBeVisible()
  await expect(page.getByText('+50 pontos')).toBeVisible()
  await expectAccessible(page)
  await context.setOffline(false)
  await expect(page.getByText('Você está sem conexão.')).toBeHidden()
})

test('the drawer opens and closes by keyboard and returns the focus [R2.9]', async ({ page }, {
  project,
}) => {
  await register(page)
  const opener = page.getByRole('button', { name: 'Mais', exact: true })
  if (project.name === 'desktop') {
    // A desktop always shows the navigation.
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
