/**
 * The security headers of every answer. Pages, pictures and the service worker replace those that they need otherwise.
 *
 * - HSTS lasts a year. A browser ignores it on http, as on this machine.
 * - The policy loads nothing and forbids every frame, in case a browser shows an answer as a page.
 * - COOP leaves a page of another origin no handle of the window.
 */
export const answerHeaders: readonly (readonly [name: string, value: string])[] = Object.entries({
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'content-security-policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
})
