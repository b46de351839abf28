/**
 * `npm run screens`: every screen of each demo company, on a phone and on a desk, light and dark, as pictures in screens/,
 * for looking at. `npm run screens -- adega otica /entrar /store`: these companies, these paths. On data of its own, so that
 * what is tried by hand changes no picture.
 */

import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { type Browser, chromium, type Page } from '@playwright/test'

import { pathTo } from '#portal/path/paths.ts'

import { browser } from '../e2e/browser.ts'
import { buildPortal, portalIsStale } from './build-portal.ts'
import { startDemoServer } from './demo-server.ts'

const folder = join(import.meta.dirname, '../screens')
const sizes = { phone: { width: 390, height: 844 }, desktop: { width: 1440, height: 900 } }
const schemes = ['light', 'dark'] as const
const asked_paths = process.argv.slice(2).filter((word) => word.startsWith('/'))
const asked_companies = process.argv.slice(2).filter((word) => !word.startsWith('/'))
/** What Chromium needs to be done with its pictures and their fading in. */
const quiet_ms = 600

if (await portalIsStale()) await buildPortal()
const preload: Record<string, unknown> = JSON.parse(
  await readFile(join(import.meta.dirname, '../dist/preload.json'), 'utf8'),
)
const server = await startDemoServer()
try {
  const chrome = await chromium.launch((await browser()).launchOptions)
  for (const [slug, origin] of server.origins) {
    if (isAsked(slug, asked_companies)) await company(chrome, origin, slug)
  }
  await chrome.close()
} finally {
  await server.stop()
}

function isAsked(word: string, asked: string[]): boolean {
  return asked.length === 0 || asked.includes(word)
}

/** As a guest, and as the demo's customer. */
async function company(chrome: Browser, origin: string, slug: string): Promise<void> {
  for (const [size, viewport] of Object.entries(sizes)) {
    for (const colorScheme of schemes) {
      const place = join(folder, slug, `${size}-${colorScheme}`)
      await mkdir(place, { recursive: true })
      const context = await chrome.newContext({
        viewport,
        colorScheme,
        locale: 'pt-BR',
        reducedMotion: 'reduce',
      })
      const page = await context.newPage()
      const paths = Object.keys(preload).filter(
        (path) => !path.includes(':') && isAsked(path, asked_paths),
      )
      await passGate(page, origin, place)
      for (const path of paths) await picture(page, origin, path, place)
      if (await signIn(page, origin)) {
        const own = [...paths, ...(asked_paths.length > 0 ? [] : await pathsOfThings(page, origin))]
        for (const path of own.filter((one) => one !== pathTo('logout'))) {
          await picture(page, origin, path, join(place, 'customer'))
        }
      }
      await context.close()
    }
  }
}

async function picture(page: Page, origin: string, path: string, place: string): Promise<void> {
  await page.goto(`${origin}${path}`)
  await page.waitForLoadState('load')
  await page.waitForTimeout(quiet_ms)
  const name = path === '/' ? 'root' : path.slice(1).replaceAll('/', '-')
  await page.screenshot({ path: join(place, `${name}.png`), fullPage: true })
}

/** R6.2: where an age is asked for, that is the first picture. */
async function passGate(page: Page, origin: string, place: string): Promise<void> {
  await page.goto(`${origin}${pathTo('login')}`)
  await page.waitForTimeout(quiet_ms)
  const yes = page.getByRole('button', { name: 'Sim', exact: true })
  if (!(await yes.isVisible())) return
  await page.screenshot({ path: join(place, 'age-gate.png') })
  await yes.click()
}

/** A company that is blocked has no login. */
async function signIn(page: Page, origin: string): Promise<boolean> {
  await page.goto(`${origin}${pathTo('login')}`)
  await page.waitForTimeout(quiet_ms)
  const identifier = page.getByLabel('Email, CPF/CNPJ ou celular')
  if (!(await identifier.isVisible())) return false
  await identifier.fill('marina@exemplo.com.br')
  await page.getByLabel('Senha', { exact: true }).fill('aurora2026')
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  return page
    .waitForURL((url) => url.pathname !== pathTo('login'), { timeout: 5_000 })
    .then(() => true)
    .catch(() => false)
}

/** One of each kind that has a page of its own: the first prize, the first promotion. */
async function pathsOfThings(page: Page, origin: string): Promise<string[]> {
  await page.goto(`${origin}${pathTo('prizes')}`)
  await page.waitForTimeout(quiet_ms)
  const links = await page.locator(`main a[href^="${pathTo('prizes')}/"]`).all()
  const href = await links[0]?.getAttribute('href')
  return href ? [href] : []
}
