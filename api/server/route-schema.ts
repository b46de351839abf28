/** Turns an endpoint of the contract into the schema that Fastify checks and OpenAPI shows. */

import { ApiError, forCashier } from '#api/http/api-error.ts'
import type { Caller, Endpoint } from '#contract/endpoint.ts'
import { type EndpointKey, errorsOf } from '#contract/endpoints.ts'
import { ErrorBody, type ErrorCode, errorCodes } from '#contract/error.ts'
import { limits } from '#contract/limits.ts'

export function schemaOf(key: EndpointKey, endpoint: Endpoint) {
  const { summary, caller, params, query, headers, body, response, status } = endpoint
  const errors = errorsOf(key)
  const answers = Object.fromEntries(
    errors.map((code) => {
      const { status } = errorCodes[code]
      return [status, described(errors, status, caller)]
    }),
  )
  return {
    summary,
    ...(endpoint.idempotent && { description: keyDescription }),
    operationId: key,
    tags: [key.split(/[ /]/)[2]!],
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

const keyDescription =
  `Honours \`Idempotency-Key\`, 16 to 128 of \`A-Z a-z 0-9 _ . : -\`, kept for ${limits.idempotency_days} days: ` +
  'the same key with the same call gets the stored answer with `Idempotent-Replayed: true`, a refusal too; with another ' +
  'call, `idempotency_mismatch`.'

/** The error codes of one status, each with its message. */
function described(errors: ErrorCode[], status: number, caller: Caller) {
  return {
    description: errors
      .filter((code) => errorCodes[code].status === status)
      .map((code) => {
        const { message } = caller === 'partner' ? forCashier(new ApiError(code)) : errorCodes[code]
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
}
