import { expect, type Page } from '@playwright/test'

import {
  applyCopy,
  at,
  demoKey,
  expectAccessible,
  expectAlert,
  expectNoSidewaysScroll,
  sell,
  signUp,
  test,
} from './journey.ts'
import { watchMoments } from './motion/moments.ts'
import { openPrize, redeem, redeemed, withPoints } from './redeem.ts'

const tabs = (page: Page) => page.getByRole('navigation', { name: 'Prêmios e vouchers' })
const card = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })

test('the navigation links to the store, and tab, category and price are in the URL @desk [R9.1 R2.9]', async ({
  page,
}) => {
  await withPoints(page, 130)
  await page.goto(at('cafe', '/fidelidade/resumo'))
  await page.getByRole('link', { name: 'Prêmios', exact: true }).click()
  await expect(page).toHaveURL(at('cafe', '/store'))
  await expect(page).toHaveTitle('Prêmios · Clube Aurora')
  await expect(page.getByRole('heading', { level: 1, name: 'Prêmios' })).toBeFocused()
  await expect(tabs(page).getByRole('link')).toHaveText([
    'Todos6',
    'Grátis1',
    'Favoritos0',
    'Para retirar0',
    'Retirados0',
    'Expirados0',
  ])
  await expect(card(page, 'Água com gás da casa')).toContainText('Grátis')
  await expect(card(page, 'Café coado na hora')).toContainText('150 pontos')
  await expect(card(page, 'Café coado na hora')).toContainText('Faltam 20 pontos')
  await expect(card(page, 'Porção de pão de queijo')).not.toContainText('Falta')
  await expect(card(page, 'Oficina de café coado')).toContainText('Complete o seu cadastro')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  await page.getByRole('link', { name: 'Comidas' }).click()
  await expect(page).toHaveURL(at('cafe', '/store?category=Comidas'))
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([
    'Porção de pão de queijo',
    'Fatia de bolo de fubá',
  ])
  await expect(tabs(page).getByRole('link').first()).toHaveText('Todos2')
  await page.getByRole('link', { name: 'Cabe no meu saldo' }).click()
  await expect(page).toHaveURL(at('cafe', '/store?category=Comidas&max_value=130'))
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Porção de pão de queijo'])
  await page.reload()
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Porção de pão de queijo'])

  await tabs(page).getByRole('link', { name: 'Grátis' }).click()
  await expect(page.getByText('Nenhum prêmio com estes filtros')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Limpar filtros' }).click()
  await expect(page).toHaveURL(at('cafe', '/store?tab=free'))
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Água com gás da casa'])
})

test('a dialog filters by price and order, and rejects a price that is no integer [R9.1 R4.4]', async ({
  page,
}) => {
  await withPoints(page, 0)
  await page.goto(at('cafe', '/store'))
  await page.getByRole('button', { name: 'Filtrar e ordenar' }).click()
  const dialog = page.getByRole('dialog', { name: 'Filtrar e ordenar' })
  await dialog.getByLabel('De (pontos)').fill('1,5')
  await dialog.getByRole('button', { name: 'Mostrar prêmios' }).click()
  await expect(dialog.getByText('Use um número inteiro, a partir de 0')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('De (pontos)').fill('150')
  await dialog.getByLabel('Até (pontos)').fill('600')
  await dialog.getByLabel('Ordenar por').selectOption('Maior preço')
  await dialog.getByRole('button', { name: 'Mostrar prêmios' }).click()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(at('cafe', '/store?order=-price&min_value=150&max_value=600'))
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([
    'Pacote de 250 g',
    'Fatia de bolo de fubá',
    'Café coado na hora',
  ])
  const filter = page.getByRole('button', { name: 'Preço: de 150 pontos a 600 pontos' })
  await filter.click()
  await dialog.getByRole('button', { name: 'Limpar' }).click()
  await expect(page.getByRole('heading', { level: 2 })).toHaveCount(6)
})

test('a favourite is shown at once, stored by the server, and reverted if that fails [R9.1]', async ({
  page,
}) => {
  await withPoints(page, 0)
  await page.goto(at('cafe', '/store'))
  const heart = page.getByRole('button', { name: 'Favoritar Café coado na hora' })
  let release: () => void = () => undefined
  const gate = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/favorite', async (route) => {
    await gate
    await route.continue()
  })
  await heart.click()
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByText('Café coado na hora está nos seus favoritos')).toBeVisible()
  release()
  await expect(tabs(page).getByRole('link', { name: 'Favoritos' })).toHaveText('Favoritos1')
  await page.unroute('**/favorite')

  await tabs(page).getByRole('link', { name: 'Favoritos' }).click()
  await expect(page).toHaveURL(at('cafe', '/store?tab=favorite'))
  await page.reload()
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Café coado na hora'])
  await heart.click()
  // The prize stays in the list until the next load, so that the heart can be pressed again.
  await expect(heart).toHaveAttribute('aria-pressed', 'false')
  await expect(tabs(page).getByRole('link', { name: 'Favoritos' })).toHaveText('Favoritos0')
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Café coado na hora'])
  await page.reload()
  await expect(page.getByText('Guarde aqui o que você quer ganhar')).toBeVisible()
  await page.getByRole('link', { name: 'Ver os prêmios' }).click()

  await page.route('**/favorite', (route) => route.fulfill({ status: 500, body: '' }))
  await heart.click()
  await expectAlert(page, 'Erro...', 'Ocorreu um erro ao finalizar a sua requisição.')
  await expect(heart).toHaveAttribute('aria-pressed', 'false')
})

