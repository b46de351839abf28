import { expect, type Page } from '@playwright/test'

import {
  applyCopy,
  at,
  expectAccessible,
  expectNoSidewaysScroll,
  fillRegistration,
  newPerson,
  pretend,
  test,
} from './journey.ts'

const day_ms = 86_400_000

/** Applies a copy of the café with these lines added to its settings. */
async function withSettings(slug: string, lines: string[]): Promise<string> {
  const settings = ['settings:', ...lines].join('\n  ')
  await applyCopy(slug, (yaml) => yaml.replace('settings:', settings))
  return slug
}

const cookieSettings = ['customFields: { Cookie: { should_show: true, active: true } }']
const gateSettings = [
  'is_age_restriction_enabled: true',
  'is_age_gate_enabled: true',
  'allow_from_age: 18',
  'age_gate_url: https://cafeaurora.example/menores',
]

const footer = (page: Page) => page.getByRole('region', { name: 'Este site usa cookies' })

/** The number of days for which this browser stores the key. */
async function rememberedDays(page: Page, key: string): Promise<number> {
  const until = await page.evaluate((name) => localStorage.getItem(name), key)
  return Math.round((Date.parse(until ?? '') - Date.now()) / day_ms)
}

async function registerAt(page: Page, slug: string): Promise<void> {
  await page.goto(at(slug, '/cadastrar-email'))
  await fillRegistration(page, newPerson())
  await page.getByRole('button', { name: 'Criar conta' }).click()
  await expect(page.getByRole('heading', { name: 'Olá, Beatriz' })).toBeVisible()
}

test('a guest’s cookie consent lasts a year; closing the footer asks again [R6.1]', async ({
  page,
}, { project }) => {
  const slug = await withSettings(`biscoito-${project.name}`, cookieSettings)
  await page.goto(at('cafe', '/entrar'))
  await expect(page.getByRole('button', { name: 'Entrar' })).toBeVisible()
  await expect(footer(page)).toHaveCount(0)

  await page.goto(at(slug, '/entrar'))
  await expect(footer(page)).toBeInViewport()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await footer(page).getByRole('button', { name: 'Fechar' }).click()
  await expect(footer(page)).toBeHidden()
  await page.reload()
  await footer(page).getByRole('button', { name: 'Concordo' }).click()
  await expect(footer(page)).toBeHidden()
  expect(await rememberedDays(page, 'cookies_accepted_until')).toBe(365)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Entrar' })).toBeVisible()
  await expect(footer(page)).toBeHidden()
})

test('a customer’s cookie consent lasts 3 years and can be withdrawn in the settings [R6.1 D12]', async ({
  page,
}, { project }) => {
  const slug = await withSettings(`bolacha-${project.name}`, cookieSettings)
  await registerAt(page, slug)
  await footer(page).getByRole('button', { name: 'Concordo' }).click()
  await expect(footer(page)).toBeHidden()
  expect(await rememberedDays(page, 'cookies_accepted_until')).toBe(3 * 365)

  // In another browser only the server knows of the consent.
  await page.evaluate(() => localStorage.removeItem('cookies_accepted_until'))
  await page.reload()
  await footer(page).getByRole('button', { name: 'Concordo' }).click()
  await expect(page.getByText('Você já aceitou a política de cookies.')).toBeVisible()
  await expect(footer(page)).toBeHidden()
  expect(await rememberedDays(page, 'cookies_accepted_until')).toBe(3 * 365)

  await page.goto(at(slug, '/meu-cadastro'))
  const cookies = page.getByRole('listitem').filter({ hasText: 'Política de cookies' })
  await expect(cookies).toContainText('Você concordou em')
  await cookies.getByRole('button', { name: 'Revogar' }).click()
  await expect(cookies).toContainText('Revogado em')
  await page.reload()
  await expect(footer(page)).toBeVisible()
})

test('a consent that cannot be stored shows an error and is asked for again after a day [R6.1]', async ({
  page,
}, { project }) => {
  const slug = await withSettings(`rosca-${project.name}`, cookieSettings)
  await registerAt(page, slug)
  await page.route('**/cookies-agreement', (route) => route.fulfill({ status: 500, body: '' }))
  await footer(page).getByRole('button', { name: 'Concordo' }).click()
  await expect(page.getByText('Ocorreu um erro ao finalizar a sua requisição.')).toBeVisible()
  await expect(footer(page)).toBeHidden()
  expect(await rememberedDays(page, 'cookies_accepted_until')).toBe(1)
})

test('a guest must confirm their age first: “yes” is remembered, “no” leads away from the site [R6.2]', async ({
  page,
}, { project }) => {
  const slug = await withSettings(`adulto-${project.name}`, gateSettings)
  await page.route('https://cafeaurora.example/**', (route) => route.fulfill({ body: 'fora' }))
  await page.goto(at(slug, '/entrar'))
  const gate = page.getByRole('dialog', { name: 'Você tem 18 anos ou mais?' })
  await expect(gate.getByRole('heading')).toBeFocused()
  await expect(page.getByRole('heading', { name: 'Que bom ver você' })).toHaveCount(0)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(gate).toBeVisible()
  await gate.getByRole('button', { name: 'Não' }).click()
  await expect(page).toHaveURL('https://cafeaurora.example/menores')

  await page.goto(at(slug, '/entrar'))
  await gate.getByRole('button', { name: 'Sim' }).click()
  await expect(page.getByRole('heading', { name: 'Que bom ver você' })).toBeFocused()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Que bom ver você' })).toBeVisible()
  await expect(gate).toHaveCount(0)
})

test('a customer is asked for their age only if the birthdate is out of bounds [R6.2]', async ({
  page,
}, { project }) => {
  const slug = await withSettings(`maduro-${project.name}`, gateSettings)
  const gate = page.getByRole('dialog', { name: 'Você tem 18 anos ou mais?' })
  await page.goto(at(slug, '/cadastrar-email'))
  await gate.getByRole('button', { name: 'Sim' }).click()
  await registerAt(page, slug)
  await page.evaluate(() => localStorage.removeItem('age_confirmed_until'))
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Olá, Beatriz' })).toBeVisible()
  await expect(gate).toHaveCount(0)
  await pretend(page, { birthdate: '2020-01-01' })
  await page.reload()
  await expect(gate).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Olá, Beatriz' })).toHaveCount(0)
})
