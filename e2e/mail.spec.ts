import { expect, type Page } from '@playwright/test'

import {
  at,
  expectAccessible,
  expectAlert,
  expectNoSidewaysScroll,
  mailedLink,
  newPerson,
  openSettings,
  signIn,
  signUp,
  test,
} from './journey.ts'

const expired = 'Este link expirou ou já foi usado. Peça outro.'
const expiredReset = 'O link de redefinição de senha expirou. Tente novamente.'

test('a mailed reset link sets a new password once, and the customer signs in with it [R3.12 R3.13]', async ({
  page,
  context,
}) => {
  const person = await signUp(page)
  await context.clearCookies()
  await page.goto(at('cafe', '/esqueci-minha-senha'))
  await page.getByLabel('Email ou CPF/CNPJ').fill(person.document)
  await page.getByRole('button', { name: 'Receber o link' }).click()
  await expect(page.getByRole('heading', { name: 'Confira suas mensagens' })).toBeVisible()

  const link = await mailedLink(person.email, '/redefinir-senha')
  for (const outcome of ['A sua senha foi redefinida.', expiredReset]) {
    await page.goto(link)
    await expect(page.locator('input[autocomplete=username]')).toHaveValue(person.email)
    await page.getByLabel('Nova senha', { exact: true }).fill('margarida7')
    await page.getByLabel('Repita a nova senha').fill('margarida7')
    await page.getByRole('button', { name: 'Redefinir a senha' }).click()
    await expect(page.getByText(outcome)).toBeVisible()
  }
  await page.goto(at('cafe', '/entrar'))
  await signIn(page, person.email, 'margarida7')
  await expect(page.getByRole('heading', { name: 'Olá, Beatriz' })).toBeVisible()
})

test('a sign-in link leads to the requested screen; an unconfirmed email asks for the password [R3.4 D13]', async ({
  page,
  context,
}) => {
  const person = await signUp(page)
  await context.clearCookies()
  await page.goto(at('cafe', '/entrar?redirect=/meu-cadastro'))
  await page.getByLabel('Email, CPF/CNPJ ou celular').fill(person.email)
  await page.getByRole('link', { name: 'Receber um link por email' }).click()
  await page.getByRole('button', { name: 'Receber o link' }).click()
  await expect(page.getByRole('heading', { name: 'Confira seu email' })).toBeVisible()

  // Clear the session storage: the link may be opened in another browser.
  const link = await mailedLink(person.email, '/entrar-link')
  await page.evaluate(() => sessionStorage.clear())
  await page.goto(link)
  const password = page.getByLabel('Senha', { exact: true })
  for (const [typed, sentence] of [
    ['', 'Informe sua senha'],
    ['errada1', 'A senha inserida está incorreta'],
  ] as const) {
    await password.fill(typed)
    await page.getByRole('button', { name: 'Entrar' }).click()
    await expect(password).toBeFocused()
    await expect(password).toHaveAccessibleDescription(sentence)
  }
  await expectAccessible(page)
  await password.fill(person.password)
  await page.getByRole('button', { name: 'Entrar' }).click()
  await expect(page.getByRole('heading', { name: 'Meu cadastro' })).toBeFocused()
  await expect(page).toHaveURL(at('cafe', '/meu-cadastro'))
  await expect(page.getByText(`${person.email} está confirmado.`)).toBeVisible()

  await context.clearCookies()
  await page.goto(link)
  await page.getByRole('button', { name: 'Entrar' }).click()
  await expect(page.getByRole('alert')).toHaveText(expired)
  await page.goto(at('cafe', '/entrar'))
  await signIn(page, person.email, person.password)
  await expect(page.getByRole('heading', { name: 'Olá, Beatriz' })).toBeVisible()
})

const question = (page: Page) => page.getByRole('dialog', { name: 'Qual conta você quer usar?' })

test('a reset link opened during a session asks which account to use, also after a reload [D13]', async ({
  page,
}) => {
  const person = await openSettings(page)
  await page.getByRole('button', { name: 'Esqueci minha senha' }).click()
  await expectAlert(
    page,
    'Sucesso!',
    'Se o usuário existir, acabamos de enviar uma mensagem... O link para criar',
  )
  const link = await mailedLink(person.email, '/redefinir-senha')
  const token = new URL(link).searchParams.get('token')!

  await page.goto(link)
  const stay = question(page).getByRole('button', { name: `Continuar como ${person.name}` })
  await expect(stay).toBeVisible()
  await expect(page).toHaveURL(at('cafe', '/fidelidade/resumo'))
  await page.reload()
  await expect(stay).toBeVisible()
  await page.keyboard.press('Escape')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  // By keyboard: the focus moves into the dialog, and after it to the screen's heading.
  await page.keyboard.press('Tab')
  await expect(question(page).locator(':focus')).toHaveCount(1)
  await stay.focus()
  await page.keyboard.press('Enter')
  await expect(question(page)).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain(token)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Olá, Beatriz' })).toBeVisible()
  await expect(question(page)).toHaveCount(0)

  // The link is still valid.
  await page.goto(link)
  await question(page).getByRole('button', { name: 'Sair e usar o link' }).click()
  await expect(page.locator('input[autocomplete=username]')).toHaveValue(person.email)
  await page.getByLabel('Nova senha', { exact: true }).fill('margarida7')
  await page.getByLabel('Repita a nova senha').fill('margarida7')
  await page.getByRole('button', { name: 'Redefinir a senha' }).click()
  await expect(page.getByText('A sua senha foi redefinida.')).toBeVisible()
  await signIn(page, person.email, 'margarida7')
  await expect(page.getByRole('heading', { name: 'Olá, Beatriz' })).toBeVisible()
})

test('a sign-in link for another account ends the first session on the server, then signs in [D13]', async ({
  page,
  context,
}) => {
  const owner = await signUp(page)
  await context.clearCookies()
  await page.goto(at('cafe', '/entrar-link'))
  await page.getByLabel('Email').fill(owner.email)
  await page.getByRole('button', { name: 'Receber o link' }).click()
  const link = await mailedLink(owner.email, '/entrar-link')
  await signUp(page, { ...newPerson(), name: 'Beatriz Outra' })
  const [cookie] = await context.cookies()

  await page.goto(link)
  await expect(page).toHaveURL(at('cafe', '/fidelidade/resumo'))
  const leaving = page.waitForResponse(
    (answer) =>
      answer.request().method() === 'DELETE' && answer.url().endsWith('/api/customer/session'),
  )
  await question(page).getByRole('button', { name: 'Sair e usar o link' }).click()
  expect((await leaving).status()).toBe(204)
  expect(await leaving.then((answer) => answer.request().headers()['authorization'])).toBe(
    `Bearer ${cookie!.value}`,
  )
  await page.getByLabel('Senha', { exact: true }).fill(owner.password)
  await page.getByRole('button', { name: 'Entrar' }).click()
  await expect(page.getByRole('heading', { name: 'Olá, Beatriz' })).toBeVisible()
  await expect(question(page)).toHaveCount(0)
  await page.goto(at('cafe', '/meu-cadastro'))
  await expect(page.getByText(`${owner.email} está confirmado.`)).toBeVisible()
})
