/** The signed-in person's token (R3.1): in a cookie of this host only, so that all tabs share it. */

import type { Firebase } from '#contract/identity-provider.ts'
import type { MemberCodeKey } from '#contract/member-code.ts'
import { sessionCookie, sessionDays } from '#contract/session.ts'

import { dropDrafts } from './draft.ts'
import { idTokenClaims } from './id-token.ts'
import { forgetMemberCodeKey, keepMemberCodeKey } from './member-code.ts'
import { dropPendingLink } from './pending-link.ts'
import { endPushes } from './push-endpoint.ts'
import { forgetSeen } from './seen.ts'
import { storedRecord } from './stored-record.ts'

const lifetime_s = sessionDays * 86_400
const typeKey = 'token_type'

/**
 * R3.1. FIREBASE: the person signed in at this project. Its ID token is the bearer, renewed every hour, until the API
 * issues its own token (D13).
 */
type TokenType = { type: 'EMAIL' } | { type: 'FIREBASE'; firebase: Firebase }

/** `sign_in` keeps the session's key stable after the API's own token has replaced the ID token. */
type StoredType = TokenType & { ends_at: string; sign_in?: string }

/** `blocked`: the company has blocked the account (D15). A sign-in at an identity provider goes on there, so it is told so. */
export type SessionEnd = 'logout' | 'expired' | 'reauthentication' | 'blocked'

/** Fired on `window` when a session begins or ends, so that the guard runs again. */
export const sessionEvent = 'fiel:session'

/** Why the session ended in this page; null if it did not, if another began since, or if the person has been told. */
let pageSessionEnd: SessionEnd | null = null

/**
 * Why the session ended in this page; null if it did not, or if the person has been told. The first render needs this reason. The data of a screen are
 * requested before that render, so a refused token can end the session while nobody listens to `sessionEvent`.
 */
export function sessionEndOfPage(): SessionEnd | null {
  return pageSessionEnd
}

/** The token; undefined for a guest. */
export function storedToken(): string | undefined {
  return new RegExp(String.raw`(?:^|; )${cookieName()}=([\w.-]+)`).exec(document.cookie)?.[1]
}

/** Stable per login: a renewed ID token keeps its person and sign-in time. */
export function sessionKey(): string | undefined {
  const token = storedToken()
  if (token === undefined) return undefined
  return signInOf(token) ?? storedType()?.sign_in ?? token
}

function signInOf(token: string): string | undefined {
  const claims = idTokenClaims(token)
  return claims ? `${claims.sub} ${claims.auth_time}` : undefined
}

export function beginSession(
  token: string,
  token_type: TokenType = { type: 'EMAIL' },
  member_code?: MemberCodeKey,
): void {
  forgetSeen()
  forgetMemberCodeKey()
  endPushes()
  writeCookie(token, lifetime_s)
  const ends_at = new Date(Date.now() + lifetime_s * 1000).toISOString()
  const stored: StoredType = { ...token_type, ends_at }
  localStorage.setItem(typeKey, JSON.stringify(stored))
  if (member_code) keepMemberCode(member_code)
  announce(null)
}

/** Stores the key that a sign-in or a read has answered. Returns null after the end of the session. */
export function keepMemberCode(answer: MemberCodeKey) {
  const session = sessionKey()
  return session === undefined ? null : keepMemberCodeKey(session, answer)
}

/** Replaces the token. The session still ends 60 days after it began. */
export function renewToken(token: string): void {
  const stored = storedType()
  if (stored) writeCookie(token, Math.floor((Date.parse(stored.ends_at) - Date.now()) / 1000))
}

/** Replaces the ID token by the API's own token, unless the session has changed or ended. */
export function replaceIdToken(id_token: string, token: string, member_code?: MemberCodeKey): void {
  const stored = storedType()
  if (!stored || storedToken() !== id_token) return
  // The type is written before the token, so that another tab reads the same session key between
  // the two writes.
  localStorage.setItem(typeKey, JSON.stringify({ ...stored, sign_in: signInOf(id_token) }))
  renewToken(token)
  if (member_code) keepMemberCode(member_code)
}

/** The session's Firebase project; null for a session without an identity provider. */
export function sessionProvider(): Firebase | null {
  const stored = storedType()
  return stored?.type === 'FIREBASE' ? stored.firebase : null
}

/** Null without a session, or after its 60 days. */
function storedType(): StoredType | null {
  const stored = storedRecord(typeKey) as StoredType | null
  return stored && Date.parse(stored.ends_at) > Date.now() ? stored : null
}

/**
 * Deletes token and type. The guard then redirects to the login, which says why. Drafts stay, except after a logout (R3.8).
 */
export function endSession(why: SessionEnd): void {
  forgetSession(why)
  announce(why)
}

/** Does what endSession does without firing the event: for a sign-out that waits for the server, or a page about to close. */
export function forgetSession(why: SessionEnd): void {
  pageSessionEnd = why
  if (why === 'logout') dropDrafts()
  dropPendingLink()
  forgetSeen()
  forgetMemberCodeKey()
  endPushes()
  writeCookie('', 0)
  localStorage.removeItem(typeKey)
}

/** Fires the event after forgetSession('logout'). Returns false if another tab has begun a session since, which stays. */
export function announceLogout(): boolean {
  const isOut = storedToken() === undefined
  if (isOut) announce('logout')
  return isOut
}

/** Drops the reason once a screen has told it, so that a later link to a protected screen has its own reason (R2.10). */
export function dropSessionEnd(): void {
  announce(null)
}

function announce(why: SessionEnd | null): void {
  pageSessionEnd = why
  window.dispatchEvent(new Event(sessionEvent))
}

function cookieName(): string {
  return sessionCookie(isSecure())
}

function isSecure(): boolean {
  return location.protocol === 'https:'
}

function writeCookie(value: string, maxAge_s: number): void {
  const secure = isSecure() ? '; Secure' : ''
  document.cookie = `${cookieName()}=${value}; Path=/; Max-Age=${maxAge_s}; SameSite=Strict${secure}`
}
