import { expect, type Page } from '@playwright/test'

import {
  api,
  at,
  demoKey,
  expectAccessible,
  expectNoSidewaysScroll,
  register,
  test,
} from './journey.ts'
import { openPrize, redeem, redeemCoffee, redeemed, withPoints } from './redeem.ts'

/** Withdraws or cancels a voucher at the café's till. */
async function till(code: string, verb: 'withdraw' | 'cancel'): Promise<void> {
  const response = await fetch(api(`/partner/voucher/${code}/${verb}`), {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await demoKey()}`,
      ...(verb === 'withdraw' && { 'content-type': 'application/json' }),
    },
    ...(verb === 'withdraw' && { body: JSON.stringify({ subsidiary_name: 'Aurora Pinheiros' }) }),
  })
  expect(response.status).toBe(200)
}

const voucher = (page: Page) => page.getByRole('dialog', { name: 'Seu voucher' })

/** Opens the only voucher of a tab. */
async function open(page: Page, tab: string): Promise<void> {
  await page.goto(at('cafe', `/store?tab=${tab}`))
  await page
    .getByRole('main')
    .getByRole('link', { name: /Café coado na hora/ })
    .click()
  await expect(voucher(page)).toContainText('Café coado na hora')
}

/** Runs in the browser. Whether no other element covers the centre of this one. */
function isOnTop(element: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect()
  return document.elementFromPoint(left + width / 2, top + height / 2) === element
}

test('a voucher shows code and QR code, can be copied, and closes by going back [R9.3 D8]', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  // Fake the APIs for sharing and for keeping the screen on, because no desktop or headless browser has both.
  await page.addInitScript(() => {
    const seen: unknown[] = []
    const request = () => Promise.resolve({ release: () => seen.push('release') })
    Object.assign(window, { seen })
    Object.defineProperty(navigator, 'share', { value: async (data: object) => seen.push(data) })
    Object.defineProperty(navigator, 'wakeLock', {
      value: { request: () => (seen.push('awake'), request()) },
    })
  })
  const code = await redeemCoffee(page)
  await page.goto(at('cafe', '/store?tab=withdrawn'))
  await expect(page.getByText('Você ainda não retirou prêmios')).toBeVisible()
  await expectAccessible(page)
  await open(page, 'to_withdraw')
  await expect(page).toHaveURL(/\/store\?tab=to_withdraw&voucher=[0-9a-f-]{36}$/)
  await expect(voucher(page).locator('code')).toHaveText(code)
  await expect(voucher(page)).toContainText('Mostre este código no caixa para retirar.')
  await expect(voucher(page)).toContainText(/Vale até \d\d\/\d\d\/\d{4}/)
  const qrCode = voucher(page).getByRole('img', { name: `QR code do voucher ${code}` })
  await expect(qrCode).toHaveAttribute('data-qr-code', code)
  await expect(voucher(page).getByText('Rua dos Pinheiros, 480 · São Paulo')).toBeVisible()
  const viewport = page.viewportSize()!
  await page.setViewportSize({ width: 320, height: 640 })
  expect((await qrCode.boundingBox())!.width).toBeGreaterThanOrEqual(240)
  await page.setViewportSize(viewport)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await voucher(page).getByRole('button', { name: 'Copiar código' }).click()
  await expect(page.getByText('Código copiado')).toBeVisible()
  // The message is above the dialog and inside it, because the page behind a dialog can be neither pressed nor read out.
  expect(await page.getByText('Código copiado').evaluate(isOnTop)).toBe(true)
  await expect(
    voucher(page).getByRole('status').filter({ hasText: 'Código copiado' }),
  ).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code)
  const events = () => page.evaluate(() => (window as unknown as { seen: unknown[] }).seen)
  expect(await events()).toEqual(['awake'])
  await voucher(page).getByRole('button', { name: 'Compartilhar' }).click()
  const title = 'Café coado na hora'
  await expect.poll(events).toEqual(['awake', { title, text: `${title} · código ${code}` }])

  await page.reload()
  await expect(voucher(page).locator('code')).toHaveText(code)
  await page.goBack()
  await expect(voucher(page)).toBeHidden()
  await expect(page).toHaveURL(at('cafe', '/store?tab=to_withdraw'))
})

test('a printed page contains the voucher and nothing else [D8]', async ({ page }) => {
  const code = await redeemCoffee(page)
  await open(page, 'to_withdraw')
  await expect(voucher(page).getByRole('img', { name: `QR code do voucher ${code}` })).toBeVisible()
  await page.evaluate(() => Object.assign(window, { print: () => (document.title = 'printed') }))
  await voucher(page).getByRole('button', { name: 'Imprimir' }).click()
  await expect(page).toHaveTitle('printed')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('img', { name: `QR code do voucher ${code}` })).toBeVisible()
  await expect(page.locator('code')).toHaveText(code)
  for (const omittedText of ['Prêmios', 'Copiar código', 'Imprimir', 'Fechar', 'Seu voucher'])
    await expect(page.getByText(omittedText, { exact: true }).first()).toBeHidden()
  await expect(page.getByRole('img', { name: 'Café Aurora' }).first()).toBeVisible()
  await expect(page.getByText('Voucher de Beatriz Nunes Prado')).toBeVisible()
  await expect(page.getByText('Aurora Pinheiros', { exact: true })).toBeVisible()
})

test('an open voucher shows that the till handed it over, and changes its tab [R9.3]', async ({
  page,
}) => {
  const code = await redeemCoffee(page)
  await open(page, 'to_withdraw')
  await till(code, 'withdraw')
  await expect(voucher(page)).toContainText('Retirado em')
  await expect(voucher(page)).toContainText('em Aurora Pinheiros')
  await expect(voucher(page).getByRole('img')).toHaveCount(0)
  await expectAccessible(page)
  await voucher(page).getByRole('button', { name: 'Fechar' }).click()
  await expect(page.getByText('Nada para retirar agora')).toBeVisible()
  await page.getByRole('link', { name: 'Retirados' }).click()
  await expect(
    page.getByRole('main').getByRole('link', { name: /Café coado na hora/ }),
  ).toContainText('Retirado em')
})

test('a cancelled voucher says that its points are back, and is listed as expired [R9.3 D8]', async ({
  page,
}) => {
  const code = await redeemCoffee(page)
  await open(page, 'to_withdraw')
  await till(code, 'cancel')
  await expect(voucher(page)).toContainText('O valor voltou para o seu saldo.')
  await expect(voucher(page).getByRole('button', { name: 'Copiar código' })).toBeHidden()
  await page.keyboard.press('Escape')
  // The tab 'Expirados' lists cancelled vouchers too.
  await page.getByRole('link', { name: /^Expirados/ }).click()
  const voucherLink = page.getByRole('main').getByRole('link', { name: /Café coado na hora/ })
  await expect(voucherLink).toContainText('Cancelado. O valor voltou para o seu saldo.')
})

test('another customer’s voucher is not found, nor an unknown one [T4]', async ({
  page,
  browser,
}) => {
  const otherPhone = await browser.newContext()
  const other = await otherPhone.newPage()
  await redeemCoffee(other)
  await open(other, 'to_withdraw')
  const othersId = new URL(other.url()).searchParams.get('voucher')
  expect(othersId).toMatch(/^[0-9a-f-]{36}$/)
  await otherPhone.close()
  await register(page)
  for (const id of [othersId, '0199f3a2-7c1e-7000-8000-5f0c9b1d2e3f', 'nenhum']) {
    await page.goto(at('cafe', `/store?tab=to_withdraw&voucher=${id}`))
    await expect(voucher(page)).toContainText('Não encontramos este voucher')
  }
  await voucher(page).getByRole('button', { name: 'Fechar' }).click()
  await expect(page).toHaveURL(at('cafe', '/store?tab=to_withdraw'))
})

test(
  'without a network a page of vouchers is requested 4 times, and again only by a press [R9.3 R13.1]',
  { tag: '@night' },
  async ({ page }) => {
    await withPoints(page, 0)
    await openPrize(page, 'Água com gás da casa')
    const more = page.getByRole('button', { name: 'Um a mais' })
    for (let quantity = 1; quantity < 25; quantity += 1) await more.click()
    await redeem(page)
    let asked = 0
    let isAway = true
    await page.route(/\/api\/voucher\?(.*&)?page=2(&|$)/, (route) => {
      asked += 1
      return isAway ? route.abort() : route.continue()
    })
    await redeemed(page).getByRole('link', { name: 'Ver meus vouchers' }).click()
    const links = page.getByRole('main').getByRole('link', { name: /^Água com gás/ })
    await expect(links).toHaveCount(24)
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    const failure = page
      .getByRole('alert')
      .filter({ hasText: 'Não conseguimos carregar o restante.' })
    await expect(failure).toBeVisible()
    // The check of accessibility takes long enough for a list that wrongly retries by itself to send a fifth request.
    await expectAccessible(page)
    expect(asked).toBe(4)
    isAway = false
    await page.getByRole('button', { name: 'Tentar de novo' }).click()
    await expect(links).toHaveCount(25)
    await expect(failure).toBeHidden()
  },
)
