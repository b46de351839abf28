import { expect } from '@playwright/test'

import {
  api,
  at,
  expectAccessible,
  expectNoSidewaysScroll,
  newPerson,
  pretend,
  register,
  signUp,
  test,
} from './journey.ts'

const expired = 'Este link expirou ou já foi usado. Peça outro.'
const expiredReset = 'O link de redefinição de senha expirou. Tente novamente.'

test('the login links to the password reset and the sign-in link, and both keep the redirect [R2.2]', async ({
  page,
}) => {
  await page.goto(at('cafe', '/entrar?redirect=/meu-cadastro&authNeeded=true'))
  await page.getByRole('link', { name: 'Esqueci minha senha' }).click()
  await expect(page).toHaveURL(at('cafe', '/esqueci-minha-senha?redirect=%2Fmeu-cadastro'))
  await expect(page.getByRole('heading', { name: 'Esqueceu a senha?' })).toBeFocused()
  await page.getByRole('link', { name: 'Voltar para o login' }).click()
  await expect(page).toHaveURL(at('cafe', '/entrar?redirect=%2Fmeu-cadastro'))
  await page.getByRole('link', { name: 'Receber um link por email' }).click()
  await expect(page).toHaveURL(at('cafe', '/entrar-link?redirect=%2Fmeu-cadastro'))
  await expect(page).toHaveTitle('Entrar por link · Clube Aurora')
})

test('an email typed at the login reaches the password reset and the sign-in link, not by the URL [R2.2]', async ({
  page,
}) => {
  const { email } = newPerson()
  for (const { link, label } of [
    { link: 'Esqueci minha senha', label: 'Email ou CPF/CNPJ' },
    { link: 'Receber um link por email', label: 'Email' },
  ]) {
    await page.goto(at('cafe', '/entrar'))
    await page.getByLabel('Email, CPF/CNPJ ou celular').fill(email)
    await page.getByRole('link', { name: link }).click()
    await expect(page.getByLabel(label)).toHaveValue(email)
    expect(page.url()).not.toContain('exemplo.com.br')
    await page.reload()
    await expect(page.getByLabel(label)).toHaveValue(email)
  }
})

test('the password reset shows the same message whether or not the account exists [R3.12]', async ({
  page,
  context,
}) => {
  const person = await signUp(page)
  await context.clearCookies()
  for (const identifier of [person.email, newPerson().email, person.document]) {
    await page.goto(at('cafe', '/esqueci-minha-senha'))
    await page.getByLabel('Email ou CPF/CNPJ').fill(identifier)
    await page.getByRole('button', { name: 'Receber o link' }).click()
    await expect(page.getByRole('heading', { name: 'Confira suas mensagens' })).toBeFocused()
    await expect(
      page.getByText('Se o usuário existir, acabamos de enviar uma mensagem...', { exact: true }),
    ).toBeVisible()
    await expect(page.getByText('vale por 60 minutos')).toBeVisible()
  }
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
})

test('the password reset shows an error for text that is no email, CPF or CNPJ [R3.12]', async ({
  page,
}) => {
  await page.goto(at('cafe', '/esqueci-minha-senha'))
  await expectAccessible(page)
  const field = page.getByLabel('Email ou CPF/CNPJ')
  for (const [typed, sentence] of [
    ['', 'Informe seu email, CPF ou CNPJ'],
    ['beatriz@', 'Insira um email válido'],
    ['529.982.247-20', 'Insira um CPF válido'],
    ['11.222.333/0001-82', 'Insira um CNPJ válido'],
  ] as const) {
    await field.fill(typed)
    await page.keyboard.press('Enter')
    await expect(field).toBeFocused()
    await expect(field).toHaveAccessibleDescription(sentence)
  }
})

