/** Every journey runs under the page's Content-Security-Policy (api/page/page-policy.ts). */

import { expect, type Page, test as plain } from '@playwright/test'

import { firstAnswersId } from '#contract/session.ts'

/** Runs in the browser: removes the data and the paint of the first screen before a script can read them. */
function removeFirstScreen(id: string): void {
  let isPainted = false
  const observer = new MutationObserver(remove)
  observer.observe(document, { childList: true, subtree: true })
  // At this event the last part of the page has arrived, and no script of the page has run yet.
  document.addEventListener('readystatechange', remove)
  function remove() {
    if (document.readyState !== 'loading') {
      observer.disconnect()
      document.removeEventListener('readystatechange', remove)
    }
    document.getElementById(id)?.remove()
    const paint = document.getElementById('painted')
    if (paint) isPainted = true
    paint?.remove()
    if (isPainted) document.getElementById('root')?.replaceChildren()
  }
}

/** Removes the first screen from all later pages, so that the portal calls the API for its data. */
export async function withoutFirstScreen(page: Page): Promise<void> {
  await page.addInitScript(removeFirstScreen, firstAnswersId)
}

/** A URL pattern that matches no request. */
const nowhere = 'about:nowhere'

/**
 * A journey that replaces answers of the API needs a page that calls the API. So its pages get no first screen with data from
 * the server.
 */
function withCalls(page: Page): Page {
  const route = page.route.bind(page)
  let staysOn: Promise<unknown> | undefined
  page.route = async (url, ...others) => {
    // Keep one route that is never removed. The last `unroute` would turn the interception off, and Playwright loses the
    // requests of that moment (18 of 80 tries).
    await (staysOn ??= route(nowhere, (one) => one.fallback()))
    const pattern = url instanceof RegExp ? url.source : url
    if (typeof pattern === 'string' && pattern.includes('api')) await withoutFirstScreen(page)
    return route(url, ...others)
  }
  return page
}

/**
 * A page's `load` does not wait for the portal's scripts (decision 037). A journey begins when the portal has replaced the paint,
 * unless it names what it waits for.
 */
function withPortal(page: Page): Page {
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)]
  const replaced = () => page.locator('#painted').waitFor({ state: 'detached' })
  page.goto = async (url, options) => {
    const response = await goto(url, options)
    if (!options?.waitUntil) await replaced()
    return response
  }
  page.reload = async (options) => {
    const response = await reload(options)
    if (!options?.waitUntil) await replaced()
    return response
  }
  return page
}

/**
 * A test that fails if a page of ours violates its policy (T14). A violation is a script, style or URL outside the policy, or a
 * string that becomes markup. The violations are listed in `forbidden`.
 */
export const test = plain.extend<{ forbidden: string[] }>({
  page: ({ page }, use) => use(withPortal(withCalls(page))),
  forbidden: [
    async ({ context }, use) => {
      const forbidden: string[] = []
      context.on('console', (message) => {
        if (message.text().startsWith(prefix)) forbidden.push(message.text().slice(prefix.length))
      })
      await context.addInitScript(reportViolations, prefix)
      await use(forbidden)
      expect(forbidden).toEqual([])
    },
    { auto: true },
  ],
})

const prefix = 'forbidden by policy: '

/** Runs in the browser before the page's scripts. Pages of other hosts have their own policies. */
function reportViolations(prefix: string): void {
  if (!location.hostname.endsWith('localhost')) return
  document.addEventListener('securitypolicyviolation', (violation) => {
    const { effectiveDirective, blockedURI, sample, sourceFile } = violation
    console.error(`${prefix}${effectiveDirective} ${blockedURI} ${sample} (${sourceFile})`)
  })
}
