/** Builds the call that a handler receives from a request. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { fingerprintOf, idempotencyKey } from '#api/http/idempotency.ts'
import type { Endpoint } from '#contract/endpoints/endpoint.ts'
import { type EndpointKey, endpoints } from '#contract/endpoints/endpoints.ts'
import { bytes, type Idempotency } from '#engine/command.ts'

import { type InTime, timeLeft } from './time-left.ts'

/** Maximum stored characters of a User-Agent, by which the settings name a session's device. A longer text names it no better. */
const maxUserAgentLength = 300

export function decorateRequests(app: FastifyInstance, answer_ms: number): void {
  app.decorateRequest('caller')
  app.decorateRequest('user_agent', null)
  app.decorateRequest('inTime')
  // Read in onRequest, because the check of an endpoint's headers removes all other headers.
  app.addHook('onRequest', (request, _reply, done) => {
    request.user_agent = request.headers['user-agent']?.slice(0, maxUserAgentLength) ?? null
    request.inTime = timeLeft(answer_ms)
    done()
  })
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller's identity, or the credential that the handler's statement checks. */
    caller: object
    user_agent: string | null
    inTime: InTime
  }
}

/** Throws `bad_request` for a malformed idempotency key. */
export function callOf(
  key: EndpointKey,
  request: FastifyRequest,
  reply: FastifyReply,
  now: Date,
): object {
  const endpoint: Endpoint = endpoints[key]
  const { params, query, headers, body, caller, ip: address, host, user_agent } = request
  const header = (name: string, value: string) => void reply.header(name, value)
  const idempotency = endpoint.idempotent ? keyOf(key, request) : undefined
  const from = { address, host, user_agent }
  return { ...caller, params, query, headers, body, now, ...from, header, idempotency }
}

/** The request's idempotency key and the hash of its content. Throws `bad_request`. */
function keyOf(endpoint: EndpointKey, request: FastifyRequest): Idempotency | undefined {
  const key = idempotencyKey(request)
  if (key === null) return undefined
  const fingerprint = fingerprintOf(endpoint, request.params, request.body)
  return { key, key_fingerprint: bytes(fingerprint) }
}
