/**
 * `npm run console-bench` measures the console on a desktop computer. With the CPU slowed four times, it scrolls by the wheel through
 * an audit log of 100,000 entries. No frame may take longer than 50 ms. Then it runs Lighthouse's desktop preset on the sign-in and
 * the start screen. Scores are medians of 3 visits.
 */

import type { BrowserContext, CDPSession, Page } from '@playwright/test'
import { desktopConfig } from 'lighthouse'
import { TOTP } from 'otpauth'

import { fillAuditLog } from '#api/testing/worlds/audit-log.ts'
import { startEmbedded } from '#database/embedded/embedded.ts'
import { openPool, row, sql } from '#database/sql.ts'

import { owner, staffPassword, totpOf } from '../demo/console/staff.ts'
import { scriptOptions } from '../scripts/command-line.ts'
import { type DemoServer, startDemoServer } from '../scripts/demo-server.ts'
import { buildStale } from '../scripts/portal/build-stale.ts'
import { openChrome, runLighthouse } from './portal.ts'
import { Figures } from './report.ts'

await scriptOptions('console-bench', 'Measures frames and Lighthouse scores of the console', {})

const entries = 100_000
const slower = 4
const frameGoal_ms = 50
const scroll_ms = 12_000
/** px of one turn of the wheel, and the pause until the next: at most 160 rows a second. */
const turn_px = 240
const turn_ms = 33
const rounds = 3
const scoreGoals = { performance: 95, accessibility: 100 }
/** A page without the console. Its frames show how long the machine itself takes for a scroll. */
const plainTable = `<!doctype html><table>${'<tr><td>26/11/2026, 08:50<td>root@servidor criou a chave<td>Chave criada'.repeat(5_000)}</table>`

await buildStale()
const server = await startDemoServer()
const origin = `http://admin.cafe.localhost:${server.port}`
const chrome = await openChrome()
try {
  await fill(server)
  await score('sign-in', `${origin}/entrar`)
  await signIn(chrome)
  await scroll(chrome)
  await score('start', `${origin}/`)
} finally {
  await chrome.close()
  await server.stop()
}

async function fill({ folder }: DemoServer): Promise<void> {
  const embedded = await startEmbedded(folder)
  const database = openPool(embedded.url, 1)
  const cafe = await row<{ company_id: string }>(
    database,
    sql`select company_id from company where slug = 'cafe'`,
  )
  await database.end()
  await fillAuditLog(embedded.url, cafe!.company_id, { entries, at: new Date() })
  await embedded.stop()
}

async function signIn(context: BrowserContext): Promise<void> {
  const page = await context.newPage()
  await page.goto(`${origin}/entrar`)
  await page.getByLabel('Email').fill(owner.email)
  await page.getByLabel('Senha', { exact: true }).fill(staffPassword)
  await page.keyboard.press('Enter')
  const code = page.getByLabel('Código do aplicativo')
  await code.fill(TOTP.generate({ secret: totpOf(owner.email) }))
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Olá, Ana' }).waitFor()
  await page.close()
}

/** Scrolls from the newest entry down, and prints the longest frame. */
async function scroll(context: BrowserContext): Promise<void> {
  const page = await context.newPage()
  await page.setViewportSize({ width: 1_440, height: 900 })
  await page.goto(`${origin}/configuracoes/auditoria`)
  const table = page.getByRole('table', { name: 'Registro de auditoria' })
  await table.waitFor()
  await table.hover({ position: { x: 300, y: 200 } })
  const { own, wall, frames } = await wheeled(page)
  const verdict = own.over === 0 ? '' : ` (MISSED, goal: none over ${frameGoal_ms} ms)`
  console.log(
    `audit log: ${frames} frames down to row ${await lastRow(page)} of ${entries}, longest ${own.longest_ms} ms, ` +
      `${own.over} over ${frameGoal_ms} ms${verdict}; with waits for a core ${wall.longest_ms} ms and ${wall.over}`,
  )
  // The console's policy forbids to write into its page.
  await page.goto('about:blank')
  await page.setContent(plainTable)
  await page.mouse.move(300, 300)
  const plain = await wheeled(page)
  console.log(
    `a page of rows without scripts: ${plain.frames} frames, longest ${plain.own.longest_ms} ms, ` +
      `${plain.own.over} over ${frameGoal_ms} ms; with waits for a core ${plain.wall.longest_ms} ms and ${plain.wall.over}`,
  )
  await page.close()
}

