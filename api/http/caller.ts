/** The caller of a request: the credential that it presents, and the identity after the credential was checked. */

import { hash, randomBytes } from 'node:crypto'

import { type StaffAction, staffCookieAt, type StaffRole } from '#contract/console/staff.ts'
import type { IdTokenClaims } from '#contract/identity-provider.ts'
import type { PartnerScope } from '#contract/partner.ts'
import { isSandbox } from '#contract/sandbox/id.ts'
import { bytes } from '#engine/command.ts'

/** Kind of caller → its credential, which is well formed and not checked yet. */
export type Credential = {
  anyone: object
  guest: { company_id: string; token_hash: Buffer | null; id_token: string | null }
  /** `id_token`: set for a token of the identity provider, which may have no session yet. */
  customer: { company_id: string; token_hash: Buffer; id_token: string | null }
  account: { company_id: string; id_token: string }
  /** `scope`: the scope that the endpoint requires of the key. `address`: the caller's network address. */
  partner: { company_id: string; key_hash: Buffer; scope: PartnerScope; address: string | null }
  visitor: { company_id: string }
  /** `staff_id`: the person whom the caller's page shows (staffHeader). Null: the caller did not send the header. */
  staff_half: { company_id: string; token_hash: Buffer; staff_id: string | null }
  /**
   * `action`: that of the endpoint; null: every role may call it. `fresh`: the endpoint needs a fresh second factor. `is_write`: as
   * `isStaffWrite` says.
   */
  staff: Credential['staff_half'] & {
    action: StaffAction | null
    fresh: boolean
    is_write: boolean
  }
}

/** A staff member in a session (D15). */
export type StaffCaller = {
  company_id: string
  token_hash: Buffer
  staff: { id: string; name: string; email: string; role: StaffRole; shops: string[] }
  /** The instant of the last second factor; null: it is still missing. */
  factor_at: Date | null
  /** Whether the operator has blocked the company. */
  is_blocked: boolean
  /** The endpoint's action: a write checks again that the role may do it. Null: every role may call the endpoint. */
  action: StaffAction | null
}

/** Kind of caller → its identity, after the credential was checked. */
export type Identity = {
  anyone: object
  /** `customer_id`: set if the guest sent a session's token, as a signed-in customer who confirms an email does. */
  guest: { company_id: string; customer_id: string | null }
  customer: { company_id: string; customer_id: string; token_hash: Buffer }
  partner: { company_id: string; partner_key_id: string }
  account: { company_id: string; claims: IdTokenClaims }
  visitor: { company_id: string }
  staff_half: StaffCaller
  staff: StaffCaller
}

/** A till's credential in a command of the engine. */
export function tillCredential({ key_hash, scope, address }: Credential['partner']) {
  return { key_hash: bytes(key_hash), scope, address }
}

/** The stored form of a token or key. SHA-256 is enough for 256 random bits, and needs no comparison in constant time. */
export function secretHash(secret: string): Buffer {
  return hash('sha256', secret, 'buffer')
}

/** The token of a staff member's session in the Cookie header of a request to `host`. */
export function staffTokenIn(cookie: string | undefined, host: string): string | undefined {
  const start = `${staffCookieAt(host)}=`
  const values = (cookie ?? '')
    .split('; ')
    .flatMap((pair) => (pair.startsWith(start) ? [pair.slice(start.length)] : []))
  return values.find((value) => /^[\w-]{43}$/.test(value))
}

/** 256 random bits, base64url: a session's token (D10). */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** A partner's key (D3). A key of a sandbox says so, so that nobody puts it into a shop's till. */
export function newPartnerKey(company_id: string): string {
  const beginning = isSandbox(company_id) ? 'fiel_test_' : 'fiel_'
  return `${beginning}${company_id.replaceAll('-', '')}_${newToken()}`
}
