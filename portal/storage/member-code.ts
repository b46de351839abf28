/** The key of this login's member codes (D14), for use without a connection. Deleted with the session. */

import type { MemberCodeKey } from '#contract/member-code.ts'
import { sessionName } from '#contract/session.ts'

import { storedRecord } from './stored-record.ts'

const place = 'member_code'

/** `ahead_ms` is the server's clock minus the device's: phones are often minutes off. */
export type StoredCodeKey = Pick<MemberCodeKey, 'session_ref' | 'key'> & { ahead_ms: number }

type Record = StoredCodeKey & { session: string }

/** Stores an answer that has just arrived. */
export function keepMemberCodeKey(session: string, answer: MemberCodeKey): StoredCodeKey {
  const { session_ref, key, server_time } = answer
  const stored = { session_ref, key, ahead_ms: Date.parse(server_time) - Date.now() }
  const record: Record = { session: sessionName(session), ...stored }
  localStorage.setItem(place, JSON.stringify(record))
  return stored
}

/** Null where this login has none yet. */
export function storedMemberCodeKey(session: string): StoredCodeKey | null {
  const record = storedRecord(place) as Record | null
  return record?.session === sessionName(session) ? record : null
}

export function forgetMemberCodeKey(): void {
  localStorage.removeItem(place)
}
