/** The token of who is signed in (R3.1): in a cookie of this host alone, so that every tab has the same. */

import { session_days } from '#contract/session.ts'
import { dropDrafts } from '#portal/draft.ts'

const lifetime_s = session_days * 86_400
const type_key = 'token_type'

export type SessionEnd = 'logout' | 'expired'

/** Fired on `window` when a session begins or ends, so that the guard looks again. */
export const session_event = 'fiel:session'

/** Signed in means that there is one. */
export function storedToken(): string | undefined {
  return /(?:^|; )token=([\w-]+)/.exec(document.cookie)?.[1]
}

export function beginSession(token: string): void {
  writeCookie(token, lifetime_s)
  const ends_at = new Date(Date.now() + lifetime_s * 1000).toISOString()
  localStorage.setItem(type_key, JSON.stringify({ type: 'EMAIL', ends_at }))
  announce(null)
}

/** Forgets token and type. The guard then leads to the login, which says why. Who comes back finds what was typed (R3.8). */
export function endSession(why: SessionEnd): void {
  if (why === 'logout') dropDrafts()
  writeCookie('', 0)
  localStorage.removeItem(type_key)
  announce(why)
}

function announce(why: SessionEnd | null): void {
  window.dispatchEvent(new CustomEvent(session_event, { detail: why }))
}

function writeCookie(value: string, max_age_s: number): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `token=${value}; Path=/; Max-Age=${max_age_s}; SameSite=Strict${secure}`
}
