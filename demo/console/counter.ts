/**
 * /_demo/balcao at a console's host: the counter, signed in as the demo's cashier. Only the demo's own database has this door, which
 * asks for no password.
 */

import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'

import { consoleByHostname } from '#api/company/console.ts'
import type { Context } from '#api/context/context.ts'
import { ApiError } from '#api/http/api-error.ts'
import { secretHash } from '#api/http/caller.ts'
import { hostname } from '#api/http/hostname.ts'
import { setCookie } from '#api/staff/cookie.ts'
import { openHalfSession, passFactor } from '#api/staff/open-session.ts'
import { staffInSession } from '#api/staff/session.ts'
import { type Database, row, sql, transaction } from '#database/sql.ts'

import { cashier } from './staff.ts'

/** The path of the counter's screen (console/path/paths.ts). */
const counterPath = '/caixa'

export function demoCounter(
  app: FastifyInstance,
  { database, clock }: Pick<Context, 'database' | 'clock'>,
): void {
  app.get('/_demo/balcao', { schema: { hide: true } }, async (request, reply) => {
    const { host, ip: address } = request
    const person = await cashierAt(database, hostname(request))
    if (!person) throw new ApiError('not_found')
    const token = await signIn(database, { ...person, address }, clock())
    setCookie({ host, header: (name, value) => void reply.header(name, value) }, token)
    return reply.redirect(counterPath)
  })
}

type Person = { company_id: string; staff_id: string }

/** The demo's cashier of the console at this host. */
async function cashierAt(database: Database, host: string): Promise<Person | undefined> {
  const found = await consoleByHostname(database, host)
  if (!found) return undefined
  return row<Person>(
    database,
    sql`select company_id, id as staff_id
          from staff
         where company_id = ${found.company.id}
           and email = ${cashier.email}
           and left_at is null`,
  )
}

/** Opens a session with both factors. Returns its token. */
function signIn(
  database: Pool,
  { address, ...person }: Person & { address: string },
  now: Date,
): Promise<string> {
  return transaction(database, async (connection) => {
    const half = await openHalfSession(connection, { ...person, user_agent: null, now })
    const credential = { ...person, token_hash: secretHash(half) }
    const caller = await staffInSession(connection, credential, now)
    return (await passFactor(connection, { ...caller, address }, now)).token!
  })
}
