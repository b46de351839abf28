/**
 * `npm run readme-pictures` takes the README's pictures anew, from a demo with its own data, into docs/pictures/.
 */

import { join } from 'node:path'

import { type Browser, chromium, type Page } from '@playwright/test'
import { TOTP } from 'otpauth'
import sharp from 'sharp'

import { paths } from '#console/path/paths.ts'
import { draftText } from '#console/text/draft.ts'
import { owner, staffPassword, totpOf } from '#demo/console/staff.ts'
import { pathTo } from '#portal/path/paths.ts'

import { browserForPictures } from '../../e2e/browser.ts'
import { startDemoServer } from '../demo-server.ts'
import { buildStale } from '../portal/build-stale.ts'
import { untilQuiet } from './quiet.ts'
import { signIn } from './visitor.ts'

const folder = join(import.meta.dirname, '../../docs/pictures')
const phone = { width: 390, height: 844 }
/** The document of the demo's customer. */
const document = '52998224725'
const canvas = '#ece4de'

await buildStale()
const server = await startDemoServer()
try {
  const chrome = await chromium.launch(await browserForPictures())
  const origin = server.origins.get('cafe')!
  await dashboard(chrome, origin)
  await till(chrome, origin)
  await staffConsole(chrome, origin)
  await chrome.close()
} finally {
  await server.stop()
}

/** The dashboard on a phone and on a desk. */
async function dashboard(chrome: Browser, origin: string): Promise<void> {
  const windows: Buffer[] = []
  for (const width of [phone.width, 1280]) {
    const page = await openPage(chrome, { width, height: phone.height }, 1)
    await signIn(page, origin)
    await page.goto(`${origin}${pathTo('home')}`)
    await untilQuiet(page)
    windows.push(await page.screenshot())
    await page.context().close()
  }
  await save('dashboard', windows, 22)
}

/** The till asks for 80 points, and the customer's phone shows the code and the button. */
async function till(chrome: Browser, origin: string): Promise<void> {
  const scale = 1.5
  const height = 1004
  const shop = await openPage(chrome, { width: 760, height }, scale)
  await shop.goto(`${origin}/_demo/caixa`)
  await shop.getByLabel('CPF ou CNPJ').fill(document)
  await shop.getByText('Cobrar do saldo').click()
  await shop.getByLabel('Pontos a usar').fill('80')
  await shop.getByRole('button', { name: 'Pedir autorização' }).click()
  await shop.getByText('Esperando o cliente autorizar').waitFor()
  const customer = await openPage(chrome, { width: phone.width, height }, scale)
  await signIn(customer, origin)
  await customer.goto(`${origin}${pathTo('authorization')}`)
  await customer.getByRole('button', { name: 'Autorizar' }).waitFor()
  await untilQuiet(customer)
  await untilQuiet(shop)
  await save('till', [await shop.screenshot(), await customer.screenshot()], 45)
}

/** A price is changed in the console, and the preview beside it is the portal. */
async function staffConsole(chrome: Browser, origin: string): Promise<void> {
  const page = await openPage(chrome, { width: 1440, height: 860 }, 1)
  const host = origin.replace('//', '//admin.')
  await page.goto(`${host}${paths['sign-in']}`)
  await page.getByLabel('Email').fill(owner.email)
  await page.getByLabel('Senha', { exact: true }).fill(staffPassword)
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  await page.getByLabel('Código do aplicativo').fill(TOTP.generate({ secret: totpOf(owner.email) }))
  await page.getByRole('button', { name: 'Confirmar' }).click()
  await page.getByRole('heading', { name: 'Olá, Ana' }).waitFor()
  await page.goto(`${host}${paths['programme.prizes']}/cafe-coado`)
  await page.getByLabel('Preço em pontos').fill('120')
  await page.getByText(draftText.count(1), { exact: true }).waitFor()
  const preview = page.frameLocator('iframe').first()
  await preview.getByText('120 pontos').first().waitFor()
  await untilQuiet(page)
  await save('console', [await page.screenshot()], 22)
  await page.context().close()
}

async function openPage(
  chrome: Browser,
  viewport: { width: number; height: number },
  deviceScaleFactor: number,
): Promise<Page> {
  return chrome.newPage({ viewport, deviceScaleFactor, locale: 'pt-BR', reducedMotion: 'reduce' })
}

/** Saves the windows beside each other, with round corners. `gap` in px, around them and between them. */
async function save(name: string, windows: Buffer[], gap: number): Promise<void> {
  const sizes = await Promise.all(windows.map((window) => sharp(window).metadata()))
  const rounded = await Promise.all(
    windows.map((window, at) => {
      const { width, height } = sizes[at]!
      const mask = `<svg width="${width}" height="${height}"><rect width="${width}" height="${height}" rx="16"/></svg>`
      return sharp(window)
        .composite([{ input: Buffer.from(mask), blend: 'dest-in' }])
        .png()
        .toBuffer()
    }),
  )
  const placed = rounded.map((input, at) => {
    const before = sizes.slice(0, at).reduce((sum, { width }) => sum + width + gap, gap)
    return { input, left: before, top: gap }
  })
  const width = sizes.reduce((sum, size) => sum + size.width + gap, gap)
  const height = Math.max(...sizes.map((size) => size.height)) + 2 * gap
  await sharp({ create: { width, height, channels: 3, background: canvas } })
    .composite(placed)
    .png({ palette: true, quality: 90 })
    .toFile(join(folder, `${name}.png`))
}
