/** The frame of a signed-in customer's screens on a phone: tab bar, logo, balance chip, large text. */

import { expect, type Locator, type Page } from '@playwright/test'

import { at, expectAccessible, pretend, signIn, signUp, test } from './journey.ts'
import { openPrize, redeemCoffee, withPoints } from './redeem.ts'

const tabBar = (page: Page) => page.getByRole('navigation', { name: 'Atalhos' })

/** Replaces the answer of the balance by this amount, so that the chip has its greatest width. */
async function withBalance(page: Page, amount_balance: number): Promise<void> {
  await page.route('**/api/customer/balance', (route) =>
    route.fulfill({ json: { amount_balance, value_balance: amount_balance * 5 } }),
  )
}

test('the tab bar leads to the main screens, and its button Mais to all screens [R2.8 R2.9]', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await redeemCoffee(page)
  await page.goto(at('cafe', '/fidelidade/resumo'))
  const bar = tabBar(page)
  await expect(bar.getByRole('listitem')).toHaveText([
    'Resumo',
    'Prêmios',
    'Meu código',
    /^Vouchers1/,
    'Mais',
  ])
  await expect(bar.getByRole('link', { name: 'Resumo' })).toHaveAttribute('aria-current', 'page')
  const { height, y } = (await bar.boundingBox())!
  expect(height).toBeGreaterThanOrEqual(56)
  expect(height).toBeLessThanOrEqual(64)
  expect(y + height).toBe(page.viewportSize()!.height)

  await bar.getByRole('link', { name: 'Vouchers 1 voucher para retirar' }).click()
  await expect(page).toHaveURL(at('cafe', '/store?tab=to_withdraw'))
  await expect(bar.getByRole('link', { name: /^Vouchers/ })).toHaveAttribute('aria-current', 'page')
  await bar.getByRole('link', { name: 'Prêmios' }).click()
  await expect(page).toHaveURL(at('cafe', '/store'))
  await expect(bar.getByRole('link', { name: 'Prêmios' })).toHaveAttribute('aria-current', 'page')
  await expectAccessible(page)

  await bar.getByRole('button', { name: 'Mais' }).click()
  const drawer = page.getByRole('dialog', { name: 'Navegação' })
  await expect(drawer.getByRole('link')).toHaveText([
    'Resumo',
    'Níveis',
    'Histórico',
    'Prêmios',
    'Promoções',
    'Meu cadastro',
    'Perguntas frequentes',
    'Sair',
  ])
  await drawer.getByRole('link', { name: 'Histórico' }).click()
  await expect(page).toHaveURL(at('cafe', '/historico'))
  await expect(drawer).toBeHidden()

  // The screen of a till's request has no notifications (R2.7), so its tab bar shows no count of vouchers.
  await page.goto(at('cafe', '/autorizacao'))
  await expect(bar.getByRole('listitem')).toHaveText([
    'Resumo',
    'Prêmios',
    'Meu código',
    'Vouchers',
    'Mais',
  ])
})

test('a prize’s button Trocar is visible above the tab bar before any scrolling [R9.2]', async ({
  page,
}) => {
  await withPoints(page, 200)
  await page.setViewportSize({ width: 390, height: 500 })
  await openPrize(page, 'Café coado na hora')
  expect(await page.evaluate(() => scrollY)).toBe(0)
  const button = page.getByRole('button', { name: 'Trocar' })
  await expect(button).toBeInViewport({ ratio: 1 })
  const [buttonBox, barBox] = [await button.boundingBox(), await tabBar(page).boundingBox()]
  expect(buttonBox!.y + buttonBox!.height).toBeLessThanOrEqual(barBox!.y)
})

