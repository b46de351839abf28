/**
 * `npm run touch` measures Interaction to Next Paint on a phone four times slower than this machine. It uses a history of
 * 1,000 lines and a store of 500 prizes. The goal is at most 100 ms.
 */

import { randomUUID } from 'node:crypto'
import { cp, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { chromium, type Locator, type Page } from '@playwright/test'
import { parse, stringify } from 'yaml'

import { applyCompany } from '#api/company-file/apply.ts'
import { readCompanyFolder } from '#api/company-file/company-file.ts'
import { openSealed } from '#api/secret/sealed-database.ts'
import { readSecrets } from '#api/secret/secret.ts'
import { startEmbedded } from '#database/embedded/embedded.ts'
import { openPool } from '#database/sql.ts'

import { browser } from '../e2e/browser.ts'
import { scriptOptions } from '../scripts/command-line.ts'
import { startDemoServer } from '../scripts/demo-server.ts'
import { buildStale } from '../scripts/portal/build-stale.ts'

await scriptOptions('touch', 'Measures the time from a touch to the next frame', {})

const slower = 4
const goal_ms = 100
const lines = 1_000
const prizes = 500
/** Number of sales in flight at the same time. */
const atOnce = 50
/** Pause before and after a touch: the page has painted by then. */
const rest_ms = 1_500

await buildStale()
const server = await startDemoServer()
const origin = server.origins.get('cafe')!
const chrome = await chromium.launch((await browser()).launchOptions)
try {
  await fillStore()
  await fillHistory()
  const page = await signedIn()
  await history(page)
  await store(page)
} finally {
  await chrome.close()
  await server.stop()
}

/** Copies the café's prizes under other names until there are 500. */
async function fillStore(): Promise<void> {
  const copy = await mkdtemp(join(server.folder, 'company-'))
  await cp('companies/cafe', copy, { recursive: true })
  const path = join(copy, 'company.yaml')
  const file = parse(await readFile(path, 'utf8'))
  const generated = file.prizes.filter((prize: { codes?: unknown }) => !prize.codes)
  const more = Array.from({ length: prizes - file.prizes.length }, (_, at) => {
    const prize = generated[at % generated.length]
    return { ...prize, key: `${prize.key}-${at}`, name: `${prize.name} ${at}` }
  })
  await writeFile(path, stringify({ ...file, prizes: [...file.prizes, ...more] }))
  const embedded = await startEmbedded(server.folder)
  const database = openPool(embedded.url, 1)
  const secret = await openSealed(database, await readSecrets(server.folder, true))
  await applyCompany({ database, secret }, await readCompanyFolder(copy), new Date())
  await database.end()
  await embedded.stop()
}

async function fillHistory(): Promise<void> {
  const key = await readFile(join(server.folder, 'demo-partner-key-cafe'), 'utf8')
  for (let from = 0; from < lines; from += atOnce) {
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        const response = await fetch(
          `http://localhost:${server.port}/api/partner/points/generate`,
          {
            method: 'POST',
            headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
            body: JSON.stringify({
              customer: { email: 'marina@exemplo.com.br' },
              purchase_value: 4_590,
              external_id: randomUUID(),
              subsidiary_name: 'Aurora Pinheiros',
            }),
          },
        )
        if (response.status !== 201) throw new Error(`a sale was answered ${response.status}`)
      }),
    )
  }
}

async function signedIn(): Promise<Page> {
  const context = await chrome.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    locale: 'pt-BR',
  })
  const page = await context.newPage()
  await page.goto(`${origin}/entrar`)
  await page.getByLabel('Email, CPF/CNPJ ou celular').fill('marina@exemplo.com.br')
  await page.getByLabel('Senha', { exact: true }).fill('aurora2026')
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  await page.waitForURL((url) => url.pathname !== '/entrar')
  return page
}

async function history(page: Page): Promise<void> {
  await page.goto(`${origin}/historico`)
  const entries = page.getByRole('listitem').filter({ hasText: 'Como calculamos' })
  await entries.first().waitFor()
  // Scroll to the end of the list.
  while ((await entries.count()) < lines) {
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    await page.waitForTimeout(200)
  }
  const how = entries.nth(lines / 2).getByText('Como calculamos')
  await touch(page, 'a line of the history opens', how)
  await touch(page, 'the line closes', how)
  const tabs = page.getByRole('navigation', { name: 'Período' }).getByRole('link')
  await touch(page, 'the last 15 days', tabs.nth(1))
  await touch(page, 'all of the history again', tabs.nth(0))
}

async function store(page: Page): Promise<void> {
  await page.goto(`${origin}/store`)
  const hearts = page.getByRole('button', { name: /^Favoritar/ })
  await hearts.first().waitFor()
  const tab = (name: string) =>
    page.getByRole('main').getByRole('link', { name: new RegExp(`^${name}`) })
  await touch(page, 'a category', tab('Comidas'))
  await touch(page, 'all categories again', tab('Todas'))
  await touch(page, 'the free prizes', tab('Grátis'))
  await touch(page, 'all prizes again', tab('Todos'))
  await touch(page, 'a heart', hearts.nth(1))
}

/**
 * Prints the longest event duration of one touch, as the browser's Event Timing API reports it. A finger does not search for its
 * target: Playwright's click would add three hit tests to the touch, so the target's position is read before.
 */
async function touch(page: Page, name: string, target: Locator): Promise<void> {
  await target.evaluate((element) =>
    element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' }),
  )
  // The scrolling ends before a person touches.
  await page.waitForTimeout(rest_ms)
  const { x, y, width, height } = (await target.boundingBox())!
  await page.evaluate(() => {
    const result = { longest_ms: 0 }
    Object.assign(window, { seen: result })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if ((entry as PerformanceEventTiming).interactionId) {
          result.longest_ms = Math.max(result.longest_ms, entry.duration)
        }
      }
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
  })
  const client = await page.context().newCDPSession(page)
  await client.send('Emulation.setCPUThrottlingRate', { rate: slower })
  await page.touchscreen.tap(x + width / 2, y + height / 2)
  await page.waitForTimeout(rest_ms)
  await client.detach()
  const { longest_ms } = await page.evaluate(
    () => (window as unknown as { seen: { longest_ms: number } }).seen,
  )
  const verdict = longest_ms <= goal_ms ? '' : ` (MISSED, goal: at most ${goal_ms} ms)`
  console.log(`${name.padEnd(28)} ${String(longest_ms).padStart(5)} ms${verdict}`)
}
