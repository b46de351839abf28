import { expect } from '@playwright/test'

import {
  at,
  demoKey,
  expectAccessible,
  expectNoSidewaysScroll,
  region,
  register,
  sell,
  signUp,
  test,
} from './journey.ts'

test('the level screen shows all levels, the current level and the missing points [R11.1 R11.2]', async ({
  page,
}) => {
  const person = await signUp(page)
  await sell(await demoKey(), person.document, 60_000)
  const settled = page.waitForRequest('**/api/customer?update_level=TRUE')
  await page.goto(at('cafe', '/niveis'))
  await settled
  await expect(page).toHaveTitle('Níveis · Clube Aurora')
  await expect(page.getByRole('heading', { level: 1, name: 'Níveis' })).toBeFocused()
  const chain = page.getByRole('list', { name: 'Os níveis do programa, do primeiro ao último' })
  await expect(chain.getByRole('heading')).toHaveText([/Grão/, /Torra média/, /Barista/])
  const here = chain.getByRole('listitem').filter({ hasText: 'Você está aqui' })
  await expect(here).toContainText('A partir de 500 pontos')
  await expect(here).toContainText('Suas compras rendem 25% a mais')
  await expect(here.getByRole('link', { name: /Café coado na hora/ })).toHaveAttribute(
    'href',
    /^\/store\/[0-9a-f-]{36}$/,
  )
  await expect(region(page, 'Seu nível')).toContainText(
    /Torra média é seu até \d\d\/\d\d\/\d{4}\. Para continuar depois, junte 500 pontos até lá\./,
  )
  await expect(region(page, 'Próximo nível')).toContainText('Faltam 1.400 pontos para Barista')
  await expect(page.getByRole('progressbar', { name: 'Para chegar a Barista' })).toHaveAttribute(
    'aria-valuetext',
    '600 pontos de 2.000 pontos',
  )
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
})

test('with CASH the level screen shows thresholds and missing amounts as money [R11.1 D7]', async ({
  page,
}) => {
  await signUp(page, undefined, 'posto')
  await page.goto(at('posto', '/niveis'))
  const chain = page.getByRole('list', { name: 'Os níveis do programa, do primeiro ao último' })
  await expect(chain).toContainText('A partir de R$\u00a050,00')
  await expect(region(page, 'Próximo nível')).toContainText('Faltam R$\u00a050,00 para Rodovia')
  await expect(page.getByRole('progressbar', { name: 'Para chegar a Rodovia' })).toHaveAttribute(
    'aria-valuetext',
    'R$\u00a00,00 de R$\u00a050,00',
  )
  await expect(page.getByRole('main')).not.toContainText(/ponto/)
  await expectAccessible(page)
})

test('a level that cannot be loaded shows an error and a retry [R11.2]', async ({ page }) => {
  await signUp(page)
  let broken = true
  await page.route('**/api/customer?update_level=TRUE', (route) =>
    broken ? route.fulfill({ status: 500, body: '' }) : route.continue(),
  )
  await page.goto(at('cafe', '/niveis'))
  await expect(page.getByText('Não conseguimos carregar o seu nível')).toBeVisible()
  await expectAccessible(page)
  broken = false
  await page.getByRole('button', { name: 'Tentar de novo' }).click()
  await expect(region(page, 'Seu nível')).toContainText('Grão')
})

test('the navigation shows Níveis only if the company has levels [R2.9]', async ({ page }, {
  project,
}) => {
  for (const [company, count] of [
    ['cafe', 1],
    ['otica', 0],
  ] as const) {
    await register(page, undefined, company)
    if (project.name === 'phone')
      await page.getByRole('button', { name: 'Mais', exact: true }).click()
    const navigation = page.getByRole('navigation', { name: 'Navegação' }).filter({ visible: true })
    await expect(navigation.getByRole('link', { name: 'Histórico' })).toBeVisible()
    await expect(navigation.getByRole('link', { name: 'Níveis' })).toHaveCount(count)
    await page.goto(at(company, '/niveis'))
    const empty = page.getByText('Este programa não tem níveis')
    await (count === 0 ? expect(empty).toBeVisible() : expect(empty).toBeHidden())
    await page.context().clearCookies()
  }
})
