/** Who is calling: what a request claims, and who it is once that was checked. */

import { hash, randomBytes } from 'node:crypto'

import type { IdTokenClaims } from '#contract/identity-provider.ts'
import type { PartnerScope } from '#contract/partner.ts'
import { bytes } from '#engine/command.ts'

/** What a request claims, in the right form; nobody has checked it yet. */
export type Credential = {
  anyone: object
  guest: { company_id: string; token_hash: Buffer | null; id_token: string | null }
  /** `id_token` where the token is one of the identity provider's, which may not have been seen yet. */
  customer: { company_id: string; token_hash: Buffer; id_token: string | null }
  account: { company_id: string; id_token: string }
  /** With what the endpoint asks of the key, and the network address that it comes from. */
  partner: { company_id: string; key_hash: Buffer; scope: PartnerScope; address: string | null }
}

/** Who it is. */
export type Identity = {
  anyone: object
  /** With the customer whose session the token is, if there is one: who confirms an email may be signed in. */
  guest: { company_id: string; customer_id: string | null }
  customer: { company_id: string; customer_id: string; token_hash: Buffer }
  partner: { company_id: string; partner_key_id: string }
  account: { company_id: string; claims: IdTokenClaims }
}

/** A till's credential in a command of the engine. */
export function tillCredential({ key_hash, scope, address }: Credential['partner']) {
  return { key_hash: bytes(key_hash), scope, address }
}

/** How a token or key is stored and looked up. SHA-256 is enough for 256 random bits, and leaves nothing to compare in constant time. */
export function secretHash(secret: string): Buffer {
  return hash('sha256', secret, 'buffer')
}

/** 256 random bits, base64url: a session's token (D10). */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** A partner's key (D3). */
export function newPartnerKey(company_id: string): string {
  return `fiel_${company_id.replaceAll('-', '')}_${newToken()}`
}
