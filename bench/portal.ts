/**
 * Page speed on a phone: Lighthouse (mobile preset: slow phone, slow 4G) on the main screens of the demo's café. Scores and goals
 * are those of simulated throttling. The simulation counts each request that ends before the paint on this machine, needed or not.
 * So the paints under applied throttling are printed too; those include all other work of this machine. The same run also measures a page of equal size without scripts. That is the cost of the machine and the bytes alone.
 */

import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { type BrowserContext, chromium } from '@playwright/test'
import lighthouse, { type Config, type Flags } from 'lighthouse'

import { browser } from '../e2e/browser.ts'
import { startDemoServer } from '../scripts/demo-server.ts'
import { buildStale } from '../scripts/portal/build-stale.ts'
import { Figures } from './report.ts'

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 3)
const goals = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 }
const scores = Object.keys(goals) as (keyof typeof goals)[]
/** In ms. At a guest's first visit the cache is empty. A second visit of a page is measured at this machine's own speed. */
const paintGoals = { guest: { fcp: 900, lcp: 1_000 }, customer: { fcp: 1_500, lcp: 1_500 } }
const secondVisitGoal_ms = 300
const blockingGoal_ms = 100
const debuggingPort = 9_333
/** In ms. Lighthouse waits up to 45 s for a quiet network. A signed-in page has an open stream and is never quiet; 4 s suffice. */
const maxWaitForLoad = 8_000

export async function benchPortal(): Promise<void> {
  await buildStale()
  const demo = await startDemoServer()
  const chrome = await openChrome()
  try {
    const origin = demo.origins.get('cafe')!
    await compare('login', `${origin}/entrar`, 'guest')
    const prize = await signedIn(chrome, origin)
    await compare('dashboard', `${origin}/fidelidade/resumo`, 'customer')
    await compare('store', `${origin}/store`, 'customer')
    await compare('prize', prize, 'customer')
    await compare('history', `${origin}/historico`, 'customer')
  } finally {
    await chrome.close()
    await demo.stop()
  }
}

/** Lighthouse opens its pages in this browser, so it shares our session. */
export async function openChrome(): Promise<BrowserContext> {
  const { launchOptions } = await browser()
  return chromium.launchPersistentContext('', {
    ...launchOptions,
    args: [...(launchOptions?.args ?? []), `--remote-debugging-port=${debuggingPort}`],
  })
}

/** Signs in as the demo's customer. Returns the address of a prize. */
async function signedIn(chrome: BrowserContext, origin: string): Promise<string> {
  const page = await chrome.newPage()
  await page.goto(`${origin}/entrar`)
  await page.getByLabel('Email, CPF/CNPJ ou celular').fill('marina@exemplo.com.br')
  await page.getByLabel('Senha', { exact: true }).fill('aurora2026')
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  await page.waitForURL('**/fidelidade/resumo')
  await page.goto(`${origin}/store`)
  const prize = await page.locator('main a[href^="/store/"]').first().getAttribute('href')
  await page.close()
  return origin + prize!
}

async function compare(name: string, url: string, visitor: keyof typeof paintGoals): Promise<void> {
  const figures = new Figures()
  const failed = new Set<string>()
  for (let round = 0; round < rounds; round += 1) {
    const visit = await runLighthouse(url)
    for (const [figure, value] of Object.entries(visit.figures)) figures.note(figure, value)
    for (const audit of visit.failed) failed.add(audit)
    const plain = await plainPage(visit.html_bytes, visit.figures.bytes - visit.html_bytes)
    figures.note('plain_fcp', (await runLighthouse(plain.url)).figures.fcp)
    await plain.stop()
    const applied = await paintsOf(url, { throttlingMethod: 'devtools' })
    figures.note('applied_fcp', applied.fcp)
    figures.note('applied_lcp', applied.lcp)
    figures.note('second_lcp', (await paintsOf(url, fullCache)).lcp)
  }
  const median = (figure: string) => figures.median(figure)!
  const marks = scores.map((score) => `${score} ${median(score)} (goal ${goals[score]})`)
  console.log(`${name.padEnd(10)} ${marks.join(' · ')}`)
  const ratio = (median('fcp') / median('plain_fcp')).toFixed(2)
  const { fcp, lcp } = paintGoals[visitor]
  console.log(
    `${''.padEnd(10)} first paint ${judged(median('fcp'), fcp)}, ${ratio} of a page of the same bytes and no script; ` +
      `largest ${judged(median('lcp'), lcp)}; blocked ${judged(median('blocking'), blockingGoal_ms)}; ` +
      `second visit ${judged(median('second_lcp'), secondVisitGoal_ms)}; ` +
      `${Math.round(median('bytes') / 1000)} kB`,
  )
  console.log(
    `${''.padEnd(10)} under applied throttling: first paint ${seconds(median('applied_fcp'))}, largest ${seconds(median('applied_lcp'))}`,
  )
  for (const audit of failed) console.log(`${''.padEnd(10)} ✗ ${audit}`)
}

