/** Google Tag Manager (R1.12), in its own chunk, which the browser loads only for a company with a GTM id. */

import { allowScriptsFrom } from '#ui/trusted.ts'

const host = 'https://www.googletagmanager.com/'

/**
 * Loads Google Tag Manager as https://developers.google.com/tag-platform/tag-manager/web says, but without the
 * inline script. The portal gives it no personal data.
 */
export function load(gtm_id: string): void {
  allowScriptsFrom(host)
  const global = window as { dataLayer?: unknown[] }
  global.dataLayer ??= []
  global.dataLayer.push({ 'gtm.start': Date.now(), event: 'gtm.js' })
  const script = document.createElement('script')
  script.async = true
  script.src = `${host}gtm.js?id=${encodeURIComponent(gtm_id)}`
  document.head.append(script)
}
