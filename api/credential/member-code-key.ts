/** The key of a session's member codes (D14), derived from the server's secret: no table stores it. */

import { hkdfSync, randomBytes } from 'node:crypto'

import { canonicalUuid } from '#api/http/uuid.ts'
import type { ServerSecret } from '#api/secret/server-secret.ts'
import type { MemberCodeKey } from '#contract/member-code.ts'

/** A new `session_ref`. */
export function newSessionRef(): Buffer {
  return randomBytes(16)
}

/** The key and time that a session's phone receives. */
export function memberCodeKey(
  { first }: ServerSecret,
  company_id: string,
  session_ref: Buffer,
  now: Date,
): MemberCodeKey {
  return {
    session_ref: session_ref.toString('base64url'),
    key: derivedKey(first.bytes, company_id, session_ref),
    server_time: now.toISOString(),
  }
}

/**
 * The key in base64url. It is derived from the company's id too, so that a code of one company does not verify
 * at another.
 */
export function derivedKey(secret: Buffer, company_id: string, session_ref: Buffer): string {
  const purpose = `fiel member code ${canonicalUuid(company_id)}`
  return Buffer.from(hkdfSync('sha256', secret, session_ref, purpose, 32)).toString('base64url')
}
