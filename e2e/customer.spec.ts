import { expect } from '@playwright/test'

import {
  at,
  demoKey,
  expectAccessible,
  expectNoSidewaysScroll,
  fillRegistration,
  newPerson,
  register,
  sell,
  signUp,
  test,
} from './journey.ts'

test('after registering a person sees the dashboard, and then a sale without a reload [R3.11 R3.9]', async ({
  page,
}) => {
  const person = await register(page)
  await expect(page).toHaveURL(at('cafe', '/fidelidade/resumo'))
  await expect(page).toHaveTitle('Resumo · Clube Aurora')
  await expect(page.getByText('Seu histórico começa na próxima compra')).toBeVisible()
  await expect(page.getByText('0 pontos').first()).toBeVisible()

  await sell(await demoKey(), person.document, 4_590)
  await expect(page.getByRole('listitem').filter({ hasText: 'Aurora Pinheiros' })).toContainText(
    '+45 pontos',
  )
  await expect(page.getByRole('region', { name: 'Seu saldo' })).toContainText('45 pontos')
  await expect(page.getByRole('region', { name: 'Seu saldo' })).toContainText('R$ 2,25')
  await page.getByRole('link', { name: 'Ver todo o histórico' }).click()
  await page.getByText('Como calculamos').click()
  await expect(page.getByText('1 ponto por real')).toBeVisible()
})

test('every wrong field shows its error; the first has the focus and keeps its text [R5]', async ({
  page,
}) => {
  await page.goto(at('cafe', '/cadastrar-email'))
  await page.getByLabel('Nome completo').fill('Beatriz')
  await page.getByLabel('CPF', { exact: true }).pressSequentially('52998224720')
  await page.getByLabel('Email').fill('beatriz@')
  await page.getByLabel('Data de nascimento').pressSequentially('31022000')
  await page.getByLabel('Senha', { exact: true }).fill('12345')
  await page.getByRole('button', { name: 'Criar conta' }).click()

  await expect(page.getByRole('alert')).toHaveText('Há erros nos campos abaixo.')
  for (const sentence of [
    'Insira um CPF válido',
    'Insira um email válido',
    'Insira uma data de nascimento válida',
    'Insira uma senha válida, que deve conter entre 6 e 30 caracteres',
    'É necessário concordar com os termos de uso e a política de privacidade.',
  ]) {
    await expect(page.getByText(sentence)).toBeVisible()
  }
  await expect(page.getByLabel('CPF', { exact: true })).toBeFocused()
  await expect(page.getByLabel('CPF', { exact: true })).toHaveValue('529.982.247-20')
  await expect(page.getByLabel('CPF', { exact: true })).toHaveAccessibleDescription(
    'Insira um CPF válido',
  )
  await expectAccessible(page)

  await page.getByLabel('CPF', { exact: true }).press('End')
  await page.getByLabel('CPF', { exact: true }).press('Backspace')
  await page.getByLabel('CPF', { exact: true }).pressSequentially('5')
  await expect(page.getByText('Insira um CPF válido')).toBeHidden()
})

test('a password confirmation that differs has its own message [R5.6]', async ({ page }) => {
  await page.goto(at('cafe', '/cadastrar-email'))
  await fillRegistration(page, newPerson())
  await page.getByLabel('Repita a senha').fill('girassol8')
  await page.getByRole('button', { name: 'Criar conta' }).click()
  await expect(page.getByRole('alert')).toHaveText('Os campos de senha não coincidem...')
  await expect(page.getByText('As senhas devem ser iguais')).toBeVisible()
})

test('a registered email or CPF shows an error at its field, and the typed text stays [R3.11]', async ({
  page,
  context,
}) => {
  const registered = await signUp(page)
  await context.clearCookies()
  await page.goto(at('cafe', '/cadastrar-email'))
  await fillRegistration(page, { ...newPerson(), email: registered.email.toUpperCase() })
  await page.getByRole('button', { name: 'Criar conta' }).click()
  await expect(page.getByText('O email já está sendo utilizado.')).toBeVisible()
  await expect(page.getByLabel('Email')).toBeFocused()
  await expect(page.getByLabel('Nome completo')).toHaveValue('Beatriz Nunes Prado')
  await expect(page.getByLabel('Senha', { exact: true })).toHaveValue('girassol9')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  // Both links carry the typed email to the next screen, but not in the URL.
  await page.getByRole('link', { name: 'Entrar na minha conta' }).click()
  await expect(page).toHaveURL(at('cafe', '/entrar'))
  await expect(page.getByLabel('Email, CPF/CNPJ ou celular')).toHaveValue(
    registered.email.toUpperCase(),
  )
  await page.goBack()
  // The draft contains everything except the passwords.
  await expect(page.getByLabel('Nome completo')).toHaveValue('Beatriz Nunes Prado')
  await expect(page.getByLabel('Senha', { exact: true })).toHaveValue('')

  await fillRegistration(page, { ...newPerson(), document: registered.document })
  await page.getByRole('button', { name: 'Criar conta' }).click()
  await expect(page.getByText('O CPF ou CNPJ já está sendo utilizado.')).toBeVisible()
  await page.getByRole('link', { name: 'Esqueci minha senha' }).click()
  await expect(page).toHaveURL(at('cafe', '/esqueci-minha-senha'))
  await expect(page.getByLabel('Email ou CPF/CNPJ')).not.toHaveValue('')
})

test('a registration draft without passwords survives reload and back; leaving the form deletes it [R3.11]', async ({
  page,
}) => {
  const person = newPerson()
  await page.goto(at('cafe', '/entrar'))
  await page.getByRole('link', { name: 'Criar minha conta' }).click()
  await fillRegistration(page, person)
  await page.getByLabel('Quero receber novidades e promoções').check()
  const cpf = await page.getByLabel('CPF', { exact: true }).inputValue()
  for (const leave of [
    () => page.reload(),
    async () => {
      await page.goBack()
      await expect(page.getByRole('heading', { name: 'Que bom ver você' })).toBeVisible()
      await page.goForward()
    },
  ]) {
    await leave()
    await expect(page.getByLabel('Nome completo')).toHaveValue(person.name)
    await expect(page.getByLabel('CPF', { exact: true })).toHaveValue(cpf)
    await expect(page.getByLabel('Email')).toHaveValue(person.email)
    await expect(page.getByLabel('Data de nascimento')).toHaveValue('07/09/1988')
    await expect(page.getByLabel(/Li e concordo com/)).toBeChecked()
    await expect(page.getByLabel('Quero receber novidades e promoções')).toBeChecked()
    await expect(page.getByLabel('Senha', { exact: true })).toHaveValue('')
    await expect(page.getByLabel('Repita a senha')).toHaveValue('')
  }
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain(person.password)

  await page.getByRole('button', { name: 'Entrar' }).click()
  await page.getByRole('button', { name: 'Confirmar' }).click()
  await page.getByRole('link', { name: 'Criar minha conta' }).click()
  await expect(page.getByLabel('Nome completo')).toHaveValue('')
})

test('the registration and the dashboard are accessible and fit 320 px [R2.2]', async ({
  page,
}) => {
  await page.goto(at('cafe', '/cadastrar-email'))
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  const person = await register(page)
  await expectAccessible(page)
  await sell(await demoKey(), person.document, 123_456)
  await page.reload()
  await expect(page.getByText('+1.234 pontos')).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
})