test('a dialog that closes fades as a picture, but not under reduced motion [R9.2]', async ({
  page,
}) => {
  const moments = await watchMoments(page)
  await withPoints(page, 400)
  await openPrize(page, 'Café coado na hora')
  const open = page.getByRole('button', { name: 'Trocar' })
  const question = page.getByRole('dialog', { name: 'Confirmar troca?' })
  for (const reducedMotion of ['no-preference', 'reduce'] as const) {
    await page.emulateMedia({ reducedMotion })
    await open.click()
    await expect(question).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(question).toBeHidden()
    await expect(open).toBeFocused()
    expect((await moments()).leaving).toBe(1)
    await expect(page.locator('[data-part="leaving"]')).toHaveCount(0)
  }
})

test('a picture grows into the next screen unless motion is reduced; a first prize is celebrated [R9.2]', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  const moments = await watchMoments(page)
  await withPoints(page, 400)
  await page.goto(at('cafe', '/store'))
  const link = page.getByRole('link', { name: 'Café coado na hora' })
  // Visit the screen once, to load its code. Without the code the screen is not ready when the picture should grow into it.
  await link.click()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.goBack()
  await expect(link).toBeVisible()
  const first = (await moments()).transitions.length
  await link.click()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  const later = async () => {
    const { transitions, confetti, modals } = await moments()
    return { transitions: transitions.slice(first), confetti, modals }
  }
  await expect.poll(async () => (await later()).transitions).toEqual(['moved'])
  await redeem(page)
  await expect(redeemed(page).locator('code')).toBeVisible()
  // The question and the ticket each open once: a dialog that opens again would blink.
  const calm = { transitions: ['moved', 'moved'], confetti: 1, modals: 2 }
  await expect.poll(later).toEqual(calm)

  await page.emulateMedia({ reducedMotion: 'reduce' })
  await redeemed(page).getByRole('button', { name: 'Entendi' }).click()
  await redeem(page)
  await expect(redeemed(page).locator('code')).toBeVisible()
  expect((await later()).transitions).toHaveLength(2)
})

