/**
 * Whether the company's Google Tag Manager is on a screen (R1.12). A script cannot be taken out of a document again, so the
 * document goes: between a screen that is measured and one that is not, the browser loads a new one, which the server's
 * policy for its path allows the script, or not (T14, docs/decisions/013-measuring.md).
 */

import { useEffect, useMemo } from 'react'

import { isMeasured } from '#contract/analytics.ts'
import type { CompanySettings } from '#contract/company.ts'
import { canonicalPath } from '#contract/path.ts'
import { asksForCookies } from '#portal/consent/cookies.ts'

export type Step =
  /** The document is the right one for the screen. */
  | 'stay'
  /** The same, and the script is yet to come. */
  | 'load'
  /** Another document is needed. */
  | 'leave'

export type Situation = {
  is_wanted: boolean
  path: string
  /** Of the screen for which the server made this document. */
  document_path: string
  is_loaded: boolean
}

export function nextStep({ is_wanted, path, document_path, is_loaded }: Situation): Step {
  if (is_loaded) return isMeasured(path) ? 'stay' : 'leave'
  if (!is_wanted || !isMeasured(path)) return 'stay'
  return isMeasured(document_path) ? 'load' : 'leave'
}

const document_path = typeof location === 'undefined' ? '' : canonicalPath(location.pathname)
let is_loaded = false

/**
 * True while another document is on its way: the screen must not be shown in this one. Looked at once for each screen, so
 * that an agreement counts from the next one on and nothing is taken away under somebody's hands.
 */
export function useMeasuring({ settings }: { settings: CompanySettings }, path: string): boolean {
  const { gtm_id } = settings.analytics
  const step = useMemo(() => {
    const is_wanted = gtm_id !== null && !asksForCookies(settings)
    return nextStep({ is_wanted, path, document_path, is_loaded })
  }, [settings, gtm_id, path])
  // What a document holds is the browser's.
  useEffect(() => {
    if (step === 'leave') location.reload()
    if (step !== 'load' || gtm_id === null) return
    is_loaded = true
    // Who cannot be measured is served all the same.
    import('./tag-manager.ts').then(({ load }) => load(gtm_id)).catch(() => undefined)
  }, [step, gtm_id])
  return step === 'leave'
}
