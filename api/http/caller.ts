/** Who is calling: what a request claims, and whether that is so. */

import { hash, randomBytes } from 'node:crypto'
import { isIP } from 'node:net'

import type { FastifyRequest } from 'fastify'

import type { Context } from '#api/context/context.ts'
import { verifyIdToken } from '#api/credential/id-token.ts'
import type { Caller, Endpoint } from '#contract/endpoint.ts'
import type { ErrorCode } from '#contract/error.ts'
import type { IdTokenClaims } from '#contract/identity-provider.ts'
import type { PartnerScope } from '#contract/partner.ts'
import { row, sql } from '#database/sql.ts'
import { bytes } from '#engine/command.ts'

import { forCashier, ApiError } from './api-error.ts'
import { canonicalUuid, isUuid } from './uuid.ts'

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

const bearer_token = /^Bearer ([\w-]{43})$/
/** Three parts; the emulator's last one, a signature, is empty. */
const bearer_id_token = /^Bearer ([\w-]+\.[\w-]+\.[\w-]*)$/
/** The key names its company, so that its look-up, like every other, begins with company_id. */
const bearer_key = /^Bearer (fiel_([0-9a-f]{32})_[\w-]{43})$/

/** Reads the headers. Throws `bad_request` for a Company-Id that is missing or no UUID, `unauthenticated` for a token and `invalid_key` for a key that cannot be one. */
export const credentialOf: {
  [kind in Caller]: (request: FastifyRequest, endpoint: Endpoint) => Credential[kind]
} = {
  anyone: () => ({}),
  guest: (request) => {
    const { authorization = '' } = request.headers
    const id_token = bearer_id_token.exec(authorization)?.[1] ?? null
    const token = id_token ?? bearer_token.exec(authorization)?.[1]
    return {
      company_id: companyId(request),
      token_hash: token ? secretHash(token) : null,
      id_token,
    }
  },
  customer: (request) => {
    const company_id = companyId(request)
    const id_token = bearer_id_token.exec(request.headers.authorization ?? '')?.[1] ?? null
    const token = id_token ?? matched(bearer_token, request, 'unauthenticated')[1]!
    return { company_id, token_hash: secretHash(token), id_token }
  },
  account: (request) => ({
    company_id: companyId(request),
    id_token: matched(bearer_id_token, request, 'unauthenticated')[1]!,
  }),
  partner: (request, { scope }) => {
    const [, key, company_id] = matched(bearer_key, request, 'invalid_key')
    // tidy/contract.test.ts: a partner's endpoint has one.
    return {
      company_id: canonicalUuid(company_id!),
      key_hash: secretHash(key!),
      scope: scope!,
      address: addressOf(request),
    }
  },
}

function companyId(request: FastifyRequest): string {
  const company_id = request.headers['company-id']
  if (typeof company_id !== 'string' || !isUuid(company_id)) throw new ApiError('bad_request')
  return canonicalUuid(company_id)
}

/** A socket that hears both kinds writes an IPv4 address as an IPv6 one. Null for what a proxy sent that is no address. */
function addressOf({ ip }: FastifyRequest): string | null {
  const address = ip.replace(/^::ffff:(?=\d+\.)/, '').replace(/%.*$/, '')
  return isIP(address) ? address : null
}

function matched(pattern: RegExp, request: FastifyRequest, otherwise: ErrorCode): RegExpExecArray {
  const match = pattern.exec(request.headers.authorization ?? '')
  if (!match) throw new ApiError(otherwise)
  return match
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

/** Checks what was claimed. Throws `company_not_found`, `company_unavailable`, `unauthenticated`, for a key `invalid_key`, or, for one without the scope or from elsewhere, `forbidden`. */
export const identify = {
  anyone: async () => ({}),
  guest: async ({ database }, { company_id, token_hash }, now) => {
    const company = await row<{ is_available: boolean; customer_id: string | null }>(
      database,
      sql`select blocked_at is null and not maintenance as is_available, session.customer_id
            from company
            left join session
                   on session.company_id = company.company_id
                  and session.token_hash = ${token_hash}
                  and session.expires_at > ${now}
           where company.company_id = ${company_id}`,
    )
    if (!company) throw new ApiError('company_not_found')
    if (!company.is_available) throw new ApiError('company_unavailable')
    return { company_id, customer_id: company.customer_id }
  },
  customer: async ({ database }, { company_id, token_hash }, now) => {
    const session = await row<{ customer_id: string; is_available: boolean }>(
      database,
      sql`select session.customer_id,
                 company.blocked_at is null and not company.maintenance as is_available
            from session
            join company using (company_id)
           where session.company_id = ${company_id}
             and session.token_hash = ${token_hash}
             and session.expires_at > ${now}`,
    )
    if (!session) throw new ApiError('unauthenticated')
    if (!session.is_available) throw new ApiError('company_unavailable')
    return { company_id, customer_id: session.customer_id, token_hash }
  },
  partner: async ({ database }, { company_id, key_hash, scope, address }, now) => {
    // Notes the use once a day, so that a busy till's row is not written at every call.
    const key = await row<{ id: string; code: ErrorCode | null }>(
      database,
      sql`with used as (
            update partner_key
               set last_used_on = (${now}::timestamptz at time zone 'UTC')::date
             where company_id = ${company_id}
               and key_hash = ${key_hash}
               and revoked_at is null
               and last_used_on is distinct from (${now}::timestamptz at time zone 'UTC')::date)
          select partner_key.id, error_of_key(
                 partner_key.id, partner_key.scopes, partner_key.addresses,
                 company.blocked_at is null and not company.maintenance, ${scope}, ${address}) as code
            from partner_key
            join company using (company_id)
           where partner_key.company_id = ${company_id}
             and partner_key.key_hash = ${key_hash}
             and partner_key.revoked_at is null`,
    )
    if (!key) throw new ApiError('invalid_key')
    if (key.code) throw forCashier(new ApiError(key.code))
    return { company_id, partner_key_id: key.id }
  },
  account: async (context, { company_id, id_token }, now) => {
    await identify.guest(context, { company_id, token_hash: null, id_token: null }, now)
    return { company_id, claims: await verifyIdToken(context, company_id, id_token, now) }
  },
} satisfies {
  [kind in keyof Identity]: (
    context: Pick<Context, 'database' | 'identity_provider'>,
    credential: Credential[kind],
    now: Date,
  ) => Promise<Identity[kind]>
}
