/** What journeys share: addresses, a person, the till, and a look for what a person with a disability would stumble over. */

import { spawnSync } from 'node:child_process'
import { randomInt, randomUUID } from 'node:crypto'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

import { isCnpj, isCpf } from '#contract/document.ts'

import { htmlErrors } from './valid-html.ts'

export { test } from './policy.ts'

/** An address of a company's portal. Every *.localhost is this machine. */
export function at(company: string, path: string = '/'): string {
  return `http://${company}.localhost:${process.env['E2E_PORT']}${path}`
}

/** The same server for a caller that is no browser: Node does not know that *.localhost is this machine. */
export function api(path: string): string {
  return `http://localhost:${process.env['E2E_PORT']}/api${path}`
}

/** A mobile number that nobody has. */
export function newPhone(): string {
  return `119${randomInt(10_000_000, 100_000_000)}`
}

export type Person = { name: string; document: string; email: string; password: string }

/** Somebody who has never been here. */
export function newPerson(): Person {
  return {
    name: 'Beatriz Nunes Prado',
    document: newCpf(),
    email: `${randomUUID()}@exemplo.com.br`,
    password: 'girassol9',
  }
}

/** Fills the registration in, as a person would, up to the button. */
export async function fillRegistration(page: Page, person: Person): Promise<void> {
  await page.getByLabel('Nome completo').fill(person.name)
  await page.getByLabel('CPF', { exact: true }).pressSequentially(person.document)
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Data de nascimento').pressSequentially('07091988')
  await page.getByLabel('Senha', { exact: true }).fill(person.password)
  await page.getByLabel('Repita a senha').fill(person.password)
  await page.getByLabel(/Li e concordo com/).check()
}

/**
 * Somebody new, on the dashboard and signed in as by the registration's form, which customer.spec.ts is about: here the
 * call of it is made, so that no other journey pays for the typing.
 */
export async function register(
  page: Page,
  person: Person = newPerson(),
  company: string = 'cafe',
): Promise<Person> {
  // A page of that origin, from which to call, and where to keep what the portal would.
  await page.goto(at(company, '/api/health'))
  await page.evaluate(signUp, { ...person, birthdate: '1988-09-07' })
  await page.goto(at(company, '/fidelidade/resumo'))
  await expect(page.getByRole('heading', { name: 'Olá, Beatriz' })).toBeVisible()
  return person
}

/** Runs in the browser. */
async function signUp(person: object): Promise<void> {
  const found = await fetch(`/api/company/get-company-by-domain/${location.hostname}`)
  const [{ company_id }] = await found.json()
  const answer = await fetch('/api/customer/create-via-email', {
    method: 'POST',
    headers: { 'company-id': company_id, 'content-type': 'application/json' },
    body: JSON.stringify({ ...person, opt_in: true, opt_in_marketing: false }),
  })
  if (answer.status !== 201) throw new Error(await answer.text())
  const { token } = await answer.json()
  const ends_at = new Date(Date.now() + 60 * 86_400_000)
  document.cookie = `token=${token}; Path=/; Expires=${ends_at.toUTCString()}; SameSite=Strict`
  localStorage.setItem(
    'token_type',
    JSON.stringify({ type: 'EMAIL', ends_at: ends_at.toISOString() }),
  )
}

/** Fills the login in and presses. */
export async function signIn(page: Page, identifier: string, password: string): Promise<void> {
  await page.getByLabel('Email, CPF/CNPJ ou celular').fill(identifier)
  await page.getByLabel('Senha', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Entrar' }).click()
}

/** Registers and goes to the settings. */
export async function openSettings(page: Page): Promise<Person> {
  const person = await register(page)
  await page.goto(at('cafe', '/meu-cadastro'))
  await expect(page.getByRole('heading', { name: 'Meu cadastro' })).toBeFocused()
  return person
}

/** Where the links of R2.9 are: on a phone behind a button, at a desk always there. */
export async function openDrawer(page: Page) {
  const opener = page.getByRole('button', { name: 'Abrir menu' })
  if (await opener.isVisible()) await opener.click()
  return page.getByRole('navigation', { name: 'Navegação' }).filter({ visible: true })
}

/** A card by its title. */
export const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** The modal of R2.12 says so, and goes when it is understood. */
export async function expectAlert(
  page: Page,
  title: 'Sucesso!' | 'Erro...',
  sentence: string,
): Promise<void> {
  const alert = page.getByRole('dialog', { name: title })
  await expect(alert).toContainText(sentence)
  await alert.getByRole('button', { name: 'Entendi' }).click()
  await expect(alert).toBeHidden()
}

/** The key of the café's till. */
export function demoKey(): Promise<string> {
  return readFile(join(process.env['E2E_DATA']!, 'demo-partner-key-cafe'), 'utf8')
}

/** The till with this key sells something to whom this document belongs. */
export async function sell(
  key: string,
  document: string,
  purchase_value: number,
): Promise<{ id: string }> {
  const response = await fetch(api('/partner/points/generate'), {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      customer: { document },
      purchase_value,
      external_id: randomUUID(),
      subsidiary_name: 'Aurora Pinheiros',
    }),
  })
  expect(response.status).toBe(201)
  return response.json()
}

