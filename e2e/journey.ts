/** What journeys share: addresses, a person, the till, and a look for what a person with a disability would stumble over. */

import { randomInt, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

import { isCpf } from '#contract/document.ts'

/** An address of a company's portal. Every *.localhost is this machine. */
export function at(company: string, path: string = '/'): string {
  return `http://${company}.localhost:${process.env['E2E_PORT']}${path}`
}

/** The same server for a caller that is no browser: Node does not know that *.localhost is this machine. */
export function api(path: string): string {
  return `http://localhost:${process.env['E2E_PORT']}/api${path}`
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

/** Registers and lands on the dashboard. */
export async function register(page: Page, person: Person = newPerson()): Promise<Person> {
  await page.goto(at('cafe', '/cadastrar-email'))
  await fillRegistration(page, person)
  await page.getByRole('button', { name: 'Criar conta' }).click()
  await expect(page.getByRole('heading', { name: 'Olá, Beatriz' })).toBeVisible()
  return person
}

/** The key of the café's till. */
export function demoKey(): Promise<string> {
  return readFile(join(process.env['E2E_DATA']!, 'demo-partner-key'), 'utf8')
}

/** The till with this key sells something to whom this document belongs. */
export async function sell(key: string, document: string, purchase_value: number): Promise<void> {
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
}

/** axe finds nothing, in light and in dark. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const { violations } = await new AxeBuilder({ page }).analyze()
    expect(
      violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`),
    ).toEqual([])
  }
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
  const nine = randomInt(100_000_000, 1_000_000_000)
  const all = Array.from(
    { length: 100 },
    (_, digits) => `${nine}${String(digits).padStart(2, '0')}`,
  )
  return all.find(isCpf) ?? newCpf()
}