test('a prize is redeemed after a confirmation: the voucher is shown, the balance falls @desk [R9.2]', async ({
  page,
}) => {
  await withPoints(page, 320)
  await openPrize(page, 'Café coado na hora')
  await expect(page.getByText('Depois da troca, você tem 30 dias para retirar')).toBeVisible()
  await expect(page.getByText('Saldo depois da troca').locator('+ dd')).toHaveText('170 pontos')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  const button = page.getByRole('button', { name: 'Trocar' })
  await expect(page.getByRole('button', { name: 'Um a menos' })).toHaveAccessibleDescription(
    'A menor quantidade é 1',
  )
  await page.getByRole('button', { name: 'Um a mais' }).click()
  await expect(page.getByText('Saldo depois da troca').locator('+ dd')).toHaveText('20 pontos')
  await page.getByRole('button', { name: 'Um a mais' }).click()
  await expect(button).toHaveAccessibleDescription(
    'Você não tem saldo suficiente... Faltam 130 pontos.',
  )
  await page.getByRole('button', { name: 'Um a menos' }).click()

  await button.click()
  const question = page.getByRole('dialog', { name: 'Confirmar troca?' })
  await expect(question).toContainText('2 × Café coado na hora')
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Cancelar' }).click()
  await expect(question).toBeHidden()
  await expect(button).toBeFocused()

  await redeem(page)
  await expect(redeemed(page)).toContainText('Troca realizada com sucesso!')
  await expect(redeemed(page)).toContainText('Voucher 1 de 2')
  await expect(redeemed(page).getByRole('img', { name: /^QR code do voucher/ })).toHaveCount(2)
  await expectAccessible(page)
  await redeemed(page).getByRole('link', { name: 'Ver meus vouchers' }).click()
  await expect(page).toHaveURL(at('cafe', '/store?tab=to_withdraw'))
  await expect(card(page, 'Café coado na hora')).toHaveCount(2)
  await expect(tabs(page).getByRole('link', { name: 'Para retirar' })).toHaveText('Para retirar2')
  await expect(page.getByRole('banner')).toContainText('20 pontos')
  await page.goto(at('cafe', '/fidelidade/resumo'))
  await expect(page.getByText('−150 pontos').first()).toBeVisible()
})

test('a prize that cannot be redeemed shows the reason and what to do [R9.2 D8]', async ({
  page,
}) => {
  const { document } = await withPoints(page, 100)
  await openPrize(page, 'Pacote de 250 g')
  const button = page.getByRole('button', { name: 'Trocar' })
  await expect(button).toHaveAttribute('aria-disabled', 'true')
  await expect(button).toHaveAccessibleDescription(
    'Você não tem saldo suficiente... Faltam 500 pontos.',
  )
  // The disabled button stays focusable, because its description tells the reason.
  await button.click({ force: true })
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('link', { name: 'Termos do prêmio' })).toHaveAttribute(
    'href',
    'https://cafeaurora.example/pacote',
  )

  await sell(await demoKey(), document, 90_000)
  await openPrize(page, 'Oficina de café coado')
  await expect(button).toHaveAccessibleDescription('Complete o seu cadastro para trocar.')
  // The list of conditions shows the reason, so it is not shown a second time.
  await expect(page.getByText('Complete o seu cadastro para trocar.')).toBeHidden()
  await expect(page.getByText('Seu saldo', { exact: true })).toBeVisible()
  await expect(page.getByText('Saldo depois da troca')).toBeHidden()
  await expectAccessible(page)
  await expect(
    page.getByRole('list').filter({ hasText: 'Complete o seu cadastro' }).getByRole('listitem'),
  ).toHaveText([
    'Ainda falta: Complete o seu cadastro',
    'Você já tem: Nível Torra média ou acima',
    'Você já tem: Saldo suficiente',
  ])
  const { pathname } = new URL(page.url())
  await page.getByRole('link', { name: 'Completar meu cadastro' }).click()
  const query = new URLSearchParams({ redirect: pathname, all: 'true' })
  await expect(page).toHaveURL(at('cafe', `/completar-cadastro?${query}`))
})

test('a prize’s URL works after the login, and an unknown prize’s page links to the store [R2.4 R2.10]', async ({
  page,
}) => {
  await withPoints(page, 0)
  await openPrize(page, 'Água com gás da casa')
  const address = page.url()
  await page.context().clearCookies()
  await page.goto(address)
  await expect(page).toHaveURL(
    at('cafe', `/entrar?redirect=${encodeURIComponent(new URL(address).pathname)}&authNeeded=true`),
  )
  await signUp(page)
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1, name: 'Água com gás da casa' })).toBeVisible()
  for (const id of ['0199f3a2-7c1e-7000-8000-5f0c9b1d2e3f', 'nenhum']) {
    await page.goto(at('cafe', `/store/${id}`))
    await expect(page.getByText('Este prêmio saiu da loja')).toBeVisible()
    await expectAccessible(page)
  }
  await page.getByRole('link', { name: 'Ver os prêmios' }).click()
  await expect(page).toHaveURL(at('cafe', '/store'))
})

