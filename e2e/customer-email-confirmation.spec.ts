import { expect } from '@playwright/test'

import {
  at,
  expectAccessible,
  expectNoSidewaysScroll,
  mailedLink,
  signIn,
  signUp,
  test,
} from './journey.ts'

test('a signed-in customer confirms the email by the mailed link, which works once [R3.14]', async ({
  page,
}) => {
  const person = await signUp(page)
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

test('an email confirmation in another browser asks for the password and keeps all sessions [R3.14 D13]', async ({
  page,
  context,
}) => {
  const person = await signUp(page)
  const [session] = await context.cookies()
  const link = await mailedLink(person.email, '/confirmar-email')
  await context.clearCookies()
  await page.goto(link)
  await expect(page.getByText(`Para confirmar ${person.email}, digite a senha`)).toBeVisible()
  await expect(page.locator('input[autocomplete=username]')).toHaveValue(person.email)
  await page.getByLabel('Senha', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Confirmar meu email' }).click()
  await expect(page.getByText('Seu email foi confirmado. Obrigado!')).toBeVisible()
  await expect(page).toHaveURL(at('cafe', '/confirmar-email'))
  await page.getByRole('link', { name: 'Continuar' }).click()
  await expect(page.getByRole('heading', { name: 'Olá, Beatriz' })).toBeVisible()

  // The first session is still valid.
  await context.clearCookies()
  await context.addCookies([session!])
  await page.goto(at('cafe', '/meu-cadastro'))
  await expect(page.getByText(`${person.email} está confirmado.`)).toBeVisible()
})

test('confirming an email without the password warns, then ends password and sessions [R3.14 T10]', async ({
  page,
  context,
}) => {
  const squatter = await signUp(page)
  const [session] = await context.cookies()
  const link = await mailedLink(squatter.email, '/confirmar-email')
  await context.clearCookies()
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Confirme seu email' })).toBeFocused()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Não fui eu ou não lembro a senha' }).click()
  await expect(page.getByRole('heading', { name: 'Crie uma nova senha' })).toBeFocused()
  await expect(page.getByText('A senha anterior deixa de valer e todos os aparelhos')).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.getByLabel('Nova senha', { exact: true }).fill('margarida7')
  await page.getByLabel('Repita a nova senha').fill('margarida7')
  await page.getByRole('button', { name: 'Confirmar e criar a senha' }).click()
  await expect(page.getByText('Sua nova senha já vale')).toBeVisible()
  await page.getByRole('link', { name: 'Continuar' }).click()
  await expect(page.getByRole('heading', { name: 'Olá, Beatriz' })).toBeVisible()

  await context.clearCookies()
  await context.addCookies([session!])
  await page.goto(at('cafe', '/fidelidade/resumo'))
  await expect(page).toHaveURL(/tokenExpired=true/)
  await signIn(page, squatter.email, squatter.password)
  await expect(page.getByRole('alert')).toHaveText('As credenciais estão incorretas.')
})
