/** Reads the caller's credential from a request's headers. Nothing is looked up here. */

import { isIP } from 'node:net'

import type { FastifyRequest } from 'fastify'

import { ApiError } from '#api/http/api-error.ts'
import { type Credential, secretHash, staffTokenIn } from '#api/http/caller.ts'
import { canonicalUuid, isUuid } from '#api/http/uuid.ts'
import { staffHeader } from '#contract/console/staff.ts'
import type { Caller, Endpoint } from '#contract/endpoints/endpoint.ts'
import { type EndpointKey, endpoints, isStaffWrite } from '#contract/endpoints/endpoints.ts'
import type { ErrorCode } from '#contract/error.ts'
import { isSandbox } from '#contract/sandbox/id.ts'

const bearerToken = /^Bearer ([\w-]{43})$/
/** A JWT: three parts. The emulator's tokens have an empty signature. */
const bearerIdToken = /^Bearer ([\w-]+\.[\w-]+\.[\w-]*)$/
/** The key names its company, so that its look-up, like every other, begins with company_id. */
const bearerKey = /^Bearer (fiel_(test_)?([0-9a-f]{32})_[\w-]{43})$/

/**
 * By kind of caller. Throws `bad_request` for a missing or malformed Company-Id, `forbidden` for a request that no script sends,
 * `unauthenticated` for a malformed token and `invalid_key` for a malformed key.
 */
export const credentialOf: {
  [kind in Caller]: (request: FastifyRequest, key: EndpointKey) => Credential[kind]
} = {
  anyone: () => ({}),
  guest: (request) => {
    const { authorization = '' } = request.headers
    const id_token = bearerIdToken.exec(authorization)?.[1] ?? null
    const token = id_token ?? bearerToken.exec(authorization)?.[1]
    return {
      company_id: companyId(request),
      token_hash: token ? secretHash(token) : null,
      id_token,
    }
  },
  customer: (request) => {
    const company_id = companyId(request)
    const id_token = bearerIdToken.exec(request.headers.authorization ?? '')?.[1] ?? null
    const token = id_token ?? matched(bearerToken, request, 'unauthenticated')[1]!
    return { company_id, token_hash: secretHash(token), id_token }
  },
  account: (request) => ({
    company_id: companyId(request),
    id_token: matched(bearerIdToken, request, 'unauthenticated')[1]!,
  }),
  partner: (request, endpointKey) => {
    const { scope }: Endpoint = endpoints[endpointKey]
    const [, key, test, digits] = matched(bearerKey, request, 'invalid_key')
    const company_id = canonicalUuid(digits!)
    // A test key reaches only a sandbox, and a real key never does.
    if ((test !== undefined) !== isSandbox(company_id)) throw new ApiError('invalid_key')
    // tidy/contract.test.ts checks that every partner endpoint has a scope.
    return {
      company_id,
      key_hash: secretHash(key!),
      scope: scope!,
      address: addressOf(request),
    }
  },
  visitor: (request) => ({ company_id: companyId(request) }),
  staff_half: staffSessionOf,
  staff: (request, key) => {
    const endpoint: Endpoint = endpoints[key]
    const { action = null, fresh = false } = endpoint
    return { ...staffSessionOf(request), action, fresh, is_write: isStaffWrite(key) }
  },
}

function staffSessionOf(request: FastifyRequest): Credential['staff_half'] {
  const company_id = companyId(request)
  const token = staffTokenIn(request.headers.cookie, request.host)
  if (token === undefined) throw new ApiError('unauthenticated')
  const staff_id = request.headers[staffHeader]
  return {
    company_id,
    token_hash: secretHash(token),
    staff_id: typeof staff_id === 'string' ? staff_id : null,
  }
}

/**
 * Also refuses what is no call of a script: some GETs have an effect, and a navigation or an image must not cause it (T13). A
 * browser says so in Sec-Fetch-Dest, which no page can change. Without the header, Company-Id alone keeps such requests out.
 */
function companyId(request: FastifyRequest): string {
  const { 'company-id': company_id, 'sec-fetch-dest': destination = 'empty' } = request.headers
  if (destination !== 'empty') throw new ApiError('forbidden')
  if (typeof company_id !== 'string' || !isUuid(company_id)) throw new ApiError('bad_request')
  return canonicalUuid(company_id)
}

/** Undoes the IPv6 form in which a dual-stack socket writes an IPv4 address. Null when a proxy sent no valid address. */
function addressOf({ ip }: FastifyRequest): string | null {
  const address = ip.replace(/^::ffff:(?=\d+\.)/, '').replace(/%.*$/, '')
  return isIP(address) ? address : null
}

function matched(pattern: RegExp, request: FastifyRequest, otherwise: ErrorCode): RegExpExecArray {
  const match = pattern.exec(request.headers.authorization ?? '')
  if (!match) throw new ApiError(otherwise)
  return match
}
