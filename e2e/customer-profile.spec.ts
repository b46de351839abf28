import { expect } from '@playwright/test'

import {
  api,
  at,
  expectAccessible,
  expectAlert,
  expectNoSidewaysScroll,
  newPerson,
  newPhone,
  openSettings,
  pretend,
  region,
  register,
  signIn,
  signUp,
  test,
} from './journey.ts'

test('menu and navigation close and lead to the settings, which fit 320 px @desk [R2.8 R2.9 R4.3]', async ({
  page,
}, { project }) => {
  const person = await register(page)
  await page.getByRole('button', { name: 'Sua conta' }).click()
  await page.getByRole('link', { name: 'Meu cadastro' }).last().click()
  await expect(page).toHaveURL(at('cafe', '/meu-cadastro'))
  await expect(page).toHaveTitle('Meu cadastro · Clube Aurora')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Meu cadastro' })).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Meu cadastro' })).toBeFocused()
  if (project.name === 'phone')
    await page.getByRole('button', { name: 'Mais', exact: true }).click()
  await expect(
    page.getByRole('navigation').getByRole('link', { name: 'Meu cadastro' }),
  ).toHaveAttribute('aria-current', 'page')
  await page.keyboard.press('Escape')
  await expect(page.getByLabel('Nome completo')).toHaveValue(person.name)
  await expect(page.getByLabel('Data de nascimento')).toHaveValue('07/09/1988')
  await expect(page.getByText('Este aparelho', { exact: true })).toBeVisible()
  await expect(page.getByText('Termos de uso e política de privacidade')).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
})

test('changed settings are saved and shown after a reload [R4.3 R4.6]', async ({ page }) => {
  await openSettings(page)
  // A button to save appears with the first change.
  await expect(page.getByRole('button', { name: /^Salvar/ })).toHaveCount(0)
  await page.getByLabel('Nome completo').fill('Beatriz Prado')
  const phone = newPhone()
  const formattedPhone = phone.replace(/(..)(.{5})/, '($1) $2-')
  await page.getByLabel('Celular').fill('20987654321')
  await expect(page.getByLabel('Celular')).toHaveAccessibleDescription('Confira o DDD')
  await page.getByLabel('Celular').fill('')
  // R4.4: a 0 before the area code is dropped.
  await page.getByLabel('Celular').pressSequentially(`0${phone}`)
  await expect(page.getByLabel('Celular')).toHaveValue(formattedPhone)
  await expect(page.getByLabel('Celular')).toHaveAccessibleDescription('')
  await page.getByLabel('Celular').fill(`+55 0 ${phone}`)
  await expect(page.getByLabel('Celular')).toHaveValue(formattedPhone)
  await page.getByLabel('Data de nascimento').fill('')
  await page.getByLabel('Data de nascimento').pressSequentially('8/9/1988')
  await expect(page.getByLabel('Data de nascimento')).toHaveValue('08/09/1988')
  await page.getByLabel('Sexo').selectOption({ label: 'Feminino' })
  const sent = page.waitForRequest((request) => request.method() === 'PUT')
  await page.getByRole('button', { name: 'Salvar dados' }).click()
  expect((await sent).postDataJSON()).toEqual({
    name: 'Beatriz Prado',
    phone: `+55${phone}`,
    birthdate: '1988-09-08',
    sex: 'F',
  })
  await expectAlert(page, 'Sucesso!', 'Suas informações foram atualizadas!')
  await page.reload()
  await expect(page.getByLabel('Nome completo')).toHaveValue('Beatriz Prado')
  await expect(page.getByLabel('Celular')).toHaveValue(formattedPhone)
  await expect(page.getByLabel('Sexo')).toHaveValue('F')
})

test('a registered email, phone or CPF shows an error at its field, and the typed text stays [R4.3]', async ({
  page,
  context,
}) => {
  const phone = newPhone()
  const other = await openSettings(page)
  await page.getByLabel('Celular').fill(phone)
  await page.getByRole('button', { name: 'Salvar dados' }).click()
  await expectAlert(page, 'Sucesso!', 'Suas informações foram atualizadas!')
  await context.clearCookies()

  const person = await openSettings(page)
  const save = page.getByRole('button', { name: 'Salvar dados' })
  await page.getByLabel('Celular').fill(phone)
  await save.click()
  await expect(page.getByLabel('Celular')).toHaveAccessibleDescription(
    'O celular inserido já está em uso',
  )
  await page.getByLabel('Celular').fill('')

  const document = page.getByLabel('CPF', { exact: true })
  await document.fill(other.document)
  await save.click()
  await expect(document).toHaveAccessibleDescription('O CPF inserido já está em uso')
  await document.fill(person.document)

  const profile = region(page, 'Dados pessoais')
  await profile.getByLabel('Email').fill(other.email)
  await profile.getByLabel('Senha atual').fill(person.password)
  await save.click()
  await expect(profile.getByLabel('Email')).toHaveAccessibleDescription(
    'O email inserido já está em uso',
  )
  await expect(profile.getByLabel('Email')).toHaveValue(other.email)
})

