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

test('the drawer links to the promotion search, which shows errors of a code at the field [R10.1 R2.9]', async ({
  page,
}) => {
  await register(page)
  await (await openDrawer(page)).getByRole('link', { name: 'Promoções' }).click()
  await expect(page.getByRole('heading', { name: 'Promoções' })).toBeFocused()
  await expect(page).toHaveTitle('Promoções · Clube Aurora')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  // The banner's promotion, which runs now.
  const running = page.getByRole('main').getByRole('link', { name: /Uma xícara/ })
  await expect(running).toContainText('Boas-vindas+50 pontosPromoção válida até 31/12/2027')
  await expect(running).toHaveAttribute('href', '/promo/t/BOASVINDAS')

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

test('a click on the company’s banner activates the banner’s promotion once [R10.1 D13]', async ({
  page,
}) => {
  await registerConfirmed(page)
  await page.goto(at('cafe', '/fidelidade/resumo'))
  let activations = 0
  await page.route(activation, (route) => {
    activations += 1
    return route.continue()
  })
  await page.getByRole('link', { name: /Uma xícara/ }).click()
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

test(
  'a company that hides points shows promotions as money [R1.7 R1.8 D7]',
  { tag: '@night' },
  async ({ page }, { project }) => {
    const slug = `promo-dinheiro-${project.name}`
    await applyCopy(slug, (yaml) => `${yaml}hide_points: true\n`)
    await page.goto(at(slug, '/entrar?redirect=/promo/t/BOASVINDAS'))
    await page.getByRole('link', { name: 'Criar minha conta' }).click()
    await fillRegistration(page, newPerson())
    await page.getByRole('button', { name: 'Criar conta' }).click()
    const main = page.getByRole('main')
    await expect(main).toContainText('+R$ 2,50')
    await expect(main.locator('article')).not.toContainText(/\d pontos/)
  },
)
