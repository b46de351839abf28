import { expect, type Page } from '@playwright/test'

import {
  api,
  applyCopy,
  at,
  expectAccessible,
  expectAlert,
  expectNoSidewaysScroll,
  fillRegistration,
  mailedLink,
  newPerson,
  openDrawer,
  type Person,
  register,
  signIn,
  signUp,
  test,
} from './journey.ts'

/** Registers and confirms the email by the mailed link. */
async function registerConfirmed(page: Page, company = 'cafe'): Promise<Person> {
  const person = await signUp(page, newPerson(), company)
  await page.goto(await mailedLink(person.email, '/confirmar-email'))
  await page.getByRole('button', { name: 'Confirmar meu email' }).click()
  await expect(page.getByText('Seu email foi confirmado. Obrigado!')).toBeVisible()
  return person
}

const activation = '**/api/promotion/*/activate'

test('the drawer links to the promotion search, which shows code errors at the field @desk [R10.1 R2.9]', async ({
  page,
}) => {
  await register(page)
  await (await openDrawer(page)).getByRole('link', { name: 'Promoções' }).click()
  await expect(page.getByRole('heading', { name: 'Promoções' })).toBeFocused()
  await expect(page).toHaveTitle('Promoções · Clube Aurora')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  const code = page.getByLabel('Código da promoção')
  await page.getByRole('button', { name: 'Buscar promoção' }).click()
  await expect(code).toHaveAccessibleDescription(/Informe o código da promoção/)
  await code.fill('NADA')
  await page.getByRole('button', { name: 'Buscar promoção' }).click()
  await expect(code).toHaveAccessibleDescription(/Não encontramos esta promoção. Confira o código./)
  await expectAccessible(page)
  await code.fill(' boasvindas ')
  await page.getByRole('button', { name: 'Buscar promoção' }).click()

  await expect(page.getByRole('heading', { name: 'Boas-vindas' })).toBeFocused()
  await expect(page).toHaveURL(at('cafe', '/promo/t/BOASVINDAS'))
})

test('a promotion shows its points and is activated once, with one key [R10.1 D2]', async ({
  page,
}) => {
  await registerConfirmed(page)
  await page.goto(at('cafe', '/promo/t/BOASVINDAS'))
  await expect(page.getByText('+50 pontos')).toBeVisible()
  await expect(page.getByText('Promoção válida até 31/12/2027')).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  // The first response is lost: the retry sends the same key, so the points are credited once.
  const keys: (string | undefined)[] = []
  await page.route(activation, async (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    if (keys.length > 1) return route.continue()
    const { pathname } = new URL(route.request().url())
    await route.fetch({ url: api(pathname.replace('/api', '')) })
    return route.abort()
  })
  await page.getByRole('button', { name: 'Ativar promoção' }).click()
  await expect(page.getByRole('heading', { name: 'Promoção ativada!' })).toBeFocused()
  const success = page.getByRole('main')
  await expect(success).toContainText('+50 pontos')
  await expect(success).toContainText('Com a promoção Boas-vindas')
  await expect(success).toContainText(/Vale até \d\d\/\d\d\/\d{4}/)
  await expect(success).toContainText('Seu saldo agora: 50 pontos')
  expect(keys).toHaveLength(2)
  expect(keys[0]).toMatch(/^[\w.:-]{16,128}$/)
  expect(keys[1]).toBe(keys[0])
  await expect(page.getByRole('banner')).toContainText('50 pontos')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  await page.reload()
  await expect(page.getByText('Você já usou esta promoção.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Ativar promoção' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await expectAccessible(page)
})

test('a click on the company’s banner activates its promotion once [R10.1 D13]', async ({
  page,
}) => {
  await registerConfirmed(page)
  await page.goto(at('cafe', '/fidelidade/resumo'))
  let activations = 0
  await page.route(activation, (route) => {
    activations += 1
    return route.continue()
  })
  await page.getByRole('main').locator('a[href="/promo/t/BOASVINDAS"]').click()
  await expect(page.getByRole('heading', { name: 'Promoção ativada!' })).toBeFocused()
  await expect(page.getByRole('main')).toContainText('+50 pontos')

  // Neither a reload nor going back and forward repeats the activation.
  await page.reload()
  await expect(page.getByText('Você já usou esta promoção.')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: /^Olá/ })).toBeVisible()
  await page.goForward()
  await expect(page.getByText('Você já usou esta promoção.')).toBeVisible()
  expect(activations).toBe(1)
})

test('a banner link leads through the login to the promotion, which asks for confirmation [R10.1 R2.10]', async ({
  page,
  context,
}) => {
  const person = await signUp(page)
  await context.clearCookies()
  await page.goto(at('cafe', '/promo/t/BOASVINDAS'))
  await expect(
    page.getByText('Você precisa entrar na sua conta para poder fazer isso'),
  ).toBeVisible()
  await signIn(page, person.email, person.password)
  await expect(page).toHaveURL(at('cafe', '/promo/t/BOASVINDAS'))
  await expect(page.getByText('Confirme seu email para ativar esta promoção.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Reenviar a confirmação' }).click()
  await expectAlert(page, 'Sucesso!', `Enviamos o link de confirmação para ${person.email}.`)

  const mail = await context.newPage()
  await mail.goto(await mailedLink(person.email, '/confirmar-email'))
  await mail.getByRole('button', { name: 'Confirmar meu email' }).click()
  await expect(mail.getByText('Seu email foi confirmado. Obrigado!')).toBeVisible()
  await mail.close()
  await page.reload()
  await page.getByRole('button', { name: 'Ativar promoção' }).click()
  await expect(page.getByRole('heading', { name: 'Promoção ativada!' })).toBeVisible()
})

