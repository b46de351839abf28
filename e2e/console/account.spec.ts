/** A person's own account in the console: recovery codes, passkeys and sessions in other browsers (D15). */

import { expect } from '@playwright/test'

import { expectAccessible, test } from '../journey.ts'
import { addAuthenticator, consoleAt, joinConsole, staffPassword } from './staff.ts'

const account = '/configuracoes/conta'

test(
  'new recovery codes replace the earlier ones, and a passkey is made and removed [D15]',
  { tag: '@night' },
  async ({ page }) => {
    const { recoveryCodes } = await joinConsole(page)
    await addAuthenticator(page)
    await page.goto(consoleAt(account))
    await page.getByRole('button', { name: 'Gerar novos códigos' }).click()
    const question = page.getByRole('dialog')
    await question.getByRole('button', { name: 'Gerar novos códigos' }).click()
    const codes = page.getByRole('listitem').locator('code')
    await expect(codes).toHaveCount(10)
    expect(await codes.allInnerTexts()).not.toContain(recoveryCodes[0])
    await page.getByLabel('Guardei os códigos em um lugar seguro').check()
    await page.getByRole('button', { name: 'Continuar' }).click()

    await page.getByRole('button', { name: 'Criar chave de acesso' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Criar chave de acesso' }).click()
    await expect(page.getByText('Chave de acesso criada.')).toBeVisible()
    await page.getByRole('button', { name: 'Apagar a chave Este aparelho' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Apagar' }).click()
    await expect(page.getByText('Nenhuma chave de acesso ainda')).toBeVisible()
    await expectAccessible(page)
  },
)

test(
  'a person ends the own session in another browser, which then asks to sign in [D15]',
  { tag: '@desk' },
  async ({ page, browser }) => {
    const { email, recoveryCodes } = await joinConsole(page)
    const others = await browser.newContext()
    const other = await others.newPage()
    await other.goto(consoleAt(account))
    await other.getByLabel('Email').fill(email)
    await other.getByLabel('Senha', { exact: true }).fill(staffPassword)
    await other.keyboard.press('Enter')
    await other.getByRole('button', { name: 'Usar um código de recuperação' }).click()
    await other.getByLabel('Código de recuperação').fill(recoveryCodes[0]!)
    await other.keyboard.press('Enter')
    await expect(other.getByRole('heading', { name: 'Sessões abertas' })).toBeVisible()

    await page.goto(consoleAt(account))
    await page.getByRole('button', { name: /^Encerrar a sessão em/ }).click()
    await expect(page.getByText('Sessão encerrada.')).toBeVisible()
    await expect(page.getByRole('button', { name: /^Encerrar a sessão em/ })).toHaveCount(0)
    await other.reload()
    await expect(other.getByLabel('Senha', { exact: true })).toBeVisible()
    await others.close()
  },
)
