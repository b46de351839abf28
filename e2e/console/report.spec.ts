/** The reports of a company (D18): from a sale to its figures, by keyboard, on a phone and on a desk. */

import { randomUUID } from 'node:crypto'

import { expect } from '@playwright/test'

import type { Liability } from '#contract/console/closing.ts'
import { addDays } from '#contract/console/report.ts'
import { localDate, toBrazilianDate } from '#contract/value/date.ts'

import { command } from '../command.ts'
import {
  api,
  demoKey,
  expectAccessible,
  expectNoSidewaysScroll,
  newPerson,
  test,
} from '../journey.ts'
import { consoleAt, newStaff } from './staff.ts'

const today = localDate(new Date())
const week = `from=${addDays(today, -6)}&to=${today}`
/** Before the first sale of any company. */
const longAgo = 'from=2020-01-01&to=2020-01-31'

/** Sells R$ 123,45 in a shop that the company does not list. */
async function sellAt(subsidiary_name: string): Promise<void> {
  const response = await fetch(api('/partner/points/generate'), {
    method: 'POST',
    headers: { authorization: `Bearer ${await demoKey()}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      customer: { document: newPerson().document },
      purchase_value: 12_345,
      external_id: randomUUID(),
      subsidiary_name,
    }),
  })
  expect(response.status).toBe(201)
}

test(
  'a sale shows up in the programme’s and the shops’ report, and as CSV [D18]',
  { tag: '@desk' },
  async ({ page, context }) => {
    const analyst = await newStaff('analyst')
    await analyst.signIn(context)
    const shop = `Loja ${randomUUID().slice(0, 8)}`
    await sellAt(shop)
    await page.goto(consoleAt(`/relatorios/lojas?${week}`))
    const unknown = page.getByRole('region', { name: 'Nomes fora da lista de lojas' }).first()
    // The fold leaves the records of the last second for the next run.
    await expect(async () => {
      await command('report', 'fold')
      await page.reload()
      await expect(unknown.getByRole('row', { name: shop })).toContainText('R$ 123,45')
    }).toPass()

    await page.goto(consoleAt(`/relatorios/programa?${week}`))
    await page.getByLabel('Loja', { exact: true }).selectOption(shop)
    await expect(page).toHaveURL(/shop=/)
    const sales = page.getByRole('listitem').filter({ hasText: 'Vendas com pontos' })
    await expect(sales).toContainText('R$ 123,45')
    const sizes = page.getByRole('table', { name: 'Quantas pessoas e quantas compras?' })
    await expect(sizes.getByRole('row', { name: /Compras com pontos/ })).toContainText('1')
    // Shops have no members.
    await expect(sizes.getByRole('row', { name: /Clientes no programa/ })).toHaveCount(0)
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Baixar CSV' }).click()
    expect((await download).suggestedFilename()).toMatch(/^relatorio-programa-cafe-.*\.csv$/)
    await expectAccessible(page)
  },
)

test(
  'a period chosen by name sets both of its days, and the figures follow [D18]',
  { tag: '@night' },
  async ({ page, context }) => {
    const analyst = await newStaff('analyst')
    await analyst.signIn(context)
    await page.goto(consoleAt(`/relatorios/programa?${longAgo}`))
    const preset = page.getByLabel('Período', { exact: true })
    await expect(preset).toHaveValue('own')
    await preset.selectOption({ label: 'Últimos 90 dias' })
    const [from, to] = [addDays(today, -90), addDays(today, -1)]
    await expect(page).toHaveURL(new RegExp(`from=${from}&to=${to}$`))
    await expect(page.getByLabel('De', { exact: true })).toHaveValue(from)
    await expect(page.getByLabel('Até', { exact: true })).toHaveValue(to)
    await expect(preset).toHaveValue('90')
    const before = toBrazilianDate(addDays(from, -90))
    await expect(page.getByText(`Comparado com ${before}`)).toBeVisible()
  },
)

test(
  'a chart is read by the arrow keys and as a table [D18]',
  { tag: '@desk' },
  async ({ page, context }) => {
    const manager = await newStaff('manager')
    await manager.signIn(context)
    await page.goto(consoleAt(`/relatorios/programa?${week}`))
    const chart = page.getByRole('slider', { name: /O programa está vivo/ })
    await chart.focus()
    await page.keyboard.press('Home')
    const first = addDays(today, -6).split('-').toReversed().join('/')
    await expect(chart).toHaveAttribute(
      'aria-valuetext',
      new RegExp(`^${first}, Ativos em 30 dias`),
    )
    await page.keyboard.press('ArrowRight')
    await expect(chart).toHaveValue('1')
    const figure = page.getByRole('figure').first()
    await figure.getByText('Ver como tabela').click()
    await expect(figure.getByRole('row')).toHaveCount(8)
  },
)

test(
  'a report fits 320 px, and the start shows five figures that lead to it [D18]',
  { tag: '@desk' },
  async ({ page, context }) => {
    const owner = await newStaff('owner')
    await owner.signIn(context)
    await page.setViewportSize({ width: 320, height: 700 })
    const places = ['/programa', '/lojas', '/premios-e-promocoes', '/vencimento-e-fechamento']
    for (const place of places) {
      await page.goto(consoleAt(`/relatorios${place}?${week}`))
      await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
      await expectNoSidewaysScroll(page)
    }
    await page.goto(consoleAt('/'))
    const figures = page.getByRole('region', { name: 'Como vai o programa' })
    await expect(figures.getByRole('listitem')).toHaveCount(5)
    await figures.getByRole('link', { name: /Clientes ativos/ }).click()
    await expect(page).toHaveURL(/\/relatorios\/programa$/)
  },
)

test(
  'a period without sales is told so, and a failed read can be retried [D18]',
  { tag: '@night' },
  async ({ page, context }) => {
    const owner = await newStaff('owner')
    await owner.signIn(context)
    await page.goto(consoleAt(`/relatorios/programa?${longAgo}`))
    await expect(page.getByText(/Nenhuma venda neste período/)).toBeVisible()
    await page.route('**/api/admin/report/item*', (route) => route.abort())
    await page.goto(consoleAt(`/relatorios/premios-e-promocoes?${longAgo}`))
    const retry = page.getByRole('button', { name: 'Tentar de novo' }).first()
    await expect(retry).toBeVisible()
    await page.unroute('**/api/admin/report/item*')
    await retry.click()
    await expect(page.getByText('Nada neste período.').first()).toBeVisible()
  },
)

test(
  'a manager closes the last month, which cannot be closed again [D18]',
  { tag: ['@desk', '@once'] },
  async ({ page, context }) => {
    // No other journey closes a month of the posto. Its sales are new, so no earlier month can be closed.
    const manager = await newStaff('manager', { company: 'posto' })
    await manager.signIn(context)
    await page.goto(consoleAt('/relatorios/vencimento-e-fechamento', 'posto'))
    const close = page.getByRole('button', { name: /^Fechar \d\d\/20\d\d$/ })
    const dialog = page.getByRole('dialog', { name: /^Fechar / })
    const closed = page.getByRole('table', { name: 'Meses fechados' })
    await close.click()
    await expect(dialog).toContainText('não pode ser aberto')
    await dialog.getByRole('button', { name: /^Fechar \d/ }).click()
    await expect(closed.getByRole('row')).toHaveCount(2)
    await expect(close).toHaveCount(0)
    await expect(closed).toContainText('Ana Prado')
    await expectAccessible(page)
  },
)

test(
  'a month that a job closes shows its progress, its end and why it failed, and is not offered again [D18]',
  { tag: '@desk' },
  async ({ page, context }) => {
    const manager = await newStaff('manager')
    await manager.signIn(context)
    const answer = (await manager.call('GET', '/report/liability')) as Liability
    const begun = { begun_by: 'Ana Prado', begun_at: '2020-03-01T12:00:00.000Z', error: null }
    const now = { ...answer, open_months: ['2020-02', '2020-01'], runs: [] as object[] }
    await page.route('**/api/admin/report/liability', (route) => route.fulfill({ json: now }))
    await page.route('**/api/admin/report/closing', (route) => {
      now.runs = [{ ...begun, month: '2020-02', customers: 0 }]
      return route.fulfill({ status: 202, json: { closing: null } })
    })
    await page.goto(consoleAt('/relatorios/vencimento-e-fechamento'))
    await page.getByRole('button', { name: 'Fechar 02/2020' }).click()
    await page
      .getByRole('dialog', { name: 'Fechar 02/2020?' })
      .getByRole('button', { name: 'Fechar 02/2020' })
      .click()
    await expect(page.getByText('O fechamento de 02/2020 começa em até 2 minutos.')).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Fechar 01/2020' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Fechar 02/2020' })).toHaveCount(0)
    now.runs = [{ ...begun, month: '2020-02', customers: 12_000 }]
    await expect(page.getByText('12.000 clientes somados até agora')).toBeVisible()
    await expectAccessible(page)
    now.runs = [{ ...begun, month: '2020-02', customers: 14_000, error: 'Os lançamentos mudaram.' }]
    await expect(page.getByText('02/2020 não foi fechado. Os lançamentos mudaram.')).toBeVisible()
    await page.getByRole('combobox', { name: 'Mês a fechar' }).selectOption('02/2020')
    await expect(page.getByRole('button', { name: 'Fechar 02/2020' })).toBeVisible()
  },
)

test(
  'after a lost answer the question to close a month still asks about that month [D18]',
  { tag: '@night' },
  async ({ page, context }) => {
    const manager = await newStaff('manager')
    await manager.signIn(context)
    const answer = (await manager.call('GET', '/report/liability')) as Liability
    const open_months = ['2020-02', '2020-01']
    await page.route('**/api/admin/report/liability', (route) =>
      route.fulfill({ json: { ...answer, open_months } }),
    )
    // Each press closes a month, as this call or a colleague's, and its answer is lost.
    const sent: unknown[] = []
    await page.route('**/api/admin/report/closing', async (route) => {
      sent.push(route.request().postDataJSON())
      open_months.shift()
      await route.abort()
    })
    await page.goto(consoleAt('/relatorios/vencimento-e-fechamento'))
    await page.getByRole('button', { name: 'Fechar 02/2020' }).click()
    const dialog = page.getByRole('dialog', { name: 'Fechar 02/2020?' })
    // The button of the next month, which goes with the last one, and the button of the dialog.
    const buttons = page.getByRole('button', { name: /^Fechar 0[12]\/2020$/ })
    for (const shown of [['Fechar 01/2020', 'Fechar 02/2020'], ['Fechar 02/2020']]) {
      await dialog.getByRole('button', { name: 'Fechar 02/2020' }).click()
      await expect(buttons).toHaveText(shown)
      await expect(dialog.getByText('Há um problema na conexão.')).toBeVisible()
    }
    expect(sent).toEqual([{ month: '2020-02' }, { month: '2020-02' }])
  },
)
