import { expect, type Page } from '@playwright/test'

import {
  api,
  at,
  demoKey,
  expectAccessible,
  expectNoSidewaysScroll,
  type Person,
  signUp,
  test,
  untilCached,
} from './journey.ts'

const sheet = (page: Page) => page.getByRole('dialog', { name: 'Meu código' })
const qrCode = (page: Page) => sheet(page).getByRole('img', { name: /QR code para o caixa/ })

/** The text of the shown QR code. */
async function shownCode(page: Page): Promise<string> {
  await expect(qrCode(page)).toBeVisible()
  return (await qrCode(page).getAttribute('data-qr-code'))!
}

/** The café's till looks the customer up by a code. */
async function lookUp(code: string): Promise<{ status: number; name?: string; type?: string }> {
  const response = await fetch(api(`/partner/customer?${new URLSearchParams({ code })}`), {
    headers: { authorization: `Bearer ${await demoKey()}` },
  })
  const { name, data } = await response.json()
  return { status: response.status, name, type: data?.type }
}

/** Signs in with the form: the sign-in answers the key. */
async function signInAgain(page: Page, { email, password }: Person): Promise<void> {
  await page.goto(at('cafe', '/sair'))
  await page.getByLabel('Email, CPF/CNPJ ou celular').fill(email)
  await page.getByLabel('Senha', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Entrar' }).click()
  await expect(page.getByRole('heading', { name: 'Olá, Beatriz' })).toBeVisible()
}

test('Meu código opens by link, rotates, identifies the customer to a till and closes [D14]', async ({
  page,
}) => {
  await signUp(page)
  await page.clock.install()
  await page.goto(at('cafe', '/fidelidade/resumo'))
  const link = page.getByRole('link', { name: 'Usar no caixa' })
  await link.focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(at('cafe', '/fidelidade/resumo?codigo'))
  const first = await shownCode(page)
  expect(first).toMatch(/^F1\.[\w-]{22}\.\d+\.[\w-]{14}$/)
  expect(await lookUp(first)).toMatchObject({ status: 200, name: 'Beatriz N. P.' })
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.clock.runFor(30_000)
  await expect(qrCode(page)).not.toHaveAttribute('data-qr-code', first)
  await page.keyboard.press('Escape')
  await expect(sheet(page)).toBeHidden()
  await expect(page).toHaveURL(at('cafe', '/fidelidade/resumo'))
  await expect(link).toBeFocused()
  // As an app shortcut opens it.
  await page.goto(at('cafe', '/fidelidade/resumo?codigo'))
  await sheet(page).getByRole('button', { name: 'Fechar' }).click()
  await expect(page).toHaveURL(at('cafe', '/fidelidade/resumo'))
})

test('the tab bar opens Meu código, and closing it returns to the previous screen [D14]', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signUp(page)
  await page.goto(at('cafe', '/store'))
  await page.getByRole('link', { name: 'Meu código' }).click()
  await shownCode(page)
  await sheet(page).getByRole('button', { name: 'Fechar' }).click()
  await expect(page).toHaveURL(at('cafe', '/store'))
})

test('a phone whose clock is 10 minutes wrong shows valid member codes [D14]', async ({ page }) => {
  await signUp(page)
  for (const minutes of [-10, 10]) {
    await page.clock.setSystemTime(Date.now() + minutes * 60_000)
    await page.goto(at('cafe', '/fidelidade/resumo?codigo'))
    await expect(async () => {
      expect(await lookUp(await shownCode(page))).toMatchObject({ status: 200 })
    }).toPass()
    const wrong_ms = (await page.evaluate(() => Date.now())) - Date.now()
    expect(Math.abs(wrong_ms)).toBeGreaterThan(9 * 60_000)
  }
})

test.describe('without a connection', () => {
  test.use({ serviceWorkers: 'allow' })

  test('Meu código works after a sign-in, and signing out deletes its key [D14 R3.7]', async ({
    page,
    context,
  }) => {
    await signInAgain(page, await signUp(page))
    await untilCached(page)
    await context.setOffline(true)
    await page.goto(at('cafe', '/fidelidade/resumo?codigo'))
    const code = await shownCode(page)
    await expect(sheet(page)).toContainText('Funciona também sem conexão.')
    expect(await lookUp(code)).toMatchObject({ status: 200 })
    await expectAccessible(page)
    await context.setOffline(false)
    await page.goto(at('cafe', '/sair'))
    await expect(page).toHaveURL(at('cafe', '/entrar?logout=true'))
    expect(await page.evaluate(() => localStorage.getItem('member_code'))).toBeNull()
    expect(await lookUp(code)).toMatchObject({ status: 404, type: 'customer_not_found' })
  })

  test('Meu código without a stored key offers a retry [D14]', async ({ page, context }) => {
    await signUp(page)
    await page.goto(at('cafe', '/fidelidade/resumo'))
    await untilCached(page)
    await expect.poll(() => page.evaluate(() => localStorage.getItem('member_code'))).not.toBeNull()
    await page.evaluate(() => localStorage.removeItem('member_code'))
    await context.setOffline(true)
    await page.goto(at('cafe', '/fidelidade/resumo?codigo'))
    await expect(sheet(page)).toContainText('Não conseguimos preparar o seu código')
    await expectAccessible(page)
    await context.setOffline(false)
    await sheet(page).getByRole('button', { name: 'Tentar de novo' }).click()
    await shownCode(page)
  })
})
