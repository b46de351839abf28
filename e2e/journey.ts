/** Shared steps of the journeys: addresses, customers, the till and accessibility checks. */

import { randomInt, randomUUID } from 'node:crypto'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page, type Route } from '@playwright/test'

import type { TillIntention } from '#contract/intention.ts'
import { isCnpj, isCpf } from '#contract/person/document.ts'

import { command } from './command.ts'
import { htmlErrors } from './valid-html.ts'

export { test } from './policy.ts'

/** Whether journeys run at full length: `npm run journeys` and `npm run night`. `npm test` shortens some of them. */
export const isWhole = process.env['E2E_WHOLE'] === 'true'

/** A URL of a company's portal. Browsers resolve every *.localhost to this machine. */
export function at(company: string, path: string = '/'): string {
  return `http://${company}.localhost:${process.env['E2E_PORT']}${path}`
}

/** A URL of the API for Node, which does not resolve *.localhost. */
export function api(path: string): string {
  return `http://localhost:${process.env['E2E_PORT']}/api${path}`
}

/** Rewrites a URL for requests from Node, which does not resolve *.localhost as browsers do. */
export function localized(url: string): string {
  return url.replace('//cafe.localhost', '//localhost')
}

/** A random mobile number. */
export function newPhone(): string {
  return `119${randomInt(10_000_000, 100_000_000)}`
}

export type Person = { name: string; document: string; email: string; password: string }

/** The data of a person who is not registered. */
export function newPerson(): Person {
  return {
    name: 'Beatriz Nunes Prado',
    document: newCpf(),
    email: `${randomUUID()}@exemplo.com.br`,
    password: 'girassol9',
  }
}

/** Fills in the registration form without submitting it. */
export async function fillRegistration(page: Page, person: Person): Promise<void> {
  await page.getByLabel('Nome completo').fill(person.name)
  await page.getByLabel('CPF', { exact: true }).pressSequentially(person.document)
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Data de nascimento').pressSequentially('07091988')
  await page.getByLabel('Senha', { exact: true }).fill(person.password)
  await page.getByLabel('Repita a senha').fill(person.password)
  await page.getByLabel(/Li e concordo com/).check()
}

/** Registers a new customer and opens the dashboard. */
export async function register(
  page: Page,
  person: Person = newPerson(),
  company: string = 'cafe',
): Promise<Person> {
  await signUp(page, person, company)
  await page.goto(at(company, '/fidelidade/resumo'))
  await expect(page.getByRole('heading', { name: 'Olá, Beatriz' })).toBeVisible()
  return person
}

/**
 * Registers a new customer, for journeys that then open a screen of their own. It calls the API instead of filling in the
 * form, which saves time; customer.spec.ts tests the form.
 */
export async function signUp(
  page: Page,
  person: Person = newPerson(),
  company: string = 'cafe',
): Promise<Person> {
  // Open a file of the origin: the calls, the cookie and localStorage need it. The policy of the service worker's file allows calls,
  // and it runs no script of the portal as a page.
  await page.goto(at(company, '/sw.js'))
  await page.evaluate(startSession, { ...person, birthdate: '1988-09-07' })
  return person
}

/** Runs in the browser. Stores the session as the portal does. */
async function startSession(person: object): Promise<void> {
  const path = `/api/company/get-company-by-domain/${location.hostname}`
  let found = await fetch(path)
  // Repeat what a busy server has shed, as the portal does.
  while (found.status === 503) {
    const wait_ms = 1_000 * Number(found.headers.get('retry-after'))
    await new Promise((resolve) => void setTimeout(resolve, wait_ms))
    found = await fetch(path)
  }
  if (found.status !== 200) throw new Error(`${found.status} ${await found.text()}`)
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

/** Fills in and submits the login form. */
export async function signIn(page: Page, identifier: string, password: string): Promise<void> {
  await page.getByLabel('Email, CPF/CNPJ ou celular').fill(identifier)
  await page.getByLabel('Senha', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Entrar' }).click()
}

/** Registers and opens the settings. */
export async function openSettings(page: Page): Promise<Person> {
  const person = await signUp(page)
  await page.goto(at('cafe', '/meu-cadastro'))
  await expect(page.getByRole('heading', { name: 'Meu cadastro' })).toBeFocused()
  return person
}

/** The navigation of R2.9. A phone opens it with a button; a desktop always shows it. */
export async function openDrawer(page: Page) {
  const opener = page.getByRole('button', { name: 'Mais', exact: true })
  if (await opener.isVisible()) await opener.click()
  return page.getByRole('navigation', { name: 'Navegação' }).filter({ visible: true })
}

/** Waits until the service worker has cached the portal and controls the page. */
export async function untilCached(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null))
    .toBe(true)
}

/** A card by its title. */
export const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** Expects the modal of R2.12 with the sentence, and closes it. */
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

/** The partner key of the café's till. */
export function demoKey(): Promise<string> {
  return readFile(join(process.env['E2E_DATA']!, 'demo-partner-key-cafe'), 'utf8')
}

