/** Every journey runs under the page's Content-Security-Policy (api/page/page-policy.ts). */

import { expect, test as plain } from '@playwright/test'

/**
 * A test that fails if a page of ours violates its policy (T14). A violation is a script, style or URL outside the policy, or a
 * string that becomes markup. The violations are listed in `forbidden`.
 */
export const test = plain.extend<{ forbidden: string[] }>({
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
