/** Waits for a page to come to rest before its picture is taken. */

import type { Page } from '@playwright/test'

/** The longest wait for the data of a screen. */
const maxWait_ms = 10_000

/** Resolves once the loaded page has no placeholder, no image that loads and no movement, or after `maxWait_ms`. */
export async function untilQuiet(page: Page): Promise<void> {
  await page.waitForLoadState('load')
  await page
    .waitForFunction(isQuiet, undefined, { timeout: maxWait_ms })
    // The picture shows what still loads.
    .catch(() => console.log(`${page.url()} still loads`))
}

/** Runs in the browser. Images far below the fold wait for the reader, and a spinner turns for ever. */
function isQuiet(): boolean {
  const isMoving = document.getAnimations().some(({ playState, effect }) => {
    return playState === 'running' && effect?.getComputedTiming().endTime !== Infinity
  })
  return (
    !isMoving &&
    document.fonts.status === 'loaded' &&
    document.querySelector('[class*=skeleton], [aria-busy=true]') === null &&
    [...document.images].every(({ complete, loading }) => complete || loading === 'lazy')
  )
}