/** Opens the sheet of the member code (D14). Returns the text of its QR code. */
export async function openCode(page: Page): Promise<string> {
  await page.goto(at('cafe', '/fidelidade/resumo?codigo'))
  const qrCode = page.getByRole('img', { name: /QR code para o caixa/ })
  await expect(qrCode).toBeVisible()
  return (await qrCode.getAttribute('data-qr-code'))!
}

/** The demo till's field of the customer, and its button that opens the camera. */
export const customerField = (till: Page) => till.getByLabel('CPF ou CNPJ, ou o código do celular')
export const scanButton = (till: Page) =>
  till.getByRole('button', { name: 'Ler código com a câmera' })

/** Sells with this partner key to the customer with this document. */
export async function sell(
  key: string,
  document: string,
  purchase_value: number,
): Promise<{ id: string; customer_id: string }> {
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

/** Returns a sale, in whole or in part. */
export async function takeBack(key: string, id: string, returned_value?: number): Promise<void> {
  const response = await fetch(api(`/partner/points/${id}/reverse`), {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ external_id: randomUUID(), returned_value }),
  })
  expect(response.status).toBe(201)
}

/** Applies a copy of the café's file under another slug, with changes and more files, by the command that companies use. */
export async function applyCopy(
  slug: string,
  change: (yaml: string) => string,
  files: Record<string, string> = {},
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'company-'))
  await cp('companies/cafe', folder, { recursive: true })
  const yaml = await readFile(join(folder, 'company.yaml'), 'utf8')
  const own = yaml
    .replace('slug: cafe', `slug: ${slug}`)
    .replaceAll('cafe.localhost', `${slug}.localhost`)
    .replace('other_domains: [localhost]\n', '')
    .replace('admin_domain: admin.cafe.localhost\n', '')
  await writeFile(join(folder, 'company.yaml'), change(own))
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  await command('company', 'apply', folder, '--yes')
  await rm(folder, { recursive: true })
}

/** Holds back the answers to polls during `act`, so that the page can learn of a change of an intention only from its stream. */
export async function withoutPolls(page: Page, act: () => Promise<void>): Promise<void> {
  const polls = '**/api/points/intention'
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  const hold = async (route: Route) => {
    await ended
    await route.fallback()
  }
  await page.route(polls, hold)
  try {
    await act()
  } finally {
    end()
    await page.unroute(polls, hold)
  }
}

/** Waits for a mail to this person with a link to `path`. Returns the link of the newest one. */
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

const schemes = ['light', 'dark'] as const

/**
 * Expects valid HTML and no axe violation. The night run checks the dark colour scheme too. In `npm test`
 * e2e/accessibility.spec.ts checks dark colours once for each screen of the portal. A second check of each state would take
 * 8 % of the journeys' time.
 */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await htmlErrors(page)).toEqual([])
  for (const colorScheme of isWhole ? schemes : schemes.slice(0, 1)) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    expect(await brokenRules(page)).toEqual([])
  }
}

/** The violations of all axe rules, or of the named rules, with the HTML that causes them. */
export async function brokenRules(page: Page, rules?: string[]): Promise<string[]> {
  const builder = new AxeBuilder({ page }).options({ resultTypes: ['violations'] })
  if (rules) builder.withRules(rules)
  // Without frames legacy mode halves the time: it needs no extra page to merge the results of frames.
  builder.setLegacyMode(page.frames().length === 1)
  return sentencesOf((await builder.analyze()).violations)
}

type Violation = { id: string; nodes: { html: string }[] }

function sentencesOf(violations: Violation[]): string[] {
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}

/** Expects no horizontal overflow at a width of 320 px. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const before = page.viewportSize()!
  await page.setViewportSize({ width: 320, height: 640 })
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
  ).toBeLessThanOrEqual(0)
  await page.setViewportSize(before)
}

export function newCpf(): string {
  return withCheckDigits(String(randomInt(100_000_000, 1_000_000_000)), isCpf) ?? newCpf()
}

/** A random CNPJ with letters and digits, as issued since July 2026 (D10). */
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

/** Changes the portal's view of its customer: merges `changes` into each response of GET /customer. */
export async function pretend(page: Page, changes: Record<string, unknown>): Promise<void> {
  await page.route('**/api/customer', async (route) => {
    if (route.request().method() !== 'GET') return route.fallback()
    const { pathname } = new URL(route.request().url())
    const response = await route.fetch({ url: api(pathname.replace('/api', '')) })
    const stored: object = await response.json()
    return route.fulfill({ response, json: { ...stored, ...changes } })
  })
}

/** A call of the demo's till below /partner/points/intention. It must succeed. */
export async function till<Answer = TillIntention>(
  method: string,
  path: string,
  body?: object,
): Promise<Answer> {
  const response = await fetch(api(`/partner/points/intention${path}`), {
    method,
    headers: {
      authorization: `Bearer ${await demoKey()}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  expect(response.ok).toBe(true)
  return (response.status === 204 ? undefined : await response.json()) as Answer
}
