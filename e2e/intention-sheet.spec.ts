/** A till's request opens over the customer's current screen, once, and never while the customer types (R2.11, R8.2). */

import { randomUUID } from 'node:crypto'

import { expect, type Page } from '@playwright/test'

import {
  at,
  demoKey,
  expectAccessible,
  expectNoSidewaysScroll,
  type Person,
  register,
  sell,
  test,
  till,
} from './journey.ts'

/** A customer with 200 points, of whom the till asks for 100. */
async function openIntention(
  page: Page,
  path: string,
  prepare: () => Promise<void> = async () => {},
) {
  const person: Person = await register(page)
  await sell(await demoKey(), person.document, 20_000)
  const streaming = page.waitForRequest('**/api/points/intention/stream')
  await page.goto(at('cafe', path))
  await streaming
  await prepare()
  const { id } = await till('POST', '', {
    customer: { document: person.document },
    purchase_value: 4_590,
    points_amount: 100,
    external_id: randomUUID(),
    subsidiary_name: 'Aurora Pinheiros',
  })
  await expect(page.getByText(/^Aurora Pinheiros quer usar /)).toBeVisible()
  return id
}

const sheetOf = (page: Page) => page.getByRole('dialog', { name: 'Autorização' })

/** Expects no sheet, after the portal has decided not to open it, because a missing sheet might still be loading. */
async function expectNoSheet(page: Page): Promise<void> {
  await passFrames(page)
  expect(await page.evaluate(() => sessionStorage.getItem('offered_intention'))).toBeNull()
  await expect(sheetOf(page)).toBeHidden()
}

/** The decision is made in a timer of 0 ms after the banner was drawn. */
async function passFrames(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(resolve))
      }),
  )
}

test('a till’s request opens once with all figures, and closing it is not an answer [R2.11 R8.2]', async ({
  page,
}) => {
  const id = await openIntention(page, '/fidelidade/resumo')
  const sheet = sheetOf(page)
  await expect(sheet.getByRole('heading', { name: 'Aurora Pinheiros' })).toBeVisible()
  await expect(sheet.getByText('Código de autorização', { exact: true })).toBeVisible()
  await expect(sheet.getByRole('term')).toHaveText([
    'Saldo',
    'Valor total da compra',
    'Pontos consumidos',
    'Falta pagar no caixa',
    'Saldo após a compra',
  ])
  await expect(sheet.getByRole('definition').nth(4)).toHaveText('R$\u00a040,90')
  // The list shows the balance from before the request. The sheet, the chip and the card all name the 100 points that are
  // left.
  await expect(sheet.getByRole('definition').nth(1)).toHaveText(
    'Reservado no caixa: 100 pontos. Disponível agora: 100 pontos.',
  )
  await expect(page.locator('header')).toContainText('Disponível agora 100 pontos')
  await expect(page.locator('section', { hasText: 'Seu saldo' })).toContainText('Disponível agora')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  expect((await till('GET', `/${id}`)).status).toBe('PENDING')
  await page.reload()
  await expect(page.getByText(/^Aurora Pinheiros quer usar /)).toBeVisible()
  await expect(sheet).toBeHidden()
})

test('on a phone in landscape the sheet shows figures beside the code, and both answer buttons [R8.2]', async ({
  page,
}) => {
  await openIntention(page, '/fidelidade/resumo', () =>
    page.setViewportSize({ width: 844, height: 390 }),
  )
  const sheet = sheetOf(page)
  const answer = sheet.getByRole('button', { name: 'Autorizar' })
  await expect(answer).toBeInViewport({ ratio: 1 })
  await expect(sheet.getByRole('button', { name: 'Recusar' })).toBeInViewport({ ratio: 1 })
  const code = sheet.getByText('Código de autorização', { exact: true })
  const figures = sheet.getByRole('term').first()
  const [codeBox, figuresBox] = [await code.boundingBox(), await figures.boundingBox()]
  expect(figuresBox!.x).toBeGreaterThanOrEqual(codeBox!.x + codeBox!.width)
  // The sheet is 48rem wide. On an upright phone it is 32rem wide at most.
  expect((await sheet.boundingBox())!.width).toBe(768)
})

test('the sheet accepts an answer only after 600 ms, and then shows the outcome [R8.2 D5]', async ({
  page,
}) => {
  // Notes when the button appears and when it can be pressed.
  await page.addInitScript(() => {
    const times: Record<string, number> = {}
    Object.assign(window, { times })
    new MutationObserver(() => {
      const button = document.querySelector('dialog [inert] button')
      if (button) times['shown'] ??= performance.now()
      else if (times['shown']) times['ready'] ??= performance.now()
    }).observe(document, { childList: true, subtree: true, attributes: true })
  })
  const id = await openIntention(page, '/historico')
  const sheet = sheetOf(page)
  await sheet.getByRole('button', { name: 'Autorizar' }).click()
  await expect(sheet.getByRole('button', { name: 'Autorizado' })).toBeVisible()
  const { shown, ready } = await page.evaluate(
    () => (window as unknown as { times: { shown: number; ready: number } }).times,
  )
  expect(ready - shown).toBeGreaterThanOrEqual(550)
  await till('POST', `/${id}/capture`, {})
  await expect(sheet.getByRole('heading', { name: 'Compra concluída' })).toBeVisible()
  await expect(sheet.getByText('Você economizou R$\u00a05,00.').last()).toBeVisible()
  await sheet.getByRole('button', { name: 'Entendi' }).click()
  await expect(sheet).toBeHidden()
})

test('a till’s request does not open while the customer types, nor after it was seen [R2.11]', async ({
  page,
}) => {
  const field = page.getByLabel('Código da promoção')
  await openIntention(page, '/promo', async () => {
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await field.focus()
  })
  await expectNoSheet(page)
  await expect(field).toBeFocused()
  // Opening the request's own screen does not count as an interruption.
  await page.getByRole('link', { name: 'Ver', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Autorizar' })).toBeVisible()
  await page.goBack()
  await expect(field).toBeVisible()
  await expect(sheetOf(page)).toBeHidden()
})

test('a till’s request waits until an open dialog closes [R2.11]', async ({ page }) => {
  const dialog = page.getByRole('dialog', { name: 'Extrato' })
  await openIntention(page, '/historico', async () => {
    await page.getByRole('button', { name: 'Extrato' }).click()
    await expect(dialog).toBeVisible()
  })
  await expectNoSheet(page)
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(sheetOf(page).getByRole('button', { name: 'Autorizar' })).toBeVisible()
})
