/** Stores the last seen answers in this browser. They belong to a session and are deleted with it. */

import { sessionName } from '#contract/session.ts'

import { storedRecord } from './stored-record.ts'

const place = 'last_seen'

export type Seen = { queryKey: readonly unknown[]; data: unknown; at_ms: number }

/**
 * `session` is a hash, so that the token stays secret. `build` is the portal version that wrote the record and can read it.
 */
type Record = { session: string; build: string; seen: Seen[] }

export function keepSeen(session: string, entries: Seen[]): void {
  const record: Record = { session: sessionName(session), build: build(), seen: entries }
  try {
    localStorage.setItem(place, JSON.stringify(record))
  } catch {
    // Storage is full. Delete the record, because old data would be misleading.
    forgetSeen()
  }
}

/** Deletes and ignores a record of another session or another build. */
export function seenIn(session: string): Seen[] {
  const record = storedRecord(place) as Record | null
  if (record?.session === sessionName(session) && record.build === build()) return record.seen
  forgetSeen()
  return []
}

export function forgetSeen(): void {
  localStorage.removeItem(place)
}

/** The entry script's name, which changes with every build. */
function build(): string {
  return document.querySelector<HTMLScriptElement>('script[type="module"]')?.src ?? ''
}
