import { expect } from '@playwright/test'

import { expectAccessible, expectNoSidewaysScroll, test } from '../journey.ts'
import { addAuthenticator, consoleAt, joinConsole, newStaff } from './staff.ts'

test('an invited person joins, signs out, and comes back with a recovery code [D15] @desk', async ({
  page,
}) => {
  const { email, password, recoveryCodes } = await joinConsole(page)
  await page.getByRole('button', { name: /^Conta de/ }).click()
  await page.getByRole('menuitem', { name: 'Sair' }).click()
  await expect(page.getByRole('heading', { name: 'Entrar no console' })).toBeVisible()

  await page.goto(consoleAt('/configuracoes/conta'))
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Senha', { exact: true }).fill('outra senha qualquer')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText('As credenciais estão incorretas.')
  await page.getByLabel('Senha', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Usar um código de recuperação' }).click()
  await page.getByLabel('Código de recuperação').fill(recoveryCodes[0]!)
  await page.keyboard.press('Enter')
  // The path that was asked for.
  await expect(page.getByRole('heading', { name: 'Minha conta' })).toBeVisible()
  await expect(page.getByText('Restam 9 códigos de recuperação')).toBeVisible()
})

test('an ended session asks over the screen, and what was typed is saved [D15] @desk', async ({
  page,
  context,
}) => {
  const { password } = await joinConsole(page)
  await addAuthenticator(page)
  await page.goto(consoleAt('/configuracoes/conta'))
  await page.getByRole('button', { name: 'Criar chave de acesso' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('button', { name: 'Criar chave de acesso' }).click()
  await expect(page.getByText('Chave de acesso criada.')).toBeVisible()

  await page.getByLabel('Senha atual').fill(password)
  await page.getByLabel('Nova senha').fill('um chá de camomila, por favor')
  await context.clearCookies()
  await page.getByRole('button', { name: 'Salvar nova senha' }).click()
  const dialog = page.getByRole('dialog', { name: 'Entre de novo para continuar' })
  await dialog.getByLabel('Senha', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Usar chave de acesso' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Senha trocada.')).toBeVisible()
})

test('the palette leads to a place by the keyboard alone [D15] @desk', async ({ page }) => {
  await joinConsole(page, 'analyst')
  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByRole('combobox')).toBeFocused()
  await page.keyboard.type('conta')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Minha conta' })).toBeFocused()
  await expect(page).toHaveTitle('Minha conta · Clube Aurora')
})

test('the screens are accessible in three sizes and both schemes [D15] @night', async ({
  page,
}) => {
  await page.goto(consoleAt('/entrar'))
  await expect(page.getByRole('heading', { name: 'Entrar no console' })).toBeVisible()
  await expectAccessible(page)
  await joinConsole(page)
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
    [320, 640],
  ] as const) {
    await page.setViewportSize({ width, height })
    for (const [path, heading] of [
      ['/', 'Olá, Ana'],
      ['/configuracoes/conta', 'Minha conta'],
    ] as const) {
      await page.goto(consoleAt(path))
      await expect(page.getByRole('heading', { name: heading })).toBeVisible()
      await expectNoSidewaysScroll(page)
      await expectAccessible(page)
    }
  }
})

test(
  'a tab that is looked at again after another person signed in becomes that person’s [D15]',
  { tag: '@night' },
  async ({ page, context }) => {
    const ana = await newStaff('manager', { name: 'Ana Souza' })
    await ana.signIn(context)
    await page.clock.install()
    await page.goto(consoleAt('/programa/premios'))
    await expect(page.getByRole('button', { name: 'Conta de Ana Souza' })).toBeVisible()
    const rui = await newStaff('manager', { name: 'Rui Lima' })
    await rui.signIn(context)
    // The answer about the person is then older than 30 s, so a look at the tab reads it again.
    await page.clock.fastForward(31_000)
    await page.evaluate(() =>
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
    )
    await expect(page.getByRole('button', { name: 'Conta de Rui Lima' })).toBeVisible()
    await expect(page).toHaveURL(consoleAt('/'))
  },
)
