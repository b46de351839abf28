/** The portal's page with a draft in it: no connection, no storage, and a sample customer (D15). */

import type { FastifyHelmetOptions } from '@fastify/helmet'

import { dataElement } from '#api/http/data-element.ts'
import { type PreviewData, previewDataId } from '#contract/programme/preview.ts'

/**
 * Adds the preview's script before the portal's. Both are modules, which run in the order of the document. The script answers the
 * portal's calls, so it must come first.
 */
export function withPreview(html: string, script: string, data: PreviewData): string {
  const tags = `${dataElement(previewDataId, data)}<script type="module" crossorigin src="${script}"></script>`
  return html.replace('<head>', () => `<head>${tags}`)
}

/**
 * The headers of the preview: only the console's own page may show it in a frame. It connects to
 * nothing and sends no form.
 */
export function previewHeaders(nonce: string): FastifyHelmetOptions {
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        baseUri: ["'none'"],
        connectSrc: ["'none'"],
        fontSrc: ["'self'"],
        formAction: ["'none'"],
        frameAncestors: ["'self'"],
        frameSrc: ["'none'"],
        imgSrc: ["'self'", 'data:'],
        manifestSrc: ["'none'"],
        requireTrustedTypesFor: ["'script'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", `'nonce-${nonce}'`],
        // ui/trusted.ts creates the policy 'fiel'.
        trustedTypes: ['fiel'],
        workerSrc: ["'none'"],
      },
    },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'sameorigin' },
  }
}
