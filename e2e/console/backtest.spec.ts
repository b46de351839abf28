/** A draft is calculated over the purchases of 12 months before it is published (D18). */

import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'

import { type BrowserContext, expect, type Page } from '@playwright/test'

import { command } from '../command.ts'
import {
  applyCopy,
  expectAccessible,
  expectNoSidewaysScroll,
  newPerson,
  sell,
  signUp,
  test,
} from '../journey.ts'
import { consoleAt, newStaff } from './staff.ts'

const draftPath = '/programa/rascunho'

/** A company of its own, and a manager whose draft doubles what the first rule gives. */
async function doubled(context: BrowserContext): Promise<string> {
  const slug = `cafe-${randomUUID().slice(0, 8)}`
  await applyCopy(slug, (yaml) => yaml)
  const manager = await newStaff('manager', { company: slug, name: 'Bruno Reis' })
  await manager.signIn(context)
  await manager.call('POST', '/programme/draft/change', {
    revision: 0,
    operations: [{ op: 'replace', path: '/calculation_rules/0/rate', value: 2 }],
  })
  return slug
}

async function simulate(page: Page, slug: string) {
  await page.goto(consoleAt(draftPath, slug))
  const section = page.getByRole('region', { name: 'E se já valesse?' })
  await section.getByRole('button', { name: 'Simular com as compras de 12 meses' }).click()
  return section
}

test(
  'before a draft is published, its cost, its proof and examples are shown and saved [D18]',
  { tag: '@desk' },
  async ({ page, context }) => {
    const slug = await doubled(context)
    const key = (await command('partner', 'key', slug, 'Caixa')).split('\n').at(-1)!.trim()
    const person = newPerson()
    await signUp(page, person, slug)
    await sell(key, person.document, 10_000)
    await sell(key, person.document, 5_000)

    const section = await simulate(page, slug)
    const cost = section.getByRole('table', { name: 'Custo e passivo' })
    await expect(cost.getByRole('row', { name: /Pontos gerados/ })).toContainText(
      /150\s*300\s*\+150 \(\+100,0 %\)/,
    )
    await expect(
      section.getByText(/2 de 2 compras recalculadas com a versão da época/),
    ).toBeVisible()
    const levels = section.getByRole('table', { name: /Quem ganha e quem perde/ })
    await expect(levels.getByRole('row')).toHaveCount(2)
    await section.getByText(/^Como calculamos: /).click()
    await expect(section.getByText(/Regra: Compra na loja · 2 pontos por R\$ 1/)).toBeVisible()
    await expect(section.getByText(person.name, { exact: true })).toHaveCount(0)
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)

    const saved = page.waitForEvent('download')
    await section.getByRole('button', { name: 'Baixar clientes (CSV)' }).click()
    const file = await readFile(await (await saved).path(), 'utf8')
    expect(file).toMatch(/;2;150;300;150\r\n$/)
    expect(file).not.toContain(person.document)
    // Nothing was published.
    await expect(page.getByRole('button', { name: 'Publicar agora' })).toBeVisible()
  },
)

test(
  'without purchases, without a network and in a narrow window the simulation says so [D18]',
  { tag: '@night' },
  async ({ page, context }) => {
    const slug = await doubled(context)
    await page.setViewportSize({ width: 320, height: 700 })
    await page.goto(consoleAt(draftPath, slug))
    const section = page.getByRole('region', { name: 'E se já valesse?' })
    const start = section.getByRole('button', { name: 'Simular com as compras de 12 meses' })
    await expect(start).toBeVisible()
    await context.setOffline(true)
    await start.click()
    await expect(section.getByRole('alert')).toBeVisible({ timeout: 20_000 })
    await context.setOffline(false)
    await section.getByRole('button', { name: 'Tentar de novo' }).click()
    await expect(section.getByText('Nenhuma compra nos últimos 12 meses')).toBeVisible()
    await expectNoSidewaysScroll(page)
  },
)