function judged(figure_ms: number, goal_ms: number): string {
  const verdict = figure_ms <= goal_ms ? '' : `, missed: goal ${seconds(goal_ms)}`
  return `${seconds(figure_ms)}${verdict}`
}

/** A second visit, without a slowed network or processor. */
const fullCache: Flags = { throttlingMethod: 'provided', disableStorageReset: true }

/** The first and the largest paint, in ms. */
async function paintsOf(url: string, flags: Flags): Promise<{ fcp: number; lcp: number }> {
  const [fcp, lcp] = ['first-contentful-paint', 'largest-contentful-paint'] as const
  const result = await lighthouse(url, {
    port: debuggingPort,
    logLevel: 'error',
    maxWaitForLoad,
    onlyAudits: [fcp, lcp],
    ...flags,
  })
  const { audits } = result!.lhr
  const ms = (audit: string) => audits[audit]?.numericValue ?? Number.NaN
  return { fcp: ms(fcp), lcp: ms(lcp) }
}

/** One visit with an empty cache. `config`: absent for a phone. */
export async function runLighthouse(url: string, config?: Config) {
  const flags = { port: debuggingPort, logLevel: 'error', maxWaitForLoad } as const
  const result = await lighthouse(url, { ...flags, onlyCategories: scores }, config)
  const { categories, audits, runtimeError } = result!.lhr
  if (runtimeError) throw new Error(`Lighthouse could not load ${url}: ${runtimeError.message}`)
  const requests = (audits['network-requests']?.details as { items: Transfer[] } | undefined)?.items
  const sent = (requests ?? []).filter(({ url: of }) => !of.includes('/api/'))
  const numeric = (audit: string) => audits[audit]?.numericValue ?? 0
  const below = scores.filter((score) => score !== 'performance')
  return {
    figures: {
      ...Object.fromEntries(
        scores.map((score) => [score, Math.round(100 * (categories[score]?.score ?? 0))]),
      ),
      fcp: numeric('first-contentful-paint'),
      lcp: numeric('largest-contentful-paint'),
      blocking: numeric('total-blocking-time'),
      bytes: sent.reduce((sum, { transferSize }) => sum + transferSize, 0),
    },
    html_bytes: sent.find((one) => one.url === url)?.transferSize ?? 0,
    failed: below.flatMap((score) =>
      categories[score]!.auditRefs.flatMap(({ id, weight }) => {
        const { score: mark, title } = audits[id]!
        return weight > 0 && mark !== null && mark < 1 ? [`${score}: ${title}`] : []
      }),
    ),
  }
}

type Transfer = { url: string; transferSize: number }

/** A page with text in its HTML, and one image with as many bytes as the portal's scripts, styles and images. */
async function plainPage(html_bytes: number, other_bytes: number) {
  const picture = randomBytes(Math.max(0, other_bytes))
  const head =
    '<!doctype html><html lang="pt-BR"><meta name="viewport" content="width=device-width"><title>Clube</title>' +
    '<body><h1>Clube</h1><img src="/rest" width="1" height="1" alt="">'
  const html = head + `<!--${'x'.repeat(Math.max(0, html_bytes - head.length))}-->`
  const server = createServer((request, response) => {
    const isPage = request.url === '/'
    response.setHeader('content-type', isPage ? 'text/html; charset=utf-8' : 'image/png')
    response.end(isPage ? html : picture)
  })
  await new Promise<void>((resolve) => void server.listen(0, resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://plain.localhost:${port}/`,
    stop: () => new Promise((resolve) => server.close(resolve)),
  }
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`
}
