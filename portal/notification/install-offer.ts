/** Stores the browser's offer to install the portal, which comes once at the start, until the portal asks the person. */

import { pageState } from '#ui/page-state.ts'

/** https://wicg.github.io/manifest-incubations/; TypeScript's library lacks it. */
type InstallOffer = Event & { prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }> }

const offer = pageState<InstallOffer | null>(null)

/** Call it before the first screen. The browser then shows no offer of its own. */
export function keepInstallOffer(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    offer.set(event as InstallOffer)
  })
  window.addEventListener('appinstalled', () => offer.set(null))
}

export const useInstallOffer = offer.use

/** Asks the person, in the browser's own words. An offer can be used once. */
export async function install(used: InstallOffer): Promise<void> {
  offer.set(null)
  await used.prompt()
}
