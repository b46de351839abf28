/**
 * The email or document that a person typed on one screen of the login, for the next screen. It travels in the history
 * entry, not in the address: an address is logged, shared and synchronised (T19). It survives a reload and the way back.
 */

import { useHistoryState } from 'wouter/use-browser-location'

export type TypedState = { identifier: string }

/** Empty where nothing was typed. */
export function useTypedIdentifier(): string {
  const state = useHistoryState<Partial<TypedState> | null>()
  return typeof state?.identifier === 'string' ? state.identifier : ''
}
