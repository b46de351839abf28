import { expect, type Page } from '@playwright/test'

import {
  applyCopy,
  at,
  expectAccessible,
  expectAlert,
  expectNoSidewaysScroll,
  mailedLink,
  newPerson,
  type Person,
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

test(
  'losing the last activation to another customer shows an error [R10.2 D9]',
  { tag: '@night' },
  async ({ page, browser }, { project }) => {
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
    // The reason stands at the button too, below the dialog.
    await expect(
      page.getByText('Esta promoção é inválida. O limite de ativações foi atingido.').first(),
    ).toBeVisible()
    await expectAccessible(page)
  },
)

test('an activation without an answer is the customer’s own, in a tab of two customers [R10.1 D2]', async ({
  page,
  context,
}) => {
  await registerConfirmed(page)
  await page.goto(at('cafe', '/promo/t/BOASVINDAS'))
  const button = page.getByRole('button', { name: 'Ativar promoção' })
  await page.route('**/api/promotion/*/activate', (route) => route.abort())
  await button.click()
  await expectAlert(page, 'Erro...', 'conexão')
  // A session that expires keeps the attempt; then another customer signs in.
  await context.clearCookies()
  await signUp(page)
  await page.goto(at('cafe', '/promo/t/BOASVINDAS'))
  await expect(page.getByText('Confirme seu email para ativar esta promoção.')).toBeVisible()
  await expect(button).toHaveAttribute('aria-disabled', 'true')
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
