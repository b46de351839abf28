/**
 * `npm run screens` saves pictures of every screen of each demo company in screens/: phone and desktop, light and dark. Pass
 * slugs and paths to select some: `npm run screens -- adega otica /entrar /store`. It uses its own data, so that manual
 * changes in the demo do not appear.
 */

import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { type Browser, chromium, type Page } from '@playwright/test'

import { pathTo } from '#portal/path/paths.ts'

import { browser } from '../e2e/browser.ts'
import { startDemoServer } from './demo-server.ts'
import { passGate, quiet_ms, signIn } from './demo-visitor.ts'
import { buildPortal, portalIsStale } from './portal/build-portal.ts'

const folder = join(import.meta.dirname, '../screens')
const sizes = { phone: { width: 390, height: 844 }, desktop: { width: 1440, height: 900 } }
const schemes = ['light', 'dark'] as const
const selectedPaths = process.argv.slice(2).filter((word) => word.startsWith('/'))
const selectedCompanies = process.argv.slice(2).filter((word) => !word.startsWith('/'))

if (await portalIsStale()) await buildPortal()
const preload: Record<string, unknown> = JSON.parse(
  await readFile(join(import.meta.dirname, '../dist/preload.json'), 'utf8'),
)
const server = await startDemoServer()
try {
  const chrome = await chromium.launch((await browser()).launchOptions)
  for (const [slug, origin] of server.origins) {
    if (isSelected(slug, selectedCompanies)) await company(chrome, origin, slug)
  }
  await chrome.close()
} finally {
  await server.stop()
}

function isSelected(word: string, selection: string[]): boolean {
  return selection.length === 0 || selection.includes(word)
}

/** Takes pictures as a guest and as the demo's customer. */
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
        (path) => !path.includes(':') && isSelected(path, selectedPaths),
      )
      await passGate(page, origin, () => page.screenshot({ path: join(place, 'age-gate.png') }))
      for (const path of paths) await picture(page, origin, path, place)
      if (await signIn(page, origin)) {
        const own = [...paths, ...(selectedPaths.length > 0 ? [] : await prizePath(page, origin))]
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

/** The path of the first prize. */
async function prizePath(page: Page, origin: string): Promise<string[]> {
  await page.goto(`${origin}${pathTo('prizes')}`)
  await page.waitForTimeout(quiet_ms)
  const links = await page.locator(`main a[href^="${pathTo('prizes')}/"]`).all()
  const href = await links[0]?.getAttribute('href')
  return href ? [href] : []
}
