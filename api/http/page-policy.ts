/** What a page may load and do: its company's configuration, and not a thing more. */

import type { FastifyHelmetOptions } from '@fastify/helmet'

import type { Firebase } from '#contract/identity-provider.ts'

/**
 * Scripts of this server only; the one inline style is the brand's, with a nonce. A company that signs in through Firebase
 * opens the provider's window and waits for its answer: that needs these addresses, and no page of another company does.
 */
export function securityHeaders(
  firebase: Firebase | null,
  style_nonce: string,
): FastifyHelmetOptions {
  const { scripts, calls, frames, policies } = firebase ? firebaseAddresses(firebase) : none_more
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        baseUri: ["'none'"],
        connectSrc: ["'self'", ...calls],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        frameSrc: frames.length > 0 ? frames : ["'none'"],
        imgSrc: ["'self'", 'data:'],
        manifestSrc: ["'self'"],
        requireTrustedTypesFor: ["'script'"],
        scriptSrc: ["'self'", ...scripts],
        styleSrc: ["'self'", `'nonce-${style_nonce}'`],
        // portal/ui/trusted.ts makes ours.
        trustedTypes: ['fiel', ...policies],
        workerSrc: ["'self'"],
      },
    },
    crossOriginOpenerPolicy: { policy: firebase ? 'same-origin-allow-popups' : 'same-origin' },
    // An API key may be kept to websites: Google is told which, and no more.
    referrerPolicy: { policy: firebase ? 'strict-origin' : 'no-referrer' },
  }
}

const none_more = { scripts: [], calls: [], frames: [], policies: [] }

/** What https://firebase.google.com/docs/auth/web loads: the frame that hears the window, the SMS's robot check, the calls. */
function firebaseAddresses({ auth_domain, emulator_url }: Firebase) {
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
    // The SDK makes none: portal/ui/trusted.ts answers for it, by address. What it loads makes these, some of it twice.
    policies: ['default', 'goog#html', 'gapi#gapi', "'allow-duplicates'"],
  }
}