test('the tab bar is absent with a keyboard, on a wide screen and without base data [R2.3 R2.7]', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signUp(page)
  await page.goto(at('cafe', '/promo'))
  await expect(tabBar(page)).toBeVisible()
  await page.getByRole('textbox', { name: 'Código' }).focus()
  await expect(tabBar(page)).toBeVisible()
  // A keyboard shortens the view.
  await page.setViewportSize({ width: 390, height: 500 })
  await expect(tabBar(page)).toBeHidden()
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(tabBar(page)).toBeVisible()
  await page.setViewportSize({ width: 1024, height: 844 })
  await expect(tabBar(page)).toBeHidden()
  await page.setViewportSize({ width: 390, height: 844 })
  await pretend(page, { birthdate: null })
  await page.goto(at('cafe', '/completar-cadastro'))
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(tabBar(page)).toBeHidden()
})

for (const company of ['cafe', 'posto', 'otica', 'adega']) {
  test(`the logo of ${company} is 24 px high or a symbol at 320 px with the longest balance [R1.6 R2.8]`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 320, height: 640 })
    await signUp(page, undefined, company)
    await withBalance(page, 15_656_375)
    await page.goto(at(company, '/historico'))
    const banner = page.getByRole('banner')
    if (company !== 'adega') {
      const chip = banner.getByText(/^(15,7\smi|R\$\s782,8\smil)$/)
      await expect(chip).toBeVisible()
      await expect(banner).toContainText(/15\.656\.375 pontos|R\$\s782\.818,75/)
    }
    const height_px = () =>
      banner
        .getByRole('img')
        .first()
        .evaluate((logo: HTMLImageElement) => {
          const { width, height } = logo.getBoundingClientRect()
          return Math.min(height, (width * logo.naturalHeight) / logo.naturalWidth)
        })
    await expect.poll(height_px).toBeGreaterThanOrEqual(24)
  })
}

test('on a desk the content begins and ends where the navbar does @desk [R2.8]', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const left = async (target: Locator) => (await target.boundingBox())!.x
  const right = async (target: Locator) => {
    const { x, width } = (await target.boundingBox())!
    return x + width
  }
  const navbar = page.getByRole('banner')
  const title = page.getByRole('heading', { level: 1 })
  await page.goto(at('cafe', '/clube-de-assinatura'))
  await expect(page.getByRole('link', { name: 'Criar minha conta' })).toBeVisible()
  expect(await left(title)).toBe(await left(navbar.getByRole('link').first()))
  expect(await right(title)).toBe(await right(navbar.getByRole('link', { name: 'Entrar' })))

  await signUp(page)
  await page.goto(at('cafe', '/historico'))
  await expect(page.getByRole('heading', { name: 'Histórico' })).toBeVisible()
  const alert = page.getByRole('status').filter({ hasText: 'Complete seu cadastro' })
  expect(await right(alert)).toBe(await right(navbar.getByRole('button', { name: /^Sua conta/ })))
})

test('at 320 px and a text size of 200 %, logo, bell and account stay on the screen [R2.8]', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto(at('cafe', '/entrar'))
  await signIn(page, 'marina@exemplo.com.br', 'aurora2026')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await withBalance(page, 15_656_375)
  await page.goto(at('cafe', '/perguntas-frequentes'))
  await expect(page.getByRole('banner')).toContainText('15.656.375 pontos')
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  for (const part of [
    page.getByRole('banner').getByRole('img').first(),
    page.getByRole('button', { name: /^Notificações/ }),
    page.getByRole('button', { name: 'Sua conta' }),
    tabBar(page).getByRole('button', { name: 'Mais' }),
  ]) {
    await expect(part).toBeInViewport({ ratio: 1 })
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
})

test('the data of a main screen is requested when its link is pressed, and once [R7.1] @desk', async ({
  page,
  isMobile,
}) => {
  await signUp(page)
  await page.goto(at('cafe', '/fidelidade/resumo'))
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname === '/api/prize') asked.push(pathname)
  })
  const link = page.getByRole('link', { name: 'Prêmios', exact: true }).filter({ visible: true })
  if (isMobile) await link.dispatchEvent('pointerover')
  else await link.hover()
  await expect.poll(() => asked).toHaveLength(1)
  await link.click()
  await expect(page.getByRole('heading', { name: 'Prêmios', level: 1 })).toBeVisible()
  await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible()
  expect(asked).toHaveLength(1)
})
