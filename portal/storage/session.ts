/** The token of who is signed in (R3.1): in a cookie of this host alone, so that every tab has the same. */

import type { Firebase } from '#contract/identity-provider.ts'
import { session_days } from '#contract/session.ts'

import { dropDrafts } from './draft.ts'
import { idTokenClaims } from './id-token.ts'
import { dropPendingLink } from './pending-link.ts'
import { forgetSeen } from './seen.ts'

const lifetime_s = session_days * 86_400
const type_key = 'token_type'

/**
 * R3.1. Type FIREBASE: the person signed in at this project. Its ID token is the bearer, renewed every hour, until the API
 * answers with a token of its own (D13).
 */
type TokenType = { type: 'EMAIL' } | { type: 'FIREBASE'; firebase: Firebase }

/** `sign_in`: the session's key, where a token of the API's own has taken the ID token's place. */
type StoredType = TokenType & { ends_at: string; sign_in?: string }

export type SessionEnd = 'logout' | 'expired' | 'reauthentication'

/** Fired on `window` when a session begins or ends, so that the guard looks again. */
export const session_event = 'fiel:session'

/** Signed in means that there is one. */
export function storedToken(): string | undefined {
  return /(?:^|; )token=([\w.-]+)/.exec(document.cookie)?.[1]
}

/** Stable per login: an ID token is replaced, but not whose it is and when they signed in. */
export function sessionKey(): string | undefined {
  const token = storedToken()
  if (token === undefined) return undefined
  return signInOf(token) ?? storedType()?.sign_in ?? token
}

function signInOf(token: string): string | undefined {
  const claims = idTokenClaims(token)
  return claims ? `${claims.sub} ${claims.auth_time}` : undefined
}

export function beginSession(token: string, token_type: TokenType = { type: 'EMAIL' }): void {
  forgetSeen()
  writeCookie(token, lifetime_s)
  const ends_at = new Date(Date.now() + lifetime_s * 1000).toISOString()
  const stored: StoredType = { ...token_type, ends_at }
  localStorage.setItem(type_key, JSON.stringify(stored))
  announce(null)
}

/** The same session goes on with another token, and ends when it would have ended: 60 days after it began. */
export function renewToken(token: string): void {
  const stored = storedType()
  if (stored) writeCookie(token, Math.floor((Date.parse(stored.ends_at) - Date.now()) / 1000))
}

/** The same with a token of the API's own, unless the session has another ID token by now, or is over. */
export function replaceIdToken(id_token: string, token: string): void {
  const stored = storedType()
  if (!stored || storedToken() !== id_token) return
  // First: another tab that looks between the two lines finds the same key.
  localStorage.setItem(type_key, JSON.stringify({ ...stored, sign_in: signInOf(id_token) }))
  renewToken(token)
}

/** The project that the session came from; null: it did not come from an identity provider. */
export function sessionProvider(): Firebase | null {
  const stored = storedType()
  return stored?.type === 'FIREBASE' ? stored.firebase : null
}

/** Null where there is none, or its 60 days are over. */
function storedType(): StoredType | null {
  const stored: StoredType | null = JSON.parse(localStorage.getItem(type_key) ?? 'null')
  return stored && Date.parse(stored.ends_at) > Date.now() ? stored : null
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