test('a new email requires the current password and is then unconfirmed [R4.3]', async ({
  page,
}) => {
  const person = await openSettings(page)
  const profile = region(page, 'Dados pessoais')
  await expect(profile.getByLabel('Senha atual')).toBeHidden()
  const email = newPerson().email
  await profile.getByLabel('Email').fill(email)
  await profile.getByLabel('Senha atual').fill('errada1')
  await page.getByRole('button', { name: 'Salvar dados' }).click()
  await expect(profile.getByLabel('Senha atual')).toHaveAccessibleDescription(
    /A senha inserida está incorreta/,
  )
  await expect(profile.getByLabel('Senha atual')).toBeFocused()
  await profile.getByLabel('Senha atual').fill(person.password)
  await page.getByRole('button', { name: 'Salvar dados' }).click()
  await expectAlert(page, 'Sucesso!', 'Suas informações foram atualizadas!')
  await expect(profile.getByLabel('Senha atual')).toBeHidden()
  await expect(page.getByText(`${email} ainda não foi confirmado.`)).toBeVisible()
})

test('the settings require an email or a phone, and each wrong field shows its error [R5.1]', async ({
  page,
}) => {
  await openSettings(page)
  const profile = region(page, 'Dados pessoais')
  const person = await profile.getByLabel('Email').inputValue()
  await profile.getByLabel('Email').fill('')
  await profile.getByLabel('Senha atual').fill('girassol9')
  await page.getByRole('button', { name: 'Salvar dados' }).click()
  await expect(profile.getByLabel('Email')).toHaveAccessibleDescription(
    'Pelo menos uma forma de contato é necessária. Celular ou email.',
  )
  await profile.getByLabel('Email').fill(person)
  await page.getByLabel('Nome completo').fill('')
  await page.getByLabel('Data de nascimento').fill('31022000')
  await page.getByLabel('Celular').fill('119')
  await page.getByRole('button', { name: 'Salvar dados' }).click()
  // R5.5: a CPF is not accepted as a CNPJ.
  await page.getByRole('button', { name: 'Usar CNPJ' }).click()
  await page.getByLabel('CNPJ', { exact: true }).fill('52998224725')
  await page.getByRole('button', { name: 'Salvar dados' }).click()
  for (const sentence of [
    'Insira um CNPJ válido',
    'Este campo é obrigatório',
    'Insira uma data de nascimento válida',
    'Insira um número de celular válido',
  ]) {
    await expect(page.getByText(sentence)).toBeVisible()
  }
  await expectAccessible(page)
})

test('a failed save shows an error and keeps what was typed [R4.3]', async ({ page }) => {
  await openSettings(page)
  await page.route('**/api/customer', (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 500, body: '' })
      : route.fallback(),
  )
  await page.getByLabel('Nome completo').fill('Beatriz Prado')
  await page.getByRole('button', { name: 'Salvar dados' }).click()
  await expectAlert(page, 'Erro...', 'Não foi possível atualizar suas informações')
  await expect(page.getByLabel('Nome completo')).toHaveValue('Beatriz Prado')
})

test('one button saves a changed name and address, and an error in the address keeps both [R4.3]', async ({
  page,
}) => {
  await openSettings(page)
  await page.getByLabel('Nome completo').fill('Beatriz Prado')
  await page.getByLabel('CEP').fill('0131')
  const save = page.getByRole('button', { name: /^Salvar/ })
  await save.click()
  await expect(page.getByLabel('CEP')).toBeFocused()
  await expect(page.getByLabel('CEP')).toHaveAccessibleDescription('Informe um CEP válido.')
  await expect(page.getByLabel('Nome completo')).toHaveValue('Beatriz Prado')
  await page.getByLabel('CEP').fill('')
  await page.getByLabel('Rua').fill('Rua das Flores')
  const sent = page.waitForRequest((request) => request.method() === 'PUT')
  await save.click()
  expect((await sent).postDataJSON()).toEqual({
    name: 'Beatriz Prado',
    address_street: 'Rua das Flores',
  })
  await expectAlert(page, 'Sucesso!', 'Suas informações foram atualizadas!')
})

