/** Every journey runs under the page's Content-Security-Policy (api/page/page-policy.ts). */

import { expect, type Page, test as plain } from '@playwright/test'

import { firstAnswersId } from '#contract/session.ts'

/** Runs in the browser: removes the data that the server wrote into the page before a script can read it. */
function removeFirstAnswers(id: string): void {
  new MutationObserver(() => document.getElementById(id)?.remove()).observe(document, {
    childList: true,
    subtree: true,
  })
}

/** From then on pages bring no data, so that the portal calls the API for it. */
export async function withoutFirstAnswers(page: Page): Promise<void> {
  await page.addInitScript(removeFirstAnswers, firstAnswersId)
}

/** A journey that answers calls of the API in the server's stead needs pages that make them. */
function withCalls(page: Page): Page {
  const route = page.route.bind(page)
  page.route = async (url, ...others) => {
    const pattern = url instanceof RegExp ? url.source : url
    if (typeof pattern === 'string' && pattern.includes('api'))
      await page.addInitScript(removeFirstAnswers, firstAnswersId)
    return route(url, ...others)
  }
  return page
}

/**
 * A test that fails if a page of ours violates its policy (T14). A violation is a script, style or URL outside the policy, or a
 * string that becomes markup. The violations are listed in `forbidden`.
 */
export const test = plain.extend<{ forbidden: string[] }>({
  page: ({ page }, use) => use(withCalls(page)),
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
