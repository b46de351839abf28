/** Every journey looks on while the page's own policy (api/page/page-policy.ts) is at work. */

import { expect, test as plain } from '@playwright/test'

/**
 * A journey, which fails where a page of ours does what its policy forbids (T14): a script, style or address that is not
 * named in it, or a text that becomes markup. `forbidden` has what that was.
 */
export const test = plain.extend<{ forbidden: string[] }>({
  forbidden: [
    async ({ context }, use) => {
      const forbidden: string[] = []
      context.on('console', (message) => {
        if (message.text().startsWith(told)) forbidden.push(message.text().slice(told.length))
      })
      await context.addInitScript(tellOfViolations, told)
      await use(forbidden)
      expect(forbidden).toEqual([])
    },
    { auto: true },
  ],
})

const told = 'forbidden by policy: '

/** Runs in the browser, before anything of a page. Pages that stand for somebody else's have policies of their own. */
function tellOfViolations(told: string): void {
  if (!location.hostname.endsWith('localhost')) return
  document.addEventListener('securitypolicyviolation', (violation) => {
    const { effectiveDirective, blockedURI, sample, sourceFile } = violation
    console.error(`${told}${effectiveDirective} ${blockedURI} ${sample} (${sourceFile})`)
  })
}
