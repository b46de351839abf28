/** Stores the browser's offer to install the portal, which comes once at the start, until the portal asks the person. */

import { useSyncExternalStore } from 'react'

/** https://wicg.github.io/manifest-incubations/; TypeScript's library lacks it. */
type InstallOffer = Event & { prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }> }

let offer: InstallOffer | null = null
const listeners = new Set<() => void>()

function keep(next: InstallOffer | null): void {
  offer = next
  for (const changed of listeners) changed()
}

/** Call it before the first screen. The browser then shows no offer of its own. */
export function keepInstallOffer(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    keep(event as InstallOffer)
  })
  window.addEventListener('appinstalled', () => keep(null))
}

export function useInstallOffer(): InstallOffer | null {
  return useSyncExternalStore(
    (changed) => {
      listeners.add(changed)
      return () => void listeners.delete(changed)
    },
    () => offer,
  )
}

/** Asks the person, in the browser's own words. An offer can be used once. */
export async function install(used: InstallOffer): Promise<void> {
  keep(null)
  await used.prompt()
}
