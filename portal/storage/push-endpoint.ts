/** This device's push address, as this login has sent it to the server (D21). Deleted with the session. */

import { sessionName } from '#contract/session.ts'

import { storedRecord } from './stored-record.ts'

const place = 'push_endpoint'

type Record = { session: string; endpoint: string }

export function keepPushEndpoint(session: string, endpoint: string): void {
  const record: Record = { session: sessionName(session), endpoint }
  localStorage.setItem(place, JSON.stringify(record))
}

/** Null: this login has no pushes on this device. */
export function keptPushEndpoint(session: string): string | null {
  const record = storedRecord(place) as Record | null
  return record?.session === sessionName(session) ? record.endpoint : null
}

export function forgetPushEndpoint(): void {
  localStorage.removeItem(place)
}

/**
 * Ends this device's pushes without the server, which may not hear of the sign-out: the next person would read
 * the pushes. Closes the pushes that the device still shows.
 */
export function endPushes(): void {
  if (localStorage.getItem(place) === null) return
  forgetPushEndpoint()
  // Without a service worker there is nothing to end. After a failure the server's own end of the session still ends the pushes.
  void unsubscribe().catch(() => undefined)
}

async function unsubscribe(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration()
  for (const notice of (await registration?.getNotifications()) ?? []) notice.close()
  await (await registration?.pushManager.getSubscription())?.unsubscribe()
}