test('without a network the password reset shows an error and keeps the text [R3.12]', async ({
  page,
  context,
}) => {
  await page.goto(at('cafe', '/esqueci-minha-senha'))
  await page.getByLabel('Email ou CPF/CNPJ').fill('beatriz@exemplo.com.br')
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Receber o link' }).click()
  await expect(page.getByRole('dialog', { name: 'Erro...' })).toContainText(
    'Há um problema na conexão.',
  )
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Entendi' }).click()
  await expect(page.getByLabel('Email ou CPF/CNPJ')).toHaveValue('beatriz@exemplo.com.br')
})

test('a reset link without a valid token is called expired, with a link to request another [R3.13]', async ({
  page,
}) => {
  await page.goto(at('cafe', '/redefinir-senha'))
  await expect(page.getByRole('alert')).toHaveText(expiredReset)
  await expectAccessible(page)

  await page.goto(at('cafe', '/redefinir-senha?token=inventado'))
  await page.getByLabel('Nova senha', { exact: true }).fill('margarida7')
  await page.getByLabel('Repita a nova senha').fill('margarida7')
  await page.getByRole('button', { name: 'Redefinir a senha' }).click()
  await expect(page.getByRole('alert')).toHaveText(expiredReset)
  await page.getByRole('link', { name: 'Pedir outro link' }).click()
  await expect(page.getByRole('heading', { name: 'Esqueceu a senha?' })).toBeFocused()
})

test('a differing confirmation shows an error, a weak password only a warning [R3.13 R5.6]', async ({
  page,
}) => {
  await page.goto(at('cafe', '/redefinir-senha?token=inventado'))
  const password = page.getByLabel('Nova senha', { exact: true })
  await password.fill('12345')
  await page.getByLabel('Repita a nova senha').fill('12346')
  await page.getByRole('button', { name: 'Redefinir a senha' }).click()
  await expect(password).toBeFocused()
  await expect(
    page.getByText('Insira uma senha válida, que deve conter entre 6 e 30 caracteres'),
  ).toBeVisible()
  await password.fill('senha123')
  await expect(password).toHaveAccessibleDescription(
    /Esta senha é muito comum e fácil de adivinhar/,
  )
  await page.getByLabel('Repita a nova senha').fill('senha124')
  await page.getByRole('button', { name: 'Redefinir a senha' }).click()
  await expect(
    page.getByText('A confirmação da senha não coincide com a senha. Verifique novamente.'),
  ).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
})

test('after a password reset the login says so, without the token in the URL [R3.13]', async ({
  page,
}) => {
  await page.goto(at('cafe', '/redefinir-senha?token=bom'))
  await page.route('**/api/customer/password-reset', (route) => route.fulfill({ status: 204 }))
  await page.getByLabel('Nova senha', { exact: true }).fill('margarida7')
  await page.getByLabel('Repita a nova senha').fill('margarida7')
  await page.getByRole('button', { name: 'Redefinir a senha' }).click()
  await expect(page.getByText('A sua senha foi redefinida.')).toBeVisible()
  await expect(page).toHaveURL(at('cafe', '/entrar?passwordReset=true'))
})

test('a request for a sign-in link with an unknown email is answered with “if the user exists” [R3.4]', async ({
  page,
}) => {
  await page.goto(at('cafe', '/entrar-link'))
  await expect(page.getByRole('heading', { name: 'Entrar sem senha' })).toBeFocused()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Receber o link' }).click()
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Insira um email válido')
  await page.getByLabel('Email').fill(newPerson().email)
  await page.getByRole('button', { name: 'Receber o link' }).click()
  await expect(page.getByRole('heading', { name: 'Confira seu email' })).toBeFocused()
  await expect(
    page.getByText('Se o usuário existir, acabamos de enviar uma mensagem'),
  ).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
})

test('a sign-in link without token or email shows an error, and a link to request another [R3.4]', async ({
  page,
}) => {
  for (const query of ['token=abc', 'email=beatriz@exemplo.com.br', 'token=abc&email=beatriz']) {
    await page.goto(at('cafe', `/entrar-link?${query}`))
    await expect(page.getByRole('alert')).toHaveText('Este link está incompleto. Peça outro.')
    await expect(page.getByRole('button', { name: 'Receber o link' })).toBeVisible()
  }
})

