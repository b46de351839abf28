/** The browsers in which a staff member is signed in, and signing out (D15). */

import type { Pool } from 'pg'

import { noteAct, staffActor } from '#api/audit/note.ts'
import { ApiError } from '#api/http/api-error.ts'
import type { StaffCaller } from '#api/http/caller.ts'
import { staffSession } from '#contract/console/staff.ts'
import { type Database, row, rows, sql, transaction } from '#database/sql.ts'

import { clearCookie } from './cookie.ts'
import { lockCaller } from './person.ts'
import type { FactorCall } from './second-factor.ts'
import * as sentences from './sentences.ts'
import { idleLimit_s } from './session.ts'

type Session = {
  id: string
  user_agent: string | null
  created_at: string
  last_seen_at: string
  is_current: boolean
}

/** The sessions that have not ended, the one used last first. */
export function staffSessions(
  database: Database,
  { company_id, staff, token_hash, now }: StaffCaller & { now: Date },
): Promise<Session[]> {
  return rows(
    database,
    sql`select id, user_agent, created_at, last_seen_at, token_hash = ${token_hash} as is_current
          from staff_session
         where company_id = ${company_id}
           and staff_id = ${staff.id}
           and created_at > ${now}::timestamptz - make_interval(hours => ${staffSession.max_hours})
           and last_seen_at > ${now}::timestamptz - make_interval(secs => ${idleLimit_s})
         order by last_seen_at desc, id`,
  )
}

export async function signOut(database: Pool, call: FactorCall): Promise<void> {
  const { company_id, token_hash, staff, now } = call
  await transaction(database, async (connection) => {
    await lockCaller(connection, call)
    await rows(
      connection,
      sql`delete from staff_session where company_id = ${company_id} and token_hash = ${token_hash}`,
    )
    const sentence = sentences.signedOut(staff.name)
    const act = { action: 'staff.signed_out', subject: staff.id, sentence } as const
    await noteAct(connection, company_id, staffActor(call), act, now)
  })
  clearCookie(call)
}

/** Ends one of the caller's own sessions. Throws `not_found`. */
export async function endStaffSession(database: Pool, call: FactorCall, id: string): Promise<void> {
  const { company_id, staff, now } = call
  await transaction(database, async (connection) => {
    await lockCaller(connection, call)
    const ended = await row(
      connection,
      sql`delete from staff_session
           where company_id = ${company_id} and staff_id = ${staff.id} and id = ${id}
          returning id`,
    )
    if (!ended) throw new ApiError('not_found')
    const sentence = sentences.sessionEnded(staff.name)
    const act = { action: 'staff.session_ended', subject: staff.id, sentence } as const
    await noteAct(connection, company_id, staffActor(call), act, now)
  })
}
