import type { Logger } from 'pino'

import { ApiError, forCashier } from '#api/http/api-error.ts'
import type { Guard } from '#api/http/route.ts'
import { type EndpointKey, endpoints } from '#contract/endpoints/endpoints.ts'
import type { ErrorCode } from '#contract/error.ts'

/** Runs an endpoint's handler between the hooks of its guard. A till gets errors with the messages for cashiers. */
export function runGuarded(
  log: Logger,
  key: EndpointKey,
  handler: (call: never) => Promise<unknown>,
  guard: Guard<never> | undefined,
): (call: object, request_id: string) => Promise<unknown> {
  const isTill = endpoints[key].caller === 'partner'
  return async (call, request_id) => {
    let isAdmitted = false
    try {
      await guard?.before(call as never)
      isAdmitted = true
      return await handler(call as never)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (isTill) warnOfLimit(log, key, request_id, error.code)
      // A call that has to wait was not tried, so it is no failed attempt.
      if (isAdmitted) await guard?.refused(call as never, error.code)
      throw isTill ? forCashier(error) : error
    }
  }
}

/** The codes of rate limits, which are logged as warnings: a shop may press its customers, or a thief has the key (T6, T18). */
const rateLimits = new Set<ErrorCode>([
  'daily_limit_reached',
  'too_many_requests',
  'intention_declined',
])

function warnOfLimit(log: Logger, route: EndpointKey, request_id: string, code: ErrorCode): void {
  if (rateLimits.has(code)) log.warn({ request_id, route, code }, 'rate limit exceeded')
}
