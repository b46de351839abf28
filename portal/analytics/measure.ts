/**
 * Decides whether the company's Google Tag Manager runs on a screen (R1.12). A script cannot be removed from a
 * document. So the browser loads a new document between a measured and an unmeasured screen. The server's
 * policy for the document's path allows the script or not (T14, docs/decisions/013-measuring.md).
 */

import { useEffect, useMemo } from 'react'

import { isMeasured } from '#contract/analytics.ts'
import type { CompanySettings } from '#contract/company.ts'
import { canonicalPath } from '#contract/path.ts'
import { asksForCookies } from '#portal/consent/cookies.ts'

export type Step =
  /** This document may show the screen. */
  | 'stay'
  /** This document may show the screen, and the script is not loaded yet. */
  | 'load'
  /** The screen needs another document. */
  | 'leave'

export type Situation = {
  isWanted: boolean
  path: string
  /** The path for which the server made this document. */
  documentPath: string
  isLoaded: boolean
}

export function nextStep({ isWanted, path, documentPath, isLoaded }: Situation): Step {
  if (isLoaded) return isMeasured(path) ? 'stay' : 'leave'
  if (!isWanted || !isMeasured(path)) return 'stay'
  return isMeasured(documentPath) ? 'load' : 'leave'
}

// The path of the document's address, not of the current location: this chunk may load after the first change of screen. The
// server's policy belongs to the document's address.
const documentPath = typeof location === 'undefined' ? '' : canonicalPath(addressPath())

function addressPath(): string {
  const [navigation] = performance.getEntriesByType('navigation')
  return new URL(navigation?.name ?? location.href, location.href).pathname
}
let isLoaded = false

/**
 * True while another document loads: this one must not show the screen. The decision is made once for each screen. So an
 * agreement to cookies takes effect at the next screen, and the current screen is not reloaded while the person uses it.
 */
export function useMeasuring({ settings }: { settings: CompanySettings }, path: string): boolean {
  const { gtm_id } = settings.analytics
  const step = useMemo(() => {
    const isWanted = gtm_id !== null && !asksForCookies(settings)
    return nextStep({ isWanted, path, documentPath, isLoaded })
  }, [settings, gtm_id, path])
  // An effect, because reloading and adding scripts change the document, which React does not own.
  useEffect(() => {
    if (step === 'leave') location.reload()
    if (step !== 'load' || gtm_id === null) return
    isLoaded = true
    // A browser that blocks the script gets the same portal.
    import('./tag-manager.ts').then(({ load }) => load(gtm_id)).catch(() => undefined)
  }, [step, gtm_id])
  return step === 'leave'
}
