/**
 * Moves the clock of a page, so that minutes pass within moments, and records the page's requests with the time of that clock.
 */

import { expect, type Page } from '@playwright/test'

type Call = { path: string; at: number }
type Recording = { calls: Call[]; unanswered: number }

/**
 * Installs the clock for the next page load; it runs until `stopClock`. The returned function gives the times of all requests
 * to a path, in ms of that clock.
 */
export async function withPageClock(page: Page): Promise<(path: string) => Promise<number[]>> {
  await page.clock.install()
  await page.addInitScript(recordCalls)
  return async (path) => {
    const { calls } = await recorded(page)
    return calls.filter((call) => call.path === path).map(({ at }) => at)
  }
}

/** Advances a stopped clock by seconds. It waits for open requests after each second, so a slow machine gives the same result. */
export async function passSeconds(page: Page, seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    await page.clock.runFor(1_000)
    await expectAnswered(page)
  }
}

/** Waits until no request is in flight. A request in flight would time out if the clock moved by a minute. */
export async function expectAnswered(page: Page): Promise<void> {
  await expect.poll(async () => (await recorded(page)).unanswered).toBe(0)
}

/** Stops the clock 10 s ahead, which is later than the clock of any page. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt(Date.now() + 10_000)
}

/** The differences between successive times, in whole seconds. */
export function gaps(times: number[]): number[] {
  return times.slice(1).map((time, at) => Math.round((time - times[at]!) / 1_000))
}

function recorded(page: Page): Promise<Recording> {
  return page.evaluate(() => {
    const { calls, unanswered } = window as unknown as Recording
    return { calls, unanswered }
  })
}

/** Runs in the browser before the portal's scripts. */
function recordCalls(): void {
  const recording: Recording = { calls: [], unanswered: 0 }
  const send = window.fetch.bind(window)
  window.fetch = async (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, location.href)
    const { calls } = recording
    calls.push({ path: pathname, at: Date.now() })
    Object.assign(window, { unanswered: (recording.unanswered += 1) })
    try {
      return await send(input, init)
    } finally {
      Object.assign(window, { unanswered: (recording.unanswered -= 1) })
    }
  }
  Object.assign(window, recording)
}