test('a promotion for complete profiles leads to the missing fields and back [R10.1 R4.2]', async ({
  page,
}) => {
  await registerConfirmed(page)
  await page.goto(at('cafe', '/promo/t/TARDE'))
  await expect(page.getByText('Complete o seu cadastro para continuar.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Completar meu cadastro' }).click()
  await expect(page.getByRole('heading', { name: 'Falta pouco' })).toBeFocused()
  await page.getByRole('button', { name: 'Continuar' }).click()
  await expect(page.getByLabel('Sexo')).toHaveAccessibleDescription('Este campo é obrigatório')
  await expect(page.getByLabel('Rua')).toHaveAccessibleDescription('Este campo é obrigatório')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.getByLabel('Sexo').selectOption({ label: 'Feminino' })
  await page.route('**/api/address/*', (route) => route.fulfill({ status: 503, body: '' }))
  await page.getByLabel('CEP').pressSequentially('05422010')
  await page.getByLabel('Rua').fill('Rua dos Pinheiros')
  await page.getByLabel('Bairro').fill('Pinheiros')
  await page.getByLabel('Cidade').fill('São Paulo')
  await page.getByLabel('Estado').selectOption('SP')
  await page.getByRole('button', { name: 'Continuar' }).click()
  await expect(page).toHaveURL(at('cafe', '/promo/t/TARDE'))
  await page.getByRole('button', { name: 'Ativar promoção' }).click()
  await expect(page.getByRole('main')).toContainText('Seu saldo agora: 30 pontos')
})

test('an inactive or unknown promotion shows an error [R10.2]', async ({ page }, { project }) => {
  const slug = `promo-${project.name}`
  await applyCopy(slug, (yaml) =>
    yaml.replace(
      "starts_at: '2026-01-01'\n    ends_at: '2027-12-31'\n    filters:\n      NEW",
      (old) => old.replace('2026-01-01', '2027-12-31'),
    ),
  )
  await signUp(page, newPerson(), slug)
  await page.goto(at(slug, '/promo/t/BOASVINDAS'))
  await expect(page.getByText('Esta promoção não está ativa no momento.')).toBeVisible()
  await expectAccessible(page)
  await page.goto(at(slug, '/promo/t/NADA'))
  await expect(page.getByText('Não encontramos esta promoção. Confira o código.')).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('link', { name: 'Buscar outra promoção' }).click()
  await page.getByLabel('Código da promoção').fill('BOASVINDAS')
  await page.getByRole('button', { name: 'Buscar promoção' }).click()
  await expect(page.getByLabel('Código da promoção')).toHaveAccessibleDescription(
    /Esta promoção não está ativa no momento./,
  )
})

test('losing the last activation to another customer shows an error [R10.2 D9]', async ({
  page,
  browser,
}, { project }) => {
  const slug = `lugar-${project.name}`
  await applyCopy(slug, (yaml) =>
    yaml.replace('in_all: 5000', 'in_all: 1').replace('COMPLETE_PROFILE: true', ''),
  )
  const others = await browser.newPage()
  for (const person of [page, others]) {
    await registerConfirmed(person, slug)
    await person.goto(at(slug, '/promo/t/TARDE'))
    await expect(person.getByText('+30 pontos')).toBeVisible()
  }
  await others.getByRole('button', { name: 'Ativar promoção' }).click()
  await expect(others.getByRole('heading', { name: 'Promoção ativada!' })).toBeVisible()
  await page.getByRole('button', { name: 'Ativar promoção' }).click()
  await expectAlert(
    page,
    'Erro...',
    'Esta promoção é inválida. O limite de ativações foi atingido.',
  )
  await expect(
    page.getByText('Esta promoção é inválida. O limite de ativações foi atingido.'),
  ).toBeVisible()
  await expectAccessible(page)
})

test('a promotion that cannot be loaded shows an error and a retry [R10.2 R13.2]', async ({
  page,
}) => {
  await signUp(page)
  await page.route('**/api/promotion/*', (route) => route.fulfill({ status: 500, body: '' }))
  await page.goto(at('cafe', '/promo/t/TARDE'))
  await expect(page.getByText('Ocorreu um erro ao finalizar a sua requisição.')).toBeVisible()
  await expectAccessible(page)
  await page.unroute('**/api/promotion/*')
  await page.getByRole('button', { name: 'Tentar de novo' }).click()
  await expect(page.getByRole('heading', { name: 'Café da tarde' })).toBeVisible()
})

test('a company that hides points shows promotions as money [R1.7 R1.8 D7]', async ({ page }, {
  project,
}) => {
  const slug = `promo-dinheiro-${project.name}`
  await applyCopy(slug, (yaml) => `${yaml}hide_points: true\n`)
  await page.goto(at(slug, '/entrar?redirect=/promo/t/BOASVINDAS'))
  await page.getByRole('link', { name: 'Criar minha conta' }).click()
  await fillRegistration(page, newPerson())
  await page.getByRole('button', { name: 'Criar conta' }).click()
  const main = page.getByRole('main')
  await expect(main).toContainText('+R$ 2,50')
  await expect(main.locator('article')).not.toContainText(/\d pontos/)
})
