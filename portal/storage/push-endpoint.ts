/** This device's push address, as this login has sent it to the server (D21). Deleted with the session. */

import { sessionName } from '#contract/session.ts'

const place = 'push_endpoint'

type Record = { session: string; endpoint: string }

export function keepPushEndpoint(session: string, endpoint: string): void {
  const record: Record = { session: sessionName(session), endpoint }
  localStorage.setItem(place, JSON.stringify(record))
}

/** Null: this login has no pushes on this device. */
export function keptPushEndpoint(session: string): string | null {
  const record: Record | null = JSON.parse(localStorage.getItem(place) ?? 'null')
  return record?.session === sessionName(session) ? record.endpoint : null
}

export function forgetPushEndpoint(): void {
  localStorage.removeItem(place)
}