/** Turns the wheel on a page with a slowed CPU. */
async function wheeled(page: Page) {
  const client = await page.context().newCDPSession(page)
  await client.send('Emulation.setCPUThrottlingRate', { rate: slower })
  const trace = await traced(client, async () => {
    const ends = performance.now() + scroll_ms
    while (performance.now() < ends) {
      await page.mouse.wheel(0, turn_px)
      await page.waitForTimeout(turn_ms)
    }
  })
  await client.detach()
  const frames = framesOf(trace)
  return {
    frames: frames.length,
    own: longest(frames.map(({ own_ms }) => own_ms)),
    wall: longest(frames.map(({ wall_ms }) => wall_ms)),
  }
}

function longest(times_ms: number[]): { longest_ms: number; over: number } {
  return {
    longest_ms: Math.round(Math.max(...times_ms)),
    over: times_ms.filter((time_ms) => time_ms > frameGoal_ms).length,
  }
}

/** An event of Chrome's trace. Times in µs; `tdur` is the time in which the thread had a core. */
type TraceEvent = { name: string; ph: string; tid: number; ts: number; dur: number; tdur: number }

async function traced(client: CDPSession, act: () => Promise<void>): Promise<TraceEvent[]> {
  const events: TraceEvent[] = []
  client.on('Tracing.dataCollected', ({ value }) =>
    events.push(...(value as unknown as TraceEvent[])),
  )
  const traceConfig = { includedCategories: ['disabled-by-default-devtools.timeline'] }
  await client.send('Tracing.start', { traceConfig })
  await act()
  const ended = new Promise((resolve) => client.once('Tracing.tracingComplete', resolve))
  await client.send('Tracing.end')
  await ended
  return events.filter(({ ph, tdur }) => ph === 'X' && tdur !== undefined)
}

/**
 * The frames of the page's main thread. A frame's work is that of all tasks since the frame before, to the one that commits it. The
 * verdict is on the thread's own time: a machine that others use too takes the core away for longer than 50 ms.
 */
function framesOf(trace: TraceEvent[]): { own_ms: number; wall_ms: number }[] {
  const commits = trace.filter(({ name }) => name === 'Commit')
  const byThread = Map.groupBy(commits, ({ tid }) => tid)
  const [thread, own] = [...byThread].toSorted(([, a], [, b]) => b.length - a.length)[0]!
  const tasks = trace
    .filter(({ name, tid }) => name === 'RunTask' && tid === thread)
    .toSorted((one, other) => one.ts - other.ts)
  const ends = own.map(({ ts }) => ts).toSorted((one, other) => one - other)
  const frames: { own_ms: number; wall_ms: number }[] = []
  let frame = { own_ms: 0, wall_ms: 0 }
  for (const { ts, dur, tdur } of tasks) {
    frame.own_ms += tdur / 1_000
    frame.wall_ms += dur / 1_000
    if (ends[0] === undefined || ends[0] > ts + dur) continue
    while (ends[0] !== undefined && ends[0] <= ts + dur) ends.shift()
    frames.push(frame)
    frame = { own_ms: 0, wall_ms: 0 }
  }
  return frames
}

async function lastRow(page: Page): Promise<number> {
  const index = await page.locator('[data-row]').last().getAttribute('data-index')
  return Number(index) + 1
}

async function score(name: string, url: string): Promise<void> {
  const figures = new Figures()
  const failed = new Set<string>()
  for (let round = 0; round < rounds; round += 1) {
    const visit = await runLighthouse(url, desktopConfig)
    for (const [figure, value] of Object.entries(visit.figures)) figures.note(figure, value)
    for (const audit of visit.failed) failed.add(audit)
  }
  const marks = Object.entries(scoreGoals).map(([mark, goal]) => {
    const median = figures.median(mark)!
    return `${mark} ${median} (${median < goal ? 'MISSED, ' : ''}goal: at least ${goal})`
  })
  const paint = [figures.median('fcp')!, figures.median('lcp')!].map(Math.round)
  console.log(`${name}: ${marks.join(' · ')} · first paint ${paint[0]} ms, largest ${paint[1]} ms`)
  for (const audit of failed) if (audit.startsWith('accessibility')) console.log(`  ✗ ${audit}`)
}
