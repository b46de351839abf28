import { expect } from '@playwright/test'

import { at, mailedLink, register, signIn, test } from './journey.ts'

const expired = 'Este link expirou ou já foi usado. Peça outro.'
const expired_reset = 'O link de redefinição de senha expirou. Tente novamente.'

test('R3.12 R3.13 who forgot the password follows the mail, makes another and signs in with it; the link is good once', async ({
  page,
  context,
}) => {
  const person = await register(page)
  await context.clearCookies()
  await page.goto(at('cafe', '/esqueci-minha-senha'))
  await page.getByLabel('Email ou CPF/CNPJ').fill(person.document)
  await page.getByRole('button', { name: 'Receber o link' }).click()
  await expect(page.getByRole('heading', { name: 'Confira suas mensagens' })).toBeVisible()

  const link = await mailedLink(person.email, '/redefinir-senha')
  for (const outcome of ['A sua senha foi redefinida.', expired_reset]) {
    await page.goto(link)
    await page.getByLabel('Nova senha', { exact: true }).fill('margarida7')
    await page.getByLabel('Repita a nova senha').fill('margarida7')
    await page.getByRole('button', { name: 'Redefinir a senha' }).click()
    await expect(page.getByText(outcome)).toBeVisible()
  }
  await page.goto(at('cafe', '/entrar'))
  await signIn(page, person.email, 'margarida7')
  await expect(page.getByRole('heading', { name: 'Olá, Beatriz' })).toBeVisible()
})

test('R3.4 who asks for a link follows the mail and enters; the link is good once', async ({
  page,
  context,
}) => {
  const person = await register(page)
  await context.clearCookies()
  await page.goto(at('cafe', '/entrar-link'))
  await page.getByLabel('Email').fill(person.email)
  await page.getByRole('button', { name: 'Receber o link' }).click()
  await expect(page.getByRole('heading', { name: 'Confira seu email' })).toBeVisible()

  const link = await mailedLink(person.email, '/entrar-link')
  await page.goto(link)
  await page.getByRole('button', { name: 'Entrar' }).click()
  await expect(page.getByRole('heading', { name: 'Olá, Beatriz' })).toBeFocused()
  expect(page.url()).toBe(at('cafe', '/fidelidade/resumo'))

  await context.clearCookies()
  await page.goto(link)
  await page.getByRole('button', { name: 'Entrar' }).click()
  await expect(page.getByRole('alert')).toHaveText(expired)
})

test('R3.14 who is signed in follows the mail and confirms the email, once', async ({ page }) => {
  const person = await register(page)
  const link = await mailedLink(person.email, '/confirmar-email')
  for (const outcome of ['Seu email foi confirmado. Obrigado!', 'O email já foi confirmado']) {
    await page.goto(link)
    await page.getByRole('button', { name: 'Confirmar meu email' }).click()
    await expect(page.getByText(outcome)).toBeVisible()
  }
  await page.getByRole('link', { name: 'Continuar' }).click()
  await expect(page.getByRole('heading', { name: 'Olá, Beatriz' })).toBeVisible()
  await page.goto(at('cafe', '/meu-cadastro'))
  await expect(page.getByText(`${person.email} está confirmado.`)).toBeVisible()
})

test('R3.14 an email that is confirmed elsewhere than where it was registered ends the password, and leads to another', async ({
  page,
  context,
}) => {
  const person = await register(page)
  const link = await mailedLink(person.email, '/confirmar-email')
  await context.clearCookies()
  await page.goto(link)
  await page.getByRole('button', { name: 'Confirmar meu email' }).click()
  await expect(page.getByText('Por segurança, crie agora uma nova senha')).toBeVisible()
  await page.goto(at('cafe', '/entrar'))
  await signIn(page, person.email, person.password)
  await expect(page.getByRole('alert')).toHaveText('As credenciais estão incorretas.')
})
