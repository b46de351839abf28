/** The security headers of a console's page: it loads nothing from beyond this server. */

import type { FastifyHelmetOptions } from '@fastify/helmet'

import { policyReportPath } from '#api/http/policy-report-path.ts'

export function consoleHeaders(nonce: string): FastifyHelmetOptions {
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        baseUri: ["'none'"],
        connectSrc: ["'self'"],
        fontSrc: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        // The preview of the portal.
        frameSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        reportUri: [policyReportPath],
        requireTrustedTypesFor: ["'script'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", `'nonce-${nonce}'`],
        // ui/trusted.ts creates it.
        trustedTypes: ['fiel'],
      },
    },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'no-referrer' },
  }
}
