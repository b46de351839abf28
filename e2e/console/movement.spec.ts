/** The movements of the company in the console (D15), and the command palette's search for a customer. */

import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'

import { expect, type Page } from '@playwright/test'

import {
  applyCopy,
  demoKey,
  expectAccessible,
  expectNoSidewaysScroll,
  newPerson,
  sell,
  signUp,
  test,
} from '../journey.ts'
import { Keyboard } from './keyboard.ts'
import { consoleAt, newStaff } from './staff.ts'

const path = '/movimentos'
const list = (page: Page) => page.getByRole('table', { name: 'Movimentos da empresa' })

/** A customer of the café with a sale and an adjustment by a new attendant, who is signed in. */
async function moved(page: Page, name: string) {
  const person = { ...newPerson(), name: 'Olga Quaresma' }
  await signUp(page, person)
  await sell(await demoKey(), person.document, 4_590)
  const attendant = await newStaff('attendant', { name })
  const body = { text: person.document }
  const { customers } = (await attendant.call('POST', '/customer/search', body)) as {
    customers: [{ id: string }]
  }
  const [{ id }] = customers
  await attendant.call('POST', `/customer/${id}/adjustment`, {
    points_amount: 12,
    reason: 'Cortesia',
    key: randomUUID(),
  })
  await attendant.signIn(page.context())
  return { person, attendant, id }
}