test('opening a sign-in link makes no call; pressing the button uses the token [R3.4]', async ({
  page,
}) => {
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/')) calls.push(request.method())
  })
  const { email } = newPerson()
  await page.goto(at('cafe', `/entrar-link?token=inventado&email=${email}&redirect=/meu-cadastro`))
  await expect(page.getByRole('heading', { name: 'Falta só um toque' })).toBeFocused()
  await expect(page.getByText(`Você vai entrar como ${email}.`)).toBeVisible()
  await expectAccessible(page)
  expect(calls).toEqual([])
  await page.getByRole('button', { name: 'Entrar' }).click()
  await expect(page.getByRole('alert')).toHaveText(expired)
  await expect(page).toHaveURL(at('cafe', '/entrar-link?redirect=%2Fmeu-cadastro'))
  expect(calls).toEqual(['POST'])
})

test('after signing in by link the customer continues to the requested screen [R3.4 R3.9]', async ({
  page,
  context,
}) => {
  const person = await signUp(page)
  const [cookie] = await context.cookies()
  await context.clearCookies()
  const customer = { email: person.email }
  await page.route('**/api/customer/login', (route) =>
    route.fulfill({ json: { data: customer, token: cookie!.value } }),
  )
  await page.goto(at('cafe', `/entrar-link?token=bom&email=${person.email}&redirect=/meu-cadastro`))
  await page.getByRole('button', { name: 'Entrar' }).click()
  await expect(page.getByRole('heading', { name: 'Meu cadastro' })).toBeFocused()
  await expect(page).toHaveURL(at('cafe', '/meu-cadastro'))
})

test('a sign-in link stays valid after a network error [R3.4]', async ({ page, context }) => {
  const address = at('cafe', `/entrar-link?token=abc&email=${newPerson().email}`)
  await page.goto(address)
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Entrar' }).click()
  await expect(page.getByRole('dialog', { name: 'Erro...' })).toBeVisible()
  await context.setOffline(false)
  await expect(page).toHaveURL(address)
})

test('a button confirms the email; an invalid token shows an error and a link onwards [R3.14]', async ({
  page,
}) => {
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/')) calls.push(request.method())
  })
  await page.goto(at('cafe', '/confirmar-email?token=inventado'))
  await expect(page.getByRole('heading', { name: 'Confirme seu email' })).toBeFocused()
  await expectAccessible(page)
  expect(calls).toEqual([])
  await page.getByRole('button', { name: 'Confirmar meu email' }).click()
  await expect(page.getByRole('alert')).toHaveText(expired)
  await expect(page).toHaveURL(at('cafe', '/confirmar-email'))
  await expect(page.getByRole('link', { name: 'Meu cadastro' })).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
})

for (const { answer, sentence, next } of [
  {
    answer: { json: { password_ended: false } },
    sentence: 'Seu email foi confirmado. Obrigado!',
    next: 'Continuar',
  },
  {
    answer: { json: { password_ended: true } },
    sentence: 'Sua nova senha já vale',
    next: 'Continuar',
  },
  {
    answer: {
      status: 422,
      json: {
        status: 422,
        message: 'O email já foi confirmado',
        data: { type: 'already_confirmed' },
      },
    },
    sentence: 'O email já foi confirmado',
    next: 'Continuar',
  },
]) {
  test(`the screen of the email confirmation shows the answer: ${sentence} [R3.14]`, async ({
    page,
  }) => {
    await page.route('**/api/customer/email-confirmation', (route) => route.fulfill(answer))
    await page.goto(at('cafe', '/confirmar-email?token=bom'))
    await page.getByRole('button', { name: 'Confirmar meu email' }).click()
    await expect(page.getByText(sentence)).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: next }).click()
    await expect(page).toHaveURL(at('cafe', '/entrar'))
  })
}

