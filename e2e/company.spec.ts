import { readFile } from 'node:fs/promises'

import { expect } from '@playwright/test'

import { command } from './command.ts'
import {
  applyCopy,
  at,
  demoKey,
  expectAccessible,
  fillRegistration,
  region,
  register,
  sell,
  test,
} from './journey.ts'

test('a host name without a company shows the 404 picture and a message [R1.2]', async ({
  page,
}) => {
  const response = await page.goto(at('nada'))
  expect(response!.status()).toBe(404)
  await expect(
    page.getByRole('heading', { name: 'Não encontramos nenhum dado da empresa' }),
  ).toBeVisible()
  await expectAccessible(page)
})

test('a blocked company and one in maintenance show the unavailable picture [R1.3]', async ({
  page,
}, { project }) => {
  const sentences = {
    blocked: 'Este programa está fora do ar. Em caso de dúvida, fale com Café Aurora.',
    maintenance: 'Voltamos logo. Seu saldo está guardado.',
  }
  for (const [closed, sentence] of Object.entries(sentences)) {
    const slug = `${closed}-${project.name}`
    await applyCopy(slug, (yaml) => `${yaml}${closed}: true\n`)
    await page.goto(at(slug, '/fidelidade/resumo'))
    await expect(page.getByRole('heading', { name: 'Sistema indisponível' })).toBeVisible()
    await expect(page.getByText(sentence)).toBeVisible()
    await expectAccessible(page)
  }
})

test('an unknown path shows an error and links to the start [R2.6]', async ({ page }) => {
  const response = await page.goto(at('cafe', '/nada/disso'))
  expect(response!.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'Esta página não existe' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Ir para o início' }).click()
  await expect(page).toHaveURL(at('cafe', '/entrar'))
})

test('the page contains the company’s data, so the login needs no API call [R1.1]', async ({
  page,
}) => {
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/')) calls.push(request.url())
  })
  const violations: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') violations.push(message.text())
  })
  await page.goto(at('cafe', '/entrar'))
  await expect(page.getByRole('button', { name: 'Entrar' })).toBeVisible()
  expect(calls).toEqual([])
  // The console shows no policy violation and no missing file.
  expect(violations).toEqual([])
})

test('served as plain files, the portal loads its company in four calls behind /loading [R1.1 R1.4]', async ({
  page,
}) => {
  // Like a file host, answer every path with the built index.html.
  const built = await readFile('dist/index.html', 'utf8')
  const isPage = (url: URL) =>
    !url.pathname.startsWith('/api/') &&
    !url.pathname.startsWith('/assets/') &&
    !url.pathname.startsWith('/images/')
  await page.route(isPage, (route) => route.fulfill({ contentType: 'text/html', body: built }))
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) calls.push(pathname.replaceAll(/[0-9a-f-]{36}/g, 'ID'))
  })
  let release = () => {}
  const gate = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/api/company/get-company-by-domain/*', async (route) => {
    await gate
    await route.continue()
  })
  await page.goto(at('cafe', '/cadastrar-email?redirect=/fidelidade'))
  await expect(page).toHaveURL(/\/loading\?redirect=%2Fcadastrar-email%3Fredirect%3D/)
  await expect(page.getByText('Carregando…')).toBeVisible()
  release()
  await expect(page.getByRole('heading', { name: 'Crie sua conta' })).toBeVisible()
  await expect(page).toHaveURL(at('cafe', '/cadastrar-email?redirect=/fidelidade'))
  await expect(page).toHaveTitle('Criar conta · Clube Aurora')
  await expect(page.getByRole('button', { name: 'Criar conta' })).toHaveCSS(
    'background-color',
    'rgb(164, 73, 43)',
  )
  expect(calls.toSorted()).toEqual([
    '/api/company/ID',
    '/api/company/ID/settings',
    '/api/company/get-company-by-domain/cafe.localhost',
    '/api/level',
  ])
})

test('a company that cannot be loaded shows an error and a retry [R1.4]', async ({ page }) => {
  const built = await readFile('dist/index.html', 'utf8')
  await page.route(
    (url) => url.pathname === '/entrar' || url.pathname === '/loading',
    (route) => route.fulfill({ contentType: 'text/html', body: built }),
  )
  await page.route(
    '**/api/company/get-company-by-domain/*',
    (route) => route.fulfill({ status: 500, body: '' }),
    { times: 1 },
  )
  await page.goto(at('cafe', '/entrar'))
  await expect(
    page.getByRole('heading', { name: 'Não conseguimos carregar o programa' }),
  ).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Tentar de novo' }).click()
  await expect(page.getByRole('heading', { name: 'Que bom ver você' })).toBeVisible()
})

test('logo and footer link to the company’s site, after the login the footer alone @desk [R1.13]', async ({
  page,
}) => {
  const site = page.getByRole('link', { name: 'Site de Café Aurora' })
  for (const path of ['/entrar', '/clube-de-assinatura']) {
    await page.goto(at('cafe', path))
    await expect(
      page.getByRole('banner').getByRole('link', { name: 'Site de Café Aurora' }),
    ).toHaveAttribute('href', 'https://www.cafeaurora.example/')
    await expect(site).toHaveCount(2)
    await expectAccessible(page)
  }
  await register(page)
  await expect(site).toHaveCount(1)
  await expect(
    page.getByRole('contentinfo').getByRole('link', { name: 'Site de Café Aurora' }),
  ).toBeVisible()
  await page.goto(at('posto', '/entrar'))
  await expect(page.getByRole('link', { name: /^Site de/ })).toHaveCount(0)
})

test('points are shown before money, and hide_cashback removes the balance chip and money [R1.7 R1.8 D7]', async ({
  page,
}, { project }) => {
  const slug = `oculta-${project.name}`
  await applyCopy(slug, (yaml) => `${yaml}hide_cashback: true\n`)
  const person = await register(page)
  await sell(await demoKey(), person.document, 10_000)
  await page.reload()
  await expect(page.getByRole('banner')).toContainText('100 pontos')
  await expect(page.getByRole('region', { name: 'Seu saldo' })).toContainText('R$ 5,00')

  await page.goto(at(slug, '/cadastrar-email'))
  await fillRegistration(page, person)
  await page.getByRole('button', { name: 'Criar conta' }).click()
  await expect(page.getByRole('region', { name: 'Seu saldo' })).toContainText('0 pontos')
  await sell(await command('partner', 'key', slug, 'Caixa 1'), person.document, 10_000)
  await page.reload()
  await expect(region(page, 'Histórico recente')).toContainText('+100 pontos')
  await expect(page.getByText(/R\$(?!\s100,00)/)).toHaveCount(0)
  await page.goto(at(slug, '/historico'))
  const history = page.getByRole('main')
  await expect(history).toContainText('+100 pontos')
  await history.getByText('Como calculamos').click()
  await expect(history.getByText('R$\u00a0100,00 × 1 ponto = 100 pontos')).toBeVisible()
  // The purchase value is not cashback (D13), so it stays visible; the money value of the points is hidden.
  await expect(history).toContainText('Compra de R$ 100,00')
  await expect(page.getByText('R$').filter({ hasNotText: /R\$\s100,00/ })).toHaveCount(0)
  await expect(page.getByRole('banner')).not.toContainText('pontos')
})
