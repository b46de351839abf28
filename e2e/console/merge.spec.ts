/** Merging two accounts of one person in the console, and undoing it (D15). */

import { expect, type Page } from '@playwright/test'

import {
  demoKey,
  expectAccessible,
  expectNoSidewaysScroll,
  newPerson,
  sell,
  signUp,
  test,
} from '../journey.ts'
import { consoleAt, newStaff } from './staff.ts'

async function openRecord(page: Page, document: string, name: string): Promise<void> {
  await page.goto(consoleAt('/clientes'))
  await page.getByRole('searchbox').fill(document)
  await page.keyboard.press('Enter')
  await page.getByRole('table').getByText(name).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}

test(
  'a manager merges two accounts after a preview, sells to the old CPF, and parts them again [D15]',
  { tag: '@desk' },
  async ({ page, context, browser }) => {
    const [one, two] = [
      { ...newPerson(), name: 'Joana Quaresma' },
      { ...newPerson(), name: 'Jô Quaresma Lima' },
    ]
    await signUp(page, one)
    const other = await browser.newContext()
    await signUp(await other.newPage(), two)
    const key = await demoKey()
    await sell(key, one.document, 4_000)
    await sell(key, two.document, 3_000)
    const manager = await newStaff('manager')
    await manager.signIn(context)
    await openRecord(page, one.document, 'Joana Q.')

    const accounts = page.getByRole('region', { name: 'Contas da pessoa' })
    await expect(accounts).toContainText('Esta é a única conta conhecida da pessoa.')
    await accounts.getByRole('button', { name: 'Juntar com outra conta' }).click()
    const sheet = page.getByRole('dialog', { name: 'Juntar com outra conta' })
    const field = sheet.getByRole('searchbox')
    await field.fill(one.document)
    await sheet.getByRole('button', { name: 'Procurar' }).click()
    await expect(sheet.getByText('Nenhuma outra conta com este dado.')).toBeVisible()
    await expectAccessible(page)
    await field.fill(two.document)
    await page.keyboard.press('Enter')
    await sheet.getByRole('button', { name: 'Escolher Jô Q. L.' }).click()
    const preview = sheet.getByRole('region', { name: 'O que acontece' })
    await expect(preview).toContainText('passam para a conta que fica, em 1 lote')
    await preview.getByText('Ver os lotes').click()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await sheet.getByRole('button', { name: 'Juntar as contas' }).click()
    await expect(sheet.getByText('Diga como você sabe que é a mesma pessoa')).toBeVisible()
    await sheet.getByText('Viu o documento da pessoa').click()
    await sheet.getByRole('button', { name: 'Juntar as contas' }).click()
    await expect(sheet).toBeHidden()
    await expect(page.getByText(/Contas juntadas: .* passaram\./)).toBeVisible()
    await expect(accounts).toContainText('Jô Q. L.')
    await expect(page.getByRole('region', { name: 'Movimentos' })).toContainText('Contas juntadas')
    await expectAccessible(page)

    await accounts.getByRole('link', { name: 'Ver movimentos: junção com Jô Q. L.' }).click()
    const moved = page.getByRole('table', { name: 'Movimentos da empresa' }).locator('[data-row]')
    // Each lot moves as a pair of records.
    await expect(moved).toHaveCount(2)
    await page.goBack()

    await sell(key, two.document, 1_000)
    await page.reload()
    await expect(page.getByRole('region', { name: 'Saldo' })).toContainText('80 pontos')

    await accounts.getByRole('button', { name: 'Separar a conta “Jô Q. L.”' }).click()
    const dialog = page.getByRole('dialog', { name: 'Separar as contas' })
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Separar' }).click()
    await expect(page.getByText('Contas separadas: 30 pontos voltaram.')).toBeVisible()
    await expect(accounts).toContainText('Esta é a única conta conhecida da pessoa.')
    await expect(page.getByRole('region', { name: 'Saldo' })).toContainText('50 pontos')
    await other.close()
  },
)

test(
  'the sheet says why accounts cannot be merged; a merged account’s record leads to the other [D15]',
  { tag: '@night' },
  async ({ page, context }) => {
    const one = { ...newPerson(), name: 'Rosa Quaresma Dias' }
    await signUp(page, one)
    const key = await demoKey()
    const { document } = newPerson()
    const { customer_id } = await sell(key, document, 2_000)
    const manager = await newStaff('manager')
    await manager.call('POST', `/customer/${customer_id}/block`, { reason: 'fraud' })
    await manager.signIn(context)
    await openRecord(page, one.document, 'Rosa Q. D.')
    const accounts = page.getByRole('region', { name: 'Contas da pessoa' })
    await accounts.getByRole('button', { name: 'Juntar com outra conta' }).click()
    const sheet = page.getByRole('dialog', { name: 'Juntar com outra conta' })
    await sheet.getByRole('searchbox').fill(document)
    await page.keyboard.press('Enter')
    await sheet.getByRole('button', { name: /^Escolher / }).click()
    const stays = sheet.getByRole('radiogroup', { name: 'Qual conta fica' })
    await stays.getByText('Sem cadastro').click()
    await expect(sheet.getByText('A conta que fica ainda não tem cadastro').first()).toBeVisible()
    await expectAccessible(page)
    await stays.getByText('Rosa Q. D.').click()
    await expect(sheet.getByText('A conta que sai está bloqueada').first()).toBeVisible()
    await expectAccessible(page)
    await manager.call('DELETE', `/customer/${customer_id}/block`)
    await page.reload()
    await accounts.getByRole('button', { name: 'Juntar com outra conta' }).click()
    await sheet.getByRole('searchbox').fill(document)
    await page.keyboard.press('Enter')
    await sheet.getByRole('button', { name: /^Escolher / }).click()
    await stays.getByText('Rosa Q. D.').click()
    await sheet.getByText('Viu comprovantes de compra das duas contas').click()
    await sheet.getByRole('button', { name: 'Juntar as contas' }).click()
    await expect(sheet).toBeHidden()

    await page.goto(consoleAt('/clientes'))
    await page.getByRole('searchbox').fill(document)
    await page.keyboard.press('Enter')
    await page.getByRole('table').getByText('Sem cadastro').first().click()
    await expect(accounts).toContainText('Esta conta foi juntada com outra.')
    await expectAccessible(page)
    await accounts.getByRole('link', { name: 'Abrir a conta que ficou' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Rosa Q. D.' })).toBeVisible()

    const attendant = await newStaff('attendant')
    await attendant.signIn(context)
    await page.reload()
    await expect(accounts.getByRole('button', { name: 'Juntar com outra conta' })).toBeDisabled()
  },
)