test('if the session expires while the customer types, only the passwords are lost [R3.8]', async ({
  page,
  context,
}) => {
  const person = await openSettings(page)
  const profile = region(page, 'Dados pessoais')
  const email = newPerson().email
  await page.getByLabel('Nome completo').fill('Beatriz Prado')
  await profile.getByLabel('Email').fill(email)
  await profile.getByLabel('Senha atual').fill(person.password)
  await page.getByLabel('Rua').fill('Rua das Flores')
  await context.addCookies([
    {
      name: 'token',
      value: 'A'.repeat(43),
      domain: 'cafe.localhost',
      path: '/',
      sameSite: 'Strict',
    },
  ])
  await page.getByRole('button', { name: 'Salvar dados' }).click()
  await expect(
    page.getByText('Sua sessão expirou! Entre novamente para usar seus pontos'),
  ).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain(person.password)

  await signIn(page, person.email, person.password)
  await expect(page).toHaveURL(at('cafe', '/meu-cadastro'))
  await expect(page.getByLabel('Nome completo')).toHaveValue('Beatriz Prado')
  await expect(profile.getByLabel('Email')).toHaveValue(email)
  await expect(profile.getByLabel('Senha atual')).toHaveValue('')
  await expect(page.getByLabel('Rua')).toHaveValue('Rua das Flores')
  await expect(
    page.getByText('Recuperamos o que você não tinha salvado. Confira e salve.').first(),
  ).toBeVisible()
  await expectAccessible(page)

  await profile.getByLabel('Senha atual').fill(person.password)
  await page.getByRole('button', { name: 'Salvar dados' }).click()
  await expectAlert(page, 'Sucesso!', 'Suas informações foram atualizadas!')
  // Logout deletes the draft.
  await page.goto(at('cafe', '/sair'))
  await expect(page).toHaveURL(at('cafe', '/entrar?logout=true'))
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0)
})

test('a new password requires the current password and a confirmation, and then signs in [R4.3 R5.6]', async ({
  page,
  context,
}) => {
  const person = await openSettings(page)
  const credentials = region(page, 'Senha')
  const save = page.getByRole('button', { name: 'Alterar senha' })
  await credentials.getByLabel('Senha atual').fill('errada1')
  await credentials.getByLabel('Nova senha', { exact: true }).fill('margarida7')
  await credentials.getByLabel('Repita a nova senha').fill('margarida8')
  await save.click()
  await expect(page.getByText('As senhas devem ser iguais')).toBeVisible()
  await credentials.getByLabel('Repita a nova senha').fill('margarida7')
  await save.click()
  await expect(credentials.getByLabel('Senha atual')).toHaveAccessibleDescription(
    'A senha inserida está incorreta',
  )
  await credentials.getByLabel('Senha atual').fill(person.password)
  await save.click()
  await expectAlert(page, 'Sucesso!', 'Suas credenciais foram atualizadas!')
  await expect(credentials.getByLabel('Nova senha', { exact: true })).toHaveValue('')
  await expect(page.getByText('De 6 a 30 caracteres')).toBeVisible()

  await context.clearCookies()
  await page.goto(at('cafe', '/entrar'))
  await signIn(page, person.email, 'margarida7')
  await expect(page).toHaveURL(at('cafe', '/fidelidade/resumo'))
})

test('a customer without a password is not asked for a current password [R4.3]', async ({
  page,
}) => {
  await signUp(page)
  await pretend(page, { require_password: false })
  await page.goto(at('cafe', '/meu-cadastro'))
  await expect(page.getByLabel('Nova senha', { exact: true })).toBeVisible()
  await expect(page.getByLabel('Senha atual')).toHaveCount(0)
})

test('a confirmation mail can be sent again, and a failure is shown [R3.14]', async ({ page }) => {
  const person = await openSettings(page)
  const resend = page.getByRole('button', { name: 'Reenviar a confirmação' })
  await resend.click()
  await expectAlert(page, 'Sucesso!', `Enviamos o link de confirmação para ${person.email}.`)

  await page.route('**/api/customer/email-confirmation/resend', (route) =>
    route.fulfill({ status: 500, body: '' }),
  )
  await resend.click()
  await expectAlert(page, 'Erro...', 'Não foi possível reenviar o email')

  await page.route('**/api/customer/email-confirmation/resend', (route) =>
    route.fulfill({
      status: 422,
      json: {
        status: 422,
        message: 'O email já foi confirmado',
        data: { type: 'already_confirmed' },
      },
    }),
  )
  await pretend(page, { emailVerified: true })
  await resend.click()
  await expectAlert(page, 'Erro...', 'O email já foi confirmado')
  await expect(page.getByText(`${person.email} está confirmado.`)).toBeVisible()
  await expect(resend).toBeHidden()
})

test('consents show their dates, and marketing can be switched on and off [D12]', async ({
  page,
  context,
}) => {
  await openSettings(page)
  const consents = region(page, 'Privacidade').getByRole('listitem')
  await expect(consents.first()).toContainText(/Você concordou em \d\d\/\d\d\/\d{4}/)
  // The café has no cookie consent.
  await expect(consents).toHaveCount(2)
  const marketing = consents.filter({ hasText: 'Novidades e promoções' })
  await expect(marketing).toContainText('Desativado')
  await marketing.getByRole('switch').click()
  await expect(marketing).toContainText('Você concordou em')
  await expect(marketing.getByRole('switch')).toBeChecked()
  await marketing.getByRole('switch').press('Space')
  await expect(marketing).toContainText('Revogado em')
  await expectAccessible(page)

  const [cookie] = await context.cookies()
  const company_id = await page.evaluate(() => document.documentElement.dataset['companyId'])
  const headers = { authorization: `Bearer ${cookie!.value}`, 'company-id': company_id! }
  const stored = await (await fetch(api('/customer'), { headers })).json()
  expect(stored).toMatchObject({ opt_in_marketing: false })
})
