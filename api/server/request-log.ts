/** One log line a request, from an allow-list: neither path, query, header nor body (D12). */

import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'

import type { Identity } from '#api/http/caller.ts'

/** Who made a call, by ids that name nobody outside the database. */
type Who = {
  company_id: string | undefined
  customer_id: string | undefined
  staff_id: string | undefined
  partner_key_id: string | undefined
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether a success is logged at `info` too: sign-in, registration and the account. */
    isAccount?: boolean
  }
  interface FastifyRequest {
    /** The customer whom the call has signed in. */
    signed_in: string | undefined
  }
}

/**
 * Logs errors, and every call of a sign-in or an account, at `info`; other successes at `debug`, because polls would fill the log. A 503
 * is no line: overload causes thousands a second, and the summary of errorAnswerer counts them.
 */
export function logRequests(app: FastifyInstance, log: Logger): void {
  app.decorateRequest('signed_in')
  app.addHook('onResponse', (request, reply, done) => {
    const { statusCode: status, elapsedTime } = reply
    const { url: route, config } = request.routeOptions
    const level = status >= 400 || config.isAccount ? 'info' : 'debug'
    if (status !== 503 && log.isLevelEnabled(level)) {
      log[level]({
        request_id: request.id,
        method: request.method,
        route,
        status,
        ms: Math.round(elapsedTime),
        ...whoMade(request),
      })
    }
    done()
  })
}

/** Undefined fields are left out of the line: a caller who was not identified has none. */
function whoMade({ caller, signed_in }: FastifyRequest): Who {
  const { credential, company_id, customer_id, staff, partner_key_id } = (caller ?? {}) as Partial<
    Identity['customer'] & Identity['staff'] & Identity['partner']
  > & { credential?: { company_id?: string } }
  return {
    company_id: company_id ?? credential?.company_id,
    customer_id: customer_id ?? signed_in,
    staff_id: staff?.id,
    partner_key_id,
  }
}
