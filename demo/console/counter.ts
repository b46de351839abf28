/**
 * /_demo/balcao at a console's host: the counter, signed in as the demo's cashier. Only the demo's own database has this door, which
 * asks for no password.
 */

import type { FastifyInstance } from 'fastify'

import { consoleByHostname } from '#api/company/console.ts'
import type { Context } from '#api/context/context.ts'
import { ApiError } from '#api/http/api-error.ts'
import { secretHash } from '#api/http/caller.ts'
import { hostname } from '#api/http/hostname.ts'
import { setCookie } from '#api/staff/cookie.ts'
import { openHalfSession, passFactor } from '#api/staff/open-session.ts'
import { staffInSession } from '#api/staff/session.ts'
import { row, sql, transaction } from '#database/sql.ts'

import { cashier } from './staff.ts'

/** The path of the counter's screen (console/path/paths.ts). */
const counterPath = '/caixa'

export function demoCounter(
  app: FastifyInstance,
  { database, clock }: Pick<Context, 'database' | 'clock'>,
): void {
  app.get('/_demo/balcao', { schema: { hide: true } }, async (request, reply) => {
    const found = await consoleByHostname(database, hostname(request))
    const person = found && (await cashierOf(found.company.id))
    if (!person) throw new ApiError('not_found')
    const now = clock()
    const token = await transaction(database, async (connection) => {
      const { company_id, staff_id } = person
      const half = await openHalfSession(connection, { ...person, user_agent: null, now })
      const credential = { company_id, staff_id, token_hash: secretHash(half) }
      const caller = await staffInSession(connection, credential, now)
      return (await passFactor(connection, { ...caller, address: request.ip }, now)).token
    })
    const header = (name: string, value: string) => void reply.header(name, value)
    setCookie({ host: request.host, header }, token!)
    return reply.redirect(counterPath)
  })

  async function cashierOf(company_id: string) {
    return row<{ company_id: string; staff_id: string }>(
      database,
      sql`select company_id, id as staff_id
            from staff
           where company_id = ${company_id}
             and email = ${cashier.email}
             and left_at is null`,
    )
  }
}
