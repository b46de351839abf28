/** Google Tag Manager (R1.12), in a chunk of its own: where no company wants it nobody loads it. */

import { allowScriptsFrom } from '#ui/trusted.ts'

const host = 'https://www.googletagmanager.com/'

/** As https://developers.google.com/tag-platform/tag-manager/web says, less the inline script. We push nothing of a person. */
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