test('a customer is asked for missing base data only, then led onward [R2.10 R4.2 R2.7]', async ({
  page,
}) => {
  const person = await signUp(page)
  await pretend(page, { document: null, birthdate: null, opt_in: false })
  await page.goto(at('cafe', '/meu-cadastro'))
  await expect(page).toHaveURL(at('cafe', '/completar-cadastro?redirect=%2Fmeu-cadastro'))
  await expect(page.getByRole('heading', { name: 'Falta pouco' })).toBeFocused()
  await expect(page.getByLabel('Email')).toBeHidden()
  // The screen has no drawer and no menu, only the logout.
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sair' })).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  await page.getByRole('button', { name: 'Continuar' }).click()
  for (const sentence of [
    'Insira um CPF válido',
    'Insira uma data de nascimento válida',
    'É necessário concordar com os termos de uso e a política de privacidade.',
  ]) {
    await expect(page.getByText(sentence)).toBeVisible()
  }
  await page.getByLabel('CPF', { exact: true }).pressSequentially(person.document)
  await page.getByLabel('Data de nascimento').pressSequentially('07091988')
  await page.getByLabel(/Li e concordo com/).check()
  await page.getByRole('button', { name: 'Continuar' }).click()
  await expect(page).toHaveURL(at('cafe', '/meu-cadastro'))
})

test('a customer without a name is asked for one and may skip it [R3.4 R4.1]', async ({ page }) => {
  const person = await register(page)
  await pretend(page, { name: null, birthdate: null })
  const changes: unknown[] = []
  await page.route('**/api/customer', (route) => {
    if (route.request().method() === 'PUT') changes.push(route.request().postDataJSON())
    return route.fallback()
  })
  for (const name of ['', person.name]) {
    await page.goto(at('cafe', '/completar-cadastro'))
    await page.getByLabel('Nome completo').fill(name)
    await expect(page.getByLabel('Nome completo')).toHaveAccessibleDescription('Opcional')
    await page.getByLabel('Data de nascimento').pressSequentially('07091988')
    await page.getByRole('button', { name: 'Continuar' }).click()
    await expect(page).toHaveURL(at('cafe', '/fidelidade/resumo'))
  }
  expect(changes).toEqual([
    { birthdate: '1988-09-07' },
    { birthdate: '1988-09-07', name: person.name },
  ])
})

test('a customer with neither email nor phone is asked for one of them [R2.10 R5.1]', async ({
  page,
}) => {
  await signUp(page)
  await pretend(page, { email: null })
  await page.goto(at('cafe', '/completar-cadastro'))
  await page.getByRole('button', { name: 'Continuar' }).click()
  await expect(
    page.getByText('Pelo menos uma forma de contato é necessária. Celular ou email.'),
  ).toBeVisible()
  await page.getByLabel('Celular').fill('119876')
  await page.getByRole('button', { name: 'Continuar' }).click()
  await expect(page.getByText('Insira um número de celular válido')).toBeVisible()
})

test('no protected screen is visible before the customer has loaded [R2.10]', async ({ page }) => {
  await register(page)
  let answer = () => {}
  const gate = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/api/customer', async (route) => {
    await gate
    const response = await route.fetch({ url: api('/customer') })
    const stored: object = await response.json()
    await route.fulfill({ response, json: { ...stored, birthdate: null } })
  })
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Carregando…' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Histórico recente' })).toBeHidden()
  answer()
  await expect(page.getByRole('heading', { name: 'Falta pouco' })).toBeVisible()
})

test('if the customer’s data cannot be loaded, an error and a retry are shown [R2.10]', async ({
  page,
}) => {
  await register(page)
  let broken = true
  await page.route('**/api/customer', (route) =>
    broken ? route.fulfill({ status: 500, body: '' }) : route.fallback(),
  )
  await page.reload()
  await expect(page.getByText('Ocorreu um erro ao finalizar a sua requisição.')).toBeVisible()
  await expectAccessible(page)
  broken = false
  await page.getByRole('button', { name: 'Tentar de novo' }).click()
  await expect(page.getByRole('heading', { name: 'Olá, Beatriz' })).toBeVisible()
})
