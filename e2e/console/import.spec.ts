/** The import of members and balances in the console (D17). */

import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'

import { expect } from '@playwright/test'

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
    await theirs.goto(at('cafe', '/historico'))
    await expect(theirs.getByText('Saldo importado').first()).toBeVisible()

    await page.getByLabel('Escolher arquivo CSV').setInputFiles(upload)
    await expect(page.getByText('Conferido').first()).toBeVisible()
    const known = page.locator('dl > div').filter({ hasText: 'Já importadas antes' })
    await expect(known).toContainText('2')
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
