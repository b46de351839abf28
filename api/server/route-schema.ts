/** Turns an endpoint of the contract into the schema that Fastify checks and OpenAPI shows. */

import { ApiError, forCashier } from '#api/http/api-error.ts'
import { referenceWords } from '#api/reference/text.ts'
import { messageOf } from '#contract/console/error-message.ts'
import type { Caller, Endpoint } from '#contract/endpoints/endpoint.ts'
import { type EndpointKey, errorsOf, isAdminKey } from '#contract/endpoints/endpoints.ts'
import { ErrorBody, type ErrorCode, errorCodes } from '#contract/error.ts'
import { operationIds } from '#contract/reference/operation-ids.ts'

export function schemaOf(key: EndpointKey, endpoint: Endpoint) {
  const { summary, caller, params, query, headers, body, response, status } = endpoint
  const errors = errorsOf(key)
  const answers = Object.fromEntries(
    errors.map((code) => {
      const { status } = errorCodes[code]
      return [status, answersOf(errors, status, caller)]
    }),
  )
  return {
    // The API's document is for tills and portals. The console shows each of its acts as a call.
    ...(isAdminKey(key) ? { hide: true } : { operationId: operationIds[key] }),
    summary,
    ...described(endpoint),
    tags: [tagOf(key)],
    security: security[caller],
    ...(params && { params }),
    ...(query && { querystring: query }),
    ...(headers && { headers }),
    ...(body && { body }),
    response: {
      ...answers,
      ...(response ? { [status ?? 200]: response } : {}),
    },
  }
}

/** The first word of the path. A partner's paths begin with /partner. */
function tagOf(key: EndpointKey): string {
  const [, first, second] = key.split(/[ /]+/)
  return (first === 'partner' ? second : first)!
}

/** The description beside the summary: the key's scope, and Idempotency-Key. */
function described({ scope, idempotent }: Endpoint): { description?: string } {
  const sentences = [
    ...(scope ? [referenceWords.scope(scope)] : []),
    ...(idempotent ? [referenceWords.idempotency] : []),
  ]
  return sentences.length > 0 ? { description: sentences.join(' ') } : {}
}

/** The error codes of one status, each with its message. */
function answersOf(errors: ErrorCode[], status: number, caller: Caller) {
  return {
    description: errors
      .filter((code) => errorCodes[code].status === status)
      .map((code) => {
        const message =
          caller === 'partner' ? forCashier(new ApiError(code)).message : messageOf(code)
        return `\`${code}\` ${message}`
      })
      .join(' · '),
    content: { 'application/json': { schema: ErrorBody } },
  }
}

const security: Record<Caller, Record<string, string[]>[]> = {
  anyone: [],
  guest: [{ company: [] }],
  customer: [{ company: [], session: [] }],
  account: [{ company: [], session: [] }],
  partner: [{ partner_key: [] }],
  visitor: [{ company: [] }],
  staff_half: [{ company: [], staff: [] }],
  staff: [{ company: [], staff: [] }],
}
