/** Minutes of a page in a moment: what it asks of the server while its clock is moved, and when that was by this clock. */

import { expect, type Page } from '@playwright/test'

type Call = { path: string; at: number }
type Noting = { calls: Call[]; unanswered: number }

/** From the next page on the test has the clock in its hand once it stops it. What was asked, by path, in ms of that clock. */
export async function withPageClock(page: Page): Promise<(path: string) => Promise<number[]>> {
  await page.clock.install()
  await page.addInitScript(noteCalls)
  return async (path) => {
    const { calls } = await noted(page)
    return calls.filter((call) => call.path === path).map(({ at }) => at)
  }
}

/** From now on time passes only here: a second, then what was asked in it is answered, so that a slow machine is as good. */
export async function passSeconds(page: Page, seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    await page.clock.runFor(1_000)
    await expectAnswered(page)
  }
}

/** A call that is on its way when the clock is put forward by a minute has timed out, and is made again. */
export async function expectAnswered(page: Page): Promise<void> {
  await expect.poll(async () => (await noted(page)).unanswered).toBe(0)
}

/** Later than any page is by now. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt(Date.now() + 10_000)
}

/** In whole seconds. */
export function gaps(times: number[]): number[] {
  return times.slice(1).map((time, at) => Math.round((time - times[at]!) / 1_000))
}

function noted(page: Page): Promise<Noting> {
  return page.evaluate(() => {
    const { calls, unanswered } = window as unknown as Noting
    return { calls, unanswered }
  })
}

/** Runs in the browser, before the portal. */
function noteCalls(): void {
  const noting: Noting = { calls: [], unanswered: 0 }
  const send = window.fetch.bind(window)
  window.fetch = async (asked, init) => {
    const { pathname } = new URL(asked instanceof Request ? asked.url : asked, location.href)
    const { calls } = noting
    calls.push({ path: pathname, at: Date.now() })
    Object.assign(window, { unanswered: (noting.unanswered += 1) })
    try {
      return await send(asked, init)
    } finally {
      Object.assign(window, { unanswered: (noting.unanswered -= 1) })
    }
  }
  Object.assign(window, noting)
}
