import { readFile } from 'node:fs/promises'

import { expect } from '@playwright/test'

import { at, expectAccessible, expectNoSidewaysScroll, signUp, test } from './journey.ts'

test('a customer downloads their data and deletes the account, and then cannot sign in [D16]', async ({
  page,
}) => {
  const person = await signUp(page)
  await page.goto(at('cafe', '/meu-cadastro'))
  await expectNoSidewaysScroll(page)

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Baixar meus dados' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('meus-dados.json')
  const data = JSON.parse(await readFile(await download.path(), 'utf8')) as {
    profile: { document: string; email: string }
  }
  expect(data.profile).toMatchObject({ document: person.document, email: person.email })

  // Without a connection the page says why the account cannot be deleted now.
  await page.context().setOffline(true)
  await expect(page.getByText('Sem conexão: a exclusão precisa da internet.')).toBeVisible()
  await page.context().setOffline(false)

  await page.getByRole('button', { name: 'Excluir minha conta' }).click()
  const dialog = page.getByRole('dialog', { name: 'Excluir a sua conta?' })
  await expect(dialog.getByText('Você não tem saldo nem vouchers a perder.')).toBeVisible()
  await expect(dialog.getByText('Não dá para desfazer.', { exact: false })).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  await dialog.getByLabel('Senha atual').fill('errada-123')
  await dialog.getByRole('button', { name: 'Excluir minha conta' }).click()
  await expect(dialog.getByText('A senha inserida está incorreta')).toBeVisible()
  await dialog.getByLabel('Senha atual').fill(person.password)
  await dialog.getByRole('button', { name: 'Excluir minha conta' }).click()

  await expect(page.getByText('Sua conta foi excluída.', { exact: false })).toBeVisible()
  await page.getByRole('button', { name: 'Entendi' }).click()
  await expect(page).toHaveURL(/\/entrar/)
  await page.getByLabel(/Email, CPF/).fill(person.email)
  await page.getByLabel('Senha', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  await expect(page.getByText('As credenciais estão incorretas.')).toBeVisible()
})