test('going back from a prize restores the store’s filter and scroll position [R9.1]', async ({
  page,
}) => {
  await withPoints(page, 0)
  await page.goto(at('cafe', '/store?order=name'))
  await page.setViewportSize({ width: 360, height: 420 })
  const last = page.getByRole('link', { name: 'Porção de pão de queijo' })
  await last.scrollIntoViewIfNeeded()
  const before = await page.evaluate(() => scrollY)
  expect(before).toBeGreaterThan(200)
  await last.click()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await page.goBack()
  await expect(last).toBeInViewport()
  await page.goForward()
  await page.getByRole('main').getByRole('link', { name: 'Prêmios', exact: true }).click()
  await expect(page).toHaveURL(at('cafe', '/store?order=name'))
})

test('a store that cannot be loaded shows an error and a retry, and tabs without counts [R13.1]', async ({
  page,
}) => {
  await withPoints(page, 0)
  let broken = true
  for (const calls of ['**/api/prize?*', '**/api/prize/count*', '**/api/voucher/count'])
    await page.route(calls, (route) =>
      broken ? route.fulfill({ status: 500, body: '' }) : route.continue(),
    )
  await page.goto(at('cafe', '/store'))
  await expect(page.getByText('Ocorreu um erro ao finalizar a sua requisição.')).toBeVisible()
  // A count that cannot be read is left out. A tab whose count is still being read would show '…'.
  await expect(tabs(page).getByText('…')).toHaveCount(0)
  await expect(tabs(page)).toBeVisible()
  await expectAccessible(page)
  broken = false
  await page.getByRole('button', { name: 'Tentar de novo' }).click()
  await expect(page.getByRole('link', { name: 'Café coado na hora' })).toBeVisible()
})

test(
  'a company that hides points shows only money in its store [D7 R1.8]',
  { tag: '@night' },
  async ({ page }) => {
    await applyCopy('cafe-reais', (yaml) =>
      yaml
        .replace('display_mode: POINTS', 'display_mode: CASH\nhide_points: true')
        .replace('photo: prize-coffee.svg', 'photo: prize-coffee.svg\n    stock: 2'),
    )
    await signUp(page, undefined, 'cafe-reais')
    await page.goto(at('cafe-reais', '/store'))
    await expect(card(page, 'Café coado na hora')).toContainText('R$\u00a07,50')
    await expect(card(page, 'Café coado na hora')).toContainText('Faltam R$\u00a07,50')
    const main = page.getByRole('main')
    await expect(main).not.toContainText(/ponto/i)
    await page.getByRole('button', { name: 'Filtrar e ordenar' }).click()
    await page.getByLabel('Até (R$)').fill('8')
    await page.getByRole('button', { name: 'Mostrar prêmios' }).click()
    await expect(page.getByRole('heading', { level: 2 })).toHaveCount(3)
    await page.getByRole('link', { name: 'Café coado na hora' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await expect(main).toContainText('Você não tem saldo suficiente... Faltam R$\u00a07,50.')
    await expect(main).not.toContainText(/ponto/i)
    const more = page.getByRole('button', { name: 'Um a mais' })
    await expect(more).toHaveAccessibleDescription('')
    await more.click()
    await expect(more).toHaveAccessibleDescription('Restam só 2')
    await expect(page.getByText('Restam só 2')).toBeVisible()
    await expectAccessible(page)
  },
)

test('after a redemption the installation of the portal is offered, and a refusal is remembered [R9.2]', async ({
  page,
}) => {
  await withPoints(page, 500)
  await openPrize(page, 'Café coado na hora')
  await page.evaluate(() => {
    const offer = new Event('beforeinstallprompt', { cancelable: true })
    Object.assign(offer, { prompt: async () => ({ outcome: 'dismissed' }) })
    window.dispatchEvent(offer)
  })
  await redeem(page)
  const invitation = redeemed(page).getByRole('region', { name: 'Deixe seus vouchers a um toque' })
  await expect(invitation.getByRole('button', { name: 'Instalar' })).toBeVisible()
  await expectAccessible(page)
  await invitation.getByRole('button', { name: 'Agora não' }).click()
  await expect(invitation).toBeHidden()
  expect(await page.evaluate(() => localStorage.getItem('install_declined'))).not.toBeNull()
})
