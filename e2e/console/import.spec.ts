/** The import of members and balances in the console (D17). */

import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'

import { expect, type Page } from '@playwright/test'

import {
  at,
  expectAccessible,
  expectNoSidewaysScroll,
  newCpf,
  newPerson,
  signUp,
  test,
} from '../journey.ts'
import { consoleAt, newStaff } from './staff.ts'

const path = '/configuracoes/importar'

test(
  'an owner checks a file, reads refusals and applies it; its customer sees the points [D17]',
  { tag: '@desk' },
  async ({ page, context, browser }) => {
    const theirs = await (await browser.newContext({ locale: 'pt-BR' })).newPage()
    const customer = await signUp(theirs, newPerson())
    const id = randomUUID()
    const file = Buffer.from(
      [
        'cpf;nome;pontos;valor;validade;id externo',
        `${customer.document};Outro Nome;1.250;12,50;31/12/2099;${id}`,
        `${newCpf()};Concei\xE7\xE3o Dias;80;;;${id}-2`,
        `123;Sem CPF;5;;;${id}-3`,
      ].join('\r\n'),
      'latin1',
    )
    const upload = { name: 'saldos.csv', mimeType: 'text/csv', buffer: file }
    const owner = await newStaff('owner')
    await owner.signIn(context)
    await page.goto(consoleAt(path))
    await page.getByLabel('Escolher arquivo CSV').setInputFiles(upload)

    const refused = page.getByRole('list', { name: 'Linhas recusadas' })
    await expect(refused).toContainText('Linha 4, document O CPF ou CNPJ não é válido.')
    await expect(page.getByText('1.330 pontos')).toBeVisible()
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Baixar linhas recusadas' }).click()
    const saved = await (await downloading).path()
    expect(await readFile(saved, 'utf8')).toContain('"4";"document";"O CPF ou CNPJ não é válido.')

    // The import waits on the server, so a reload keeps it.
    await page.reload()
    await page.getByRole('button', { name: 'Aplicar' }).click()
    const dialog = page.getByRole('dialog', { name: 'Creditar 2 saldos?' })
    await expect(dialog).toContainText('Pontos importados não contam para os níveis.')
    await dialog.getByRole('button', { name: 'Aplicar' }).click()
    await expect(page.getByText('A importação terminou.')).toBeVisible()
    const imported = page.getByRole('link', { name: 'Ver movimentos: saldos.csv' })
    await expect(imported).toHaveAttribute('href', /^\/movimentos\?kind=import&from=20/)
    await theirs.goto(at('cafe', '/historico'))
    await expect(theirs.getByText('Saldo importado').first()).toBeVisible()

    await page.getByLabel('Escolher arquivo CSV').setInputFiles(upload)
    await expect(page.getByText('Conferido').first()).toBeVisible()
    const known = page.locator('dl > div').filter({ hasText: 'Já importadas antes' })
    await expect(known).toContainText('2')
    await expect(page.getByText('Nenhuma linha pode ser aplicada.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Desistir' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Aplicar' })).toHaveCount(0)
    await theirs.context().close()
  },
)

test(
  'a file that is no CSV is refused with its sentence, and one that is given up changes nothing [D17]',
  { tag: '@desk' },
  async ({ page, context }) => {
    const owner = await newStaff('owner')
    await owner.signIn(context)
    await page.goto(consoleAt(path))
    const choose = page.getByLabel('Escolher arquivo CSV')
    await choose.setInputFiles({
      name: 'planilha.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('PK\x03\x04'),
    })
    await expect(page.getByText('Isto é uma planilha, não um CSV.')).toBeVisible()
    await choose.setInputFiles({
      name: 'membros.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`cpf;nome\n${newCpf()};Ana`),
    })
    await page.getByRole('button', { name: 'Desistir' }).click()
    const dialog = page.getByRole('dialog', { name: 'Desistir desta importação?' })
    await dialog.getByRole('button', { name: 'Desistir' }).click()
    await expect(page.getByText('A importação foi abandonada.')).toBeVisible()
  },
)

test(
  'an upload goes on while another screen is open, which stays open at its end [D17]',
  { tag: '@desk' },
  async ({ page, context }) => {
    // No other journey imports a file into the posto, whose newest import is shown.
    const owner = await newStaff('owner', { company: 'posto' })
    await owner.signIn(context)
    await page.goto(consoleAt(path, 'posto'))
    const part = Promise.withResolvers<void>()
    await page.route('**/api/admin/import/*/part', async (route) => {
      await part.promise
      await route.continue()
    })
    await page.getByLabel('Escolher arquivo CSV').setInputFiles(membersFile())
    const progress = page.getByRole('progressbar', { name: 'Conferência do arquivo' })
    await expect(page.getByRole('heading', { name: 'membros.csv' })).toBeVisible()
    await follow(page, 'Clientes')
    await follow(page, 'Importar')
    await expect(page.getByRole('heading', { name: 'membros.csv' })).toBeVisible()
    await expect(progress).toBeVisible()
    await expect(page.getByText(/Se o envio parou/)).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Desistir' })).toHaveCount(0)

    await follow(page, 'Clientes')
    const isChecked = page.waitForResponse(
      async (response) =>
        /\/import\/[^/]+$/.test(response.url()) &&
        ((await response.json()) as { state: string }).state === 'CHECKED',
    )
    part.resolve()
    await isChecked
    await follow(page, 'Importar')
    await expect(page.getByRole('button', { name: 'Aplicar' })).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL(consoleAt('/clientes', 'posto'))
  },
)

test(
  'an upload that fails while another screen is open says so on the return [D17]',
  { tag: '@night' },
  async ({ page, context }) => {
    const owner = await newStaff('owner')
    await owner.signIn(context)
    await page.goto(consoleAt(path))
    const away = Promise.withResolvers<void>()
    await page.route('**/api/admin/import/*/part', async (route) => {
      await away.promise
      await route.abort()
    })
    await page.getByLabel('Escolher arquivo CSV').setInputFiles(membersFile())
    await follow(page, 'Clientes')
    const failed = page.waitForEvent('requestfailed')
    away.resolve()
    await failed
    await follow(page, 'Importar')
    await expect(page.getByRole('alert').filter({ hasText: 'problema na conexão' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Escolher arquivo CSV' })).toBeEnabled()
  },
)

test(
  'an upload ends with the result of the check, and never says between them that it stopped [D17]',
  { tag: '@night' },
  async ({ page, context }) => {
    const owner = await newStaff('owner')
    await owner.signIn(context)
    await page.goto(consoleAt(path))
    // The result comes long after the answer about the last part.
    const result = Promise.withResolvers<void>()
    let isSent = false
    await page.route('**/api/admin/import/*/part', async (route) => {
      // The first read of the import has answered, and says that the file is being sent.
      await expect(page.getByRole('heading', { name: 'membros.csv' })).toBeVisible()
      isSent = true
      await route.continue()
    })
    await page.route(/\/api\/admin\/import\/[^/]+$/, async (route) => {
      if (isSent) await result.promise
      await route.continue()
    })
    const answered = page.waitForResponse('**/api/admin/import/*/part')
    await page.getByLabel('Escolher arquivo CSV').setInputFiles(membersFile())
    await answered
    const progress = page.getByRole('progressbar', { name: 'Conferência do arquivo' })
    await expect(progress).toHaveAttribute('aria-valuetext', 'Conferindo: 100%')
    await drawn(page)
    await expect(progress).toBeVisible()
    await expect(page.getByText(/Se o envio parou/)).toHaveCount(0)
    result.resolve()
    await expect(page.getByRole('button', { name: 'Aplicar' })).toBeVisible()
    await expect(progress).toHaveCount(0)
  },
)

/** A file with one new customer. */
function membersFile() {
  const buffer = Buffer.from(`cpf;nome\n${newCpf()};Ana`)
  return { name: 'membros.csv', mimeType: 'text/csv', buffer }
}

/** Opens another screen without loading the page again. */
async function follow(page: Page, title: string): Promise<void> {
  const menu = page.getByRole('button', { name: 'Abrir menu' })
  if (await menu.isVisible()) await menu.click()
  await page.getByRole('navigation').getByRole('link', { name: title }).click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
}

/** Waits until the page has drawn what it knows. */
async function drawn(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
}
