/** The page's security headers: a page may load only what its company's configuration needs. */

import type { FastifyHelmetOptions } from '@fastify/helmet'

import { policyReportPath } from '#api/http/policy-report-path.ts'
import { isMeasured } from '#contract/analytics.ts'
import type { CompanySettings } from '#contract/company.ts'
import { dsnOrigin } from '#contract/error-report.ts'
import type { Firebase } from '#contract/identity-provider.ts'

import { beginSource } from './late-scripts.ts'

/** Sources outside this server, by CSP directive, and names of Trusted Types policies. */
type Beyond = {
  scripts: string[]
  calls: string[]
  frames: string[]
  images: string[]
  policies: string[]
}

/** Allows scripts from this server and the company's integrations only. Inline styles need the nonce. */
export function securityHeaders(
  settings: CompanySettings | undefined,
  path: string,
  { nonce, portalDsn }: { nonce: string; portalDsn: string | undefined },
): FastifyHelmetOptions {
  const firebase = settings?.integrations.firebase
  const measures = settings?.analytics.gtm_id != null && isMeasured(path)
  const { scripts, calls, frames, images, policies } = together([
    ...(firebase ? [firebaseNeeds(firebase)] : []),
    ...(measures ? [tagManagerNeeds] : []),
  ])
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        baseUri: ["'none'"],
        connectSrc: ["'self'", ...calls, ...(portalDsn ? [dsnOrigin(portalDsn)] : [])],
        fontSrc: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        frameSrc: frames.length > 0 ? frames : ["'none'"],
        imgSrc: ["'self'", 'data:', ...images],
        manifestSrc: ["'self'"],
        reportUri: [policyReportPath],
        requireTrustedTypesFor: ["'script'"],
        scriptSrc: ["'self'", beginSource, ...scripts],
        styleSrc: ["'self'", `'nonce-${nonce}'`],
        // ui/trusted.ts creates the policy 'fiel'.
        trustedTypes: ['fiel', ...policies],
        workerSrc: ["'self'"],
      },
    },
    // Firebase signs in inside a pop-up window, which must be able to answer this page.
    crossOriginOpenerPolicy: { policy: firebase ? 'same-origin-allow-popups' : 'same-origin' },
    // A Firebase API key may be restricted to websites, so Google gets the origin, and nothing more.
    referrerPolicy: { policy: firebase ? 'strict-origin' : 'no-referrer' },
  }
}

function together(needs: Beyond[]): Beyond {
  const all = (part: keyof Beyond) => [...new Set(needs.flatMap((need) => need[part]))]
  return {
    scripts: all('scripts'),
    calls: all('calls'),
    frames: all('frames'),
    images: all('images'),
    policies: all('policies'),
  }
}

/**
 * The sources of Firebase Auth (https://firebase.google.com/docs/auth/web): the frame that receives the pop-up's answer,
 * reCAPTCHA for SMS, and the API.
 */
function firebaseNeeds({ auth_domain, emulator_url }: Firebase): Beyond {
  const recaptcha = 'https://www.google.com/recaptcha/'
  return {
    scripts: ['https://apis.google.com', recaptcha, 'https://www.gstatic.com/recaptcha/'],
    calls: [
      emulator_url ?? 'https://identitytoolkit.googleapis.com',
      ...(emulator_url ? [] : ['https://securetoken.googleapis.com', recaptcha]),
    ],
    frames: [
      emulator_url ?? `https://${auth_domain}`,
      recaptcha,
      'https://recaptcha.google.com/recaptcha/',
    ],
    images: [],
    // The Firebase SDK creates no policy: ui/trusted.ts checks its script URLs in 'default'. The scripts that it loads create
    // the others, some of them twice.
    policies: ['default', 'goog#html', 'gapi#gapi', "'allow-duplicates'"],
  }
}

/** R1.12: https://developers.google.com/tag-platform/security/guides/csp, for Google Analytics through Tag Manager. */
const tagManagerNeeds: Beyond = {
  scripts: ['https://www.googletagmanager.com'],
  calls: [
    'https://www.googletagmanager.com',
    'https://*.google-analytics.com',
    'https://*.analytics.google.com',
  ],
  frames: [],
  images: ['https://www.googletagmanager.com', 'https://*.google-analytics.com'],
  policies: ['default', 'goog#html', "'allow-duplicates'"],
}
