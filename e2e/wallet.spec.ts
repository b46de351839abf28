import { readFile } from 'node:fs/promises'

import { expect, type Page } from '@playwright/test'

import { readPass } from '#api/testing/fakes/read-pass.ts'
import { appleFile, googleFile, issuerId } from '#api/testing/fakes/wallet-credential.ts'

import { applyCopy, at, expectAccessible, expectNoSidewaysScroll, signUp, test } from './journey.ts'

const slug = 'carteira'
const android =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/153.0.0.0 Mobile Safari/537.36'
const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 Version/26.1 Mobile/15E148 Safari/604.1'
const [toApple, toGoogle] = ['Adicionar à Apple Wallet', 'Adicionar à Carteira do Google']

/** The café with credentials for both wallets and coffee for nothing. Returns the certificate of Apple's issuer. */
async function applyWallets(): Promise<string> {
  const apple = appleFile()
  const settings = `settings:
  integrations:
    wallet:
      apple: {credentials: apple.pem}
      google: {issuer_id: "${issuerId}", credentials: google.json}
`
  await applyCopy(
    slug,
    (yaml) => yaml.replace('settings:\n', settings).replace('value: 150', 'value: 0'),
    { 'apple.pem': apple.text, 'google.json': googleFile().text },
  )
  return apple.issuer
}

/** Redeems a coffee and opens the voucher. Returns its code. */
async function openVoucher(page: Page): Promise<string> {
  await page.goto(at(slug, '/store'))
  await page.getByRole('link', { name: 'Café coado na hora' }).first().click()
  await page.getByRole('button', { name: 'Trocar' }).click()
  await page.getByRole('button', { name: 'Confirmar' }).click()
  const done = page.getByRole('dialog', { name: 'Sucesso!' })
  const code = await done.locator('code').textContent()
  await done.getByRole('button', { name: 'Entendi' }).click()
  await page.goto(at(slug, '/store?tab=to_withdraw'))
  const link = page.getByRole('main').getByRole('link', { name: /Café coado na hora/ })
  await link.click()
  await expect(page.getByRole('dialog', { name: 'Seu voucher' })).toBeVisible()
  return code!
}

test.use({ userAgent: android })

test(
  'the card and a voucher are saved in the wallet that the phone supports [D14 R9.3]',
  { tag: '@night' },
  async ({ page, context, browser }) => {
    // A command, a redemption and two browsers: 12 s on a quiet machine.
    test.slow()
    const issuer = await applyWallets()
    await signUp(page, undefined, slug)
    await page.goto(at(slug, '/fidelidade/resumo?codigo'))
    const card = page.getByRole('button', { name: toGoogle })
    await expect(card).toBeVisible()
    await expect(page.getByRole('button', { name: toApple })).toBeHidden()
    expect((await card.boundingBox())!.height).toBeGreaterThanOrEqual(44)
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await context.setOffline(true)
    await expect(card).toHaveAccessibleDescription(
      'Sem conexão: adicione quando a internet voltar.',
    )
    await context.setOffline(false)
    await expect(card).not.toHaveAttribute('aria-disabled', 'true')
    await context.route('https://pay.google.com/**', (route) => route.fulfill({ body: 'Google' }))
    await card.focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(
      /^https:\/\/pay\.google\.com\/gp\/v\/save\/[\w-]+\.[\w-]+\.[\w-]+$/,
    )

    const storageState = await context.storageState()
    const phone = await browser.newContext({
      userAgent: iPhone,
      viewport: { width: 320, height: 640 },
      storageState,
    })
    const apple = await phone.newPage()
    const code = await openVoucher(apple)
    const save = apple.getByRole('button', { name: toApple })
    await expect(save).toBeVisible()
    await expect(apple.getByRole('button', { name: toGoogle })).toBeHidden()
    await expectNoSidewaysScroll(apple)
    const [download] = await Promise.all([apple.waitForEvent('download'), save.click()])
    expect(download.suggestedFilename()).toBe('cartao.pkpass')
    const { json } = readPass(await readFile(await download.path()), issuer)
    expect(json).toMatchObject({ barcodes: [{ message: code }] })
    await expect(save).toBeVisible()
    await phone.close()
  },
)