test(
  'an attendant filters the movements, opens one, and goes on to the customer’s record [D15]',
  { tag: '@desk' },
  async ({ page }) => {
    const name = `Clara ${randomUUID().slice(0, 6)}`
    const { person, attendant, id } = await moved(page, name)
    await page.goto(consoleAt('/'))
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const menu = page.getByRole('button', { name: 'Abrir menu' })
    if (await menu.isVisible()) await menu.click()
    await page.getByRole('link', { name: 'Movimentos' }).click()
    await expect(list(page)).toBeVisible()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)

    await page.getByLabel('Quem fez').selectOption({ label: name })
    await expect(page).toHaveURL(new RegExp(`staff_id=${attendant.id}`))
    const row = list(page).locator('[data-row]')
    await expect(row).toHaveCount(1)
    await expect(row).toContainText('Ajuste')
    await expect(row).toContainText('Olga Q.')
    await expect(list(page)).not.toContainText(person.name)

    // By the keyboard: the row opens its sheet.
    await row.focus()
    await page.keyboard.press('Enter')
    const sheet = page.getByRole('dialog', { name: 'Ajuste' })
    await expect(sheet).toContainText('12 pontos')
    await expect(sheet).toContainText('Cortesia')
    await expectAccessible(page)
    await sheet.getByRole('button', { name: 'Só deste cliente' }).click()
    await page.getByLabel('Quem fez').selectOption({ label: 'Todos' })
    await expect(page).toHaveURL(consoleAt(`${path}?customer_id=${id}`))
    await expect(row.first()).toContainText('Ajuste')
    await expect(page.getByLabel('Cliente', { exact: true })).toHaveValue(id)
    await page.goto(consoleAt(`/clientes/${id}`))
    const record = page.getByRole('region', { name: 'Movimentos' })
    await record.getByRole('link', { name: /^Ver movimentos/ }).click()
    await expect(page).toHaveURL(consoleAt(`${path}?customer_id=${id}`))
    await page.getByLabel('Tipo', { exact: true }).selectOption({ label: 'Venda' })
    await expect(row).toHaveCount(1)
    await page.reload()
    await row.click()
    const sale = page.getByRole('dialog', { name: 'Venda' })
    await expect(sale.getByRole('region', { name: 'Como calculamos' })).toContainText('R$ 45,90')
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await sale.getByRole('link', { name: 'Abrir a ficha' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Olga Q.' })).toBeVisible()
    await page.goBack()
    await expect(row).toHaveCount(1)
    await page.getByRole('button', { name: 'Limpar filtros' }).click()
    await expect(page).toHaveURL(consoleAt(path))
  },
)

test(
  'a file needs a period of at most one year, and has the filtered movements [D15]',
  { tag: '@desk' },
  async ({ page }) => {
    const { person, id } = await moved(page, 'Clara Nunes')
    await page.goto(consoleAt(`${path}?customer_id=${id}`))
    const button = page.getByRole('button', { name: 'Baixar CSV' })
    await expect(button).toBeDisabled()
    await expect(page.getByText('Escolha um período de até 1 ano')).toBeVisible()
    const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo' }).format()
    await page.getByLabel('De', { exact: true }).fill(today)
    await page.getByLabel('Até', { exact: true }).fill(today)
    await expect(button).toBeEnabled()
    const downloading = page.waitForEvent('download')
    await button.click()
    const download = await downloading
    expect(download.suggestedFilename()).toBe(`movimentos-cafe-${today}-a-${today}.csv`)
    const text = await readFile(await download.path(), 'utf8')
    expect(
      text
        .trimEnd()
        .split('\r\n')
        .slice(1)
        .map((line) => line.split(';')[2]),
    ).toEqual(expect.arrayContaining(['Ajuste', 'Venda']))
    expect(text).toContain('Olga Q.')
    expect(text).not.toContain(person.document)
    await expectAccessible(page)
  },
)

test(
  'an analyst sees masked names and no link to a record; a cashier sees who may open the list [D15]',
  { tag: '@night' },
  async ({ page, context }) => {
    const { id } = await moved(page, 'Clara Nunes')
    await (await newStaff('analyst')).signIn(context)
    await page.goto(consoleAt(`${path}?customer_id=${id}&kind=sale`))
    await list(page).getByText('Olga Q.').click()
    const sheet = page.getByRole('dialog')
    await expect(sheet.getByRole('button', { name: 'Só deste cliente' })).toBeVisible()
    await expect(sheet.getByRole('link')).toHaveCount(0)
    await (await newStaff('cashier')).signIn(context)
    await page.goto(consoleAt(path))
    await expect(
      page.getByText('Quem pode: proprietário, gerente, atendente ou analista.'),
    ).toBeVisible()
  },
)

test(
  'the list says what is empty, what failed, and goes on when the connection is back [D15]',
  { tag: '@night' },
  async ({ page, context }) => {
    const slug = `vazia-${randomUUID().slice(0, 8)}`
    await applyCopy(slug, (yaml) => yaml)
    await (await newStaff('owner', { company: slug })).signIn(context)
    await page.goto(consoleAt(path, slug))
    await expect(page.getByText('Nenhum movimento ainda.')).toBeVisible()
    await expectAccessible(page)
    await context.setOffline(true)
    await page.getByLabel('Tipo', { exact: true }).selectOption({ label: 'Voucher' })
    const retry = page.getByRole('button', { name: 'Tentar de novo' })
    await expect(retry).toBeVisible()
    await context.setOffline(false)
    await retry.click()
    await expect(page.getByText('Nenhum movimento com estes filtros.')).toBeVisible()
  },
)

test(
  'a search that finds nothing for long says how far it looked, and goes on by a button [D15]',
  { tag: '@night' },
  async ({ page, context }) => {
    await (await newStaff('owner')).signIn(context)
    let reads = 0
    await page.route('**/admin/movement?*', async (route) => {
      reads += 1
      const next = reads < 15 ? randomUUID() : null
      const read_to = next === null ? null : '2026-03-05T12:00:00.000Z'
      await route.fulfill({ json: { movements: [], next, read_to } })
    })
    await page.goto(consoleAt(path))
    await expect(page.getByText('Procuramos até 05/03/2026')).toBeVisible()
    expect(reads).toBe(10)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Procurar mais para trás' }).click()
    await expect(page.getByText('Nenhum movimento ainda.')).toBeVisible()
    expect(reads).toBe(15)
  },
)

test(
  'the command palette searches a customer, whose data are in no address [D15]',
  { tag: '@night' },
  async ({ page, context }) => {
    const { person } = await moved(page, 'Clara Nunes')
    await page.goto(consoleAt('/'))
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const keyboard = new Keyboard(page)
    await keyboard.run(person.document, `Procurar cliente: ${person.document}`)
    await expect(page.getByRole('table', { name: 'Clientes encontrados' })).toContainText('Olga Q.')
    expect(page.url()).toBe(consoleAt('/clientes'))
    // A place stays above the search.
    await keyboard.run('movimentos', 'Movimentos')
    await expect(page).toHaveURL(consoleAt(path))

    await (await newStaff('analyst')).signIn(context)
    await page.goto(consoleAt(path))
    await expect(list(page)).toBeVisible()
    await page.keyboard.press('ControlOrMeta+k')
    await page.getByRole('combobox', { name: 'Buscar lugares e ações' }).fill(person.document)
    await expect(page.getByText('Nada com essas palavras.')).toBeVisible()
  },
)
