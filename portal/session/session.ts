/** The token of who is signed in (R3.1): in a cookie of this host alone, so that every tab has the same. */

import type { Firebase } from '#contract/identity-provider.ts'
import { session_days } from '#contract/session.ts'
import { dropDrafts } from '#portal/draft.ts'
import { forgetSeen } from '#portal/seen.ts'

import { idTokenClaims } from './id-token.ts'
import { dropPendingLink } from './pending-link.ts'

const lifetime_s = session_days * 86_400
const type_key = 'token_type'

/** R3.1. A token of type FIREBASE is renewed every hour, at the project that it came from. */
type TokenType = { type: 'EMAIL' } | { type: 'FIREBASE'; firebase: Firebase }

export type SessionEnd = 'logout' | 'expired' | 'reauthentication'

/** Fired on `window` when a session begins or ends, so that the guard looks again. */
export const session_event = 'fiel:session'

/** Signed in means that there is one. */
export function storedToken(): string | undefined {
  return /(?:^|; )token=([\w.-]+)/.exec(document.cookie)?.[1]
}

/** What stays the same while a session lasts: an ID token does not, but whose it is and when they signed in. */
export function sessionKey(): string | undefined {
  const token = storedToken()
  const claims = token === undefined ? null : idTokenClaims(token)
  return claims ? `${claims.sub} ${claims.auth_time}` : token
}

export function beginSession(token: string, token_type: TokenType = { type: 'EMAIL' }): void {
  forgetSeen()
  writeCookie(token, lifetime_s)
  const ends_at = new Date(Date.now() + lifetime_s * 1000).toISOString()
  localStorage.setItem(type_key, JSON.stringify({ ...token_type, ends_at }))
  announce(null)
}

/** The same session goes on with another token. */
export function renewToken(token: string): void {
  writeCookie(token, lifetime_s)
}

/** The project that the session came from; null: it did not come from an identity provider. */
export function sessionProvider(): Firebase | null {
  const stored: { firebase?: Firebase } | null = JSON.parse(
    localStorage.getItem(type_key) ?? 'null',
  )
  return stored?.firebase ?? null
}

/** Forgets token and type. The guard then leads to the login, which says why. Who comes back finds what was typed (R3.8). */
export function endSession(why: SessionEnd): void {
  forgetSession(why)
  announce(why)
}

/** The same without the guard, for a page that is about to be left. */
export function forgetSession(why: SessionEnd): void {
  if (why === 'logout') dropDrafts()
  dropPendingLink()
  forgetSeen()
  writeCookie('', 0)
  localStorage.removeItem(type_key)
}

function announce(why: SessionEnd | null): void {
  window.dispatchEvent(new CustomEvent(session_event, { detail: why }))
}

function writeCookie(value: string, max_age_s: number): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `token=${value}; Path=/; Max-Age=${max_age_s}; SameSite=Strict${secure}`
}
