/**
 * The email or document that a person typed on one login screen, for the next screen. It travels in the history entry and
 * not in the address, which is logged, shared and synchronised (T19). It survives a reload and the browser's back.
 */

import { useHistoryState } from 'wouter/use-browser-location'

export type TypedState = { identifier: string }

/** Empty when nothing was typed. */
export function useTypedIdentifier(): string {
  const state = useHistoryState<Partial<TypedState> | null>()
  return typeof state?.identifier === 'string' ? state.identifier : ''
}
