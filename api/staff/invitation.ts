/** A person opens and accepts an invitation (D15). */

import type { Pool } from 'pg'
import type * as z from 'zod/mini'

import { attempted } from '#api/attempt/attempt.ts'
import { noteAct } from '#api/audit/note.ts'
import { hashPassword } from '#api/credential/password.ts'
import { secretHash } from '#api/http/caller.ts'
import type { InvitationAcceptance, InvitationToken } from '#contract/console/staff.ts'
import { rows, sql, transaction } from '#database/sql.ts'

import { fileOf } from './console.ts'
import { type CookieCall, setCookie } from './cookie.ts'
import { refuseGuessable } from './guessable.ts'
import { personOfLink, spendLink } from './link.ts'
import { me } from './me.ts'
import { endStaffSessions, openHalfSession } from './open-session.ts'
import * as sentences from './sentences.ts'

type Caller = { company_id: string; address: string; now: Date }

/** Reads an invitation for its screen. The invitation stays valid. Throws `expired_token` and `too_many_requests`. */
export function readInvitation(
  database: Pool,
  { token }: z.output<typeof InvitationToken>,
  { company_id, address, now }: Caller,
) {
  const attempt = { company_id, action: 'staff_link', address } as const
  return attempted(database, attempt, now, () =>
    transaction(database, async (connection) => {
      const person = await personOfLink(connection, company_id, 'INVITATION', token, now)
      const { name } = await fileOf(connection, company_id)
      return { email: person.email, name: person.name, role: person.role, company_name: name }
    }),
  )
}

/**
 * Sets name and password, ends the person's sessions, and opens one that lacks the second factor. Throws as `readInvitation`.
 */
export async function acceptInvitation(
  database: Pool,
  { token, name, password }: z.output<typeof InvitationAcceptance>,
  caller: Caller & CookieCall & { user_agent: string | null },
) {
  const { company_id, address, user_agent, now } = caller
  const attempt = { company_id, action: 'staff_link', address } as const
  const session = await attempted(database, attempt, now, async () => {
    const password_hash = await hashPassword(password)
    return transaction(database, async (connection) => {
      const person = await spendLink(connection, company_id, 'INVITATION', token, now)
      await refuseGuessable(connection, company_id, { ...person, name }, password)
      await rows(
        connection,
        sql`update staff
               set name = ${name},
                   password_hash = ${password_hash}
             where company_id = ${company_id} and id = ${person.id}`,
      )
      await endStaffSessions(connection, company_id, person.id)
      const opening = { company_id, staff_id: person.id, user_agent, now }
      const opened = await openHalfSession(connection, opening)
      const act = {
        action: 'staff.joined',
        subject: person.id,
        sentence: sentences.joined(name, person.role),
        personalBefore: { name: person.name },
        personalAfter: { name },
      } as const
      await noteAct(
        connection,
        company_id,
        { kind: 'staff', id: person.id, name, address },
        act,
        now,
      )
      return opened
    })
  })
  setCookie(caller, session)
  return me(database, { ...caller, token_hash: secretHash(session) })
}