/** The till takes a sale back, in whole or in part. */
export async function takeBack(key: string, id: string, returned_value?: number): Promise<void> {
  const response = await fetch(api(`/partner/points/${id}/reverse`), {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ external_id: randomUUID(), returned_value }),
  })
  expect(response.status).toBe(201)
}

/** The café under another name, with lines of its file changed, applied by the command that companies use. */
export async function applyCopy(slug: string, change: (yaml: string) => string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'company-'))
  await cp('companies/cafe', folder, { recursive: true })
  const yaml = await readFile(join(folder, 'company.yaml'), 'utf8')
  const own = yaml
    .replace('slug: cafe', `slug: ${slug}`)
    .replace('cafe.localhost', `${slug}.localhost`)
    .replace('other_domains: [localhost]\n', '')
  await writeFile(join(folder, 'company.yaml'), change(own))
  command('api/company-file/command.ts', 'apply', folder)
  await rm(folder, { recursive: true })
}

/** What it printed, on the data of this run. */
export function command(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync('node', args, {
    env: { ...process.env, DATA_FOLDER: process.env['E2E_DATA'] },
    encoding: 'utf8',
  })
  expect(stderr).toBe('')
  expect(status).toBe(0)
  return stdout.trim()
}

/** The link of the newest mail to this person that leads to `path`; a mail takes a moment. */
export async function mailedLink(email: string, path: string): Promise<string> {
  let link: string | undefined
  await expect(async () => {
    const response = await fetch(new URL('/_demo/mail', api('')))
    const mails = (await response.text()).split('<article>').filter((mail) => mail.includes(email))
    const texts = mails.map((mail) => mail.split('<pre>')[1]!.replaceAll('&#38;', '&'))
    link = texts
      .flatMap((text) => text.match(/http:\/\/\S+/g) ?? [])
      .find((address) => new URL(address).pathname === path)
    expect(link).toBeDefined()
  }).toPass({ timeout: 20_000 })
  return link!
}

/** axe finds nothing, in light and in dark, and the HTML is valid. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await htmlErrors(page)).toEqual([])
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    // A colour scheme changes only colours, so dark mode checks two rules. The night run checks all rules twice.
    const is_known = colorScheme === 'dark' && process.env['E2E_WHOLE'] !== 'true'
    const rules = is_known ? ['color-contrast', 'link-in-text-block'] : undefined
    expect(await brokenRules(page, rules)).toEqual([])
  }
}

/** Of axe's rules, or of these, what breaks which. */
export async function brokenRules(page: Page, rules?: string[]): Promise<string[]> {
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] })
  if (rules) axe.withRules(rules)
  // For the frames of others the result is put together in a page made for that: half of the time, where there are none.
  axe.setLegacyMode(page.frames().length === 1)
  const { violations } = await axe.analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}

/** Nothing runs out of the page at the side, down to 320 px. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const before = page.viewportSize()!
  await page.setViewportSize({ width: 320, height: 640 })
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
  ).toBeLessThanOrEqual(0)
  await page.setViewportSize(before)
}

function newCpf(): string {
  return withCheckDigits(String(randomInt(100_000_000, 1_000_000_000)), isCpf) ?? newCpf()
}

/** Of letters and digits, as they are since July 2026 (D10). */
export function newCnpj(): string {
  const twelve = randomUUID().replaceAll('-', '').slice(0, 12).toUpperCase()
  return withCheckDigits(twelve, isCnpj) ?? newCnpj()
}

function withCheckDigits(
  beginning: string,
  isDocument: (text: string) => boolean,
): string | undefined {
  const all = Array.from(
    { length: 100 },
    (_, digits) => `${beginning}${String(digits).padStart(2, '0')}`,
  )
  return all.find(isDocument)
}

/** Of the customer who is signed in, what GET /customer answers is read with these changes. */
export async function pretend(page: Page, changes: Record<string, unknown>): Promise<void> {
  await page.route('**/api/customer', async (route) => {
    if (route.request().method() !== 'GET') return route.fallback()
    const { pathname } = new URL(route.request().url())
    const response = await route.fetch({ url: api(pathname.replace('/api', '')) })
    const known: object = await response.json()
    return route.fulfill({ response, json: { ...known, ...changes } })
  })
}
