/** A new password of a staff member: by the current one, or by a mailed link (D15). */

import type * as z from 'zod/mini'

import { type Attempt, attempted, countAttempt } from '#api/attempt/attempt.ts'
import { noteAct, staffActor } from '#api/audit/note.ts'
import type { Context } from '#api/context/context.ts'
import { hashPassword, isPassword } from '#api/credential/password.ts'
import { ApiError } from '#api/http/api-error.ts'
import type { StaffPasswordChange, StaffReset, StaffResetRequest } from '#contract/console/staff.ts'
import { type Database, row, rows, sql, transaction } from '#database/sql.ts'

import { refuseGuessable } from './guessable.ts'
import { endLinks, spendLink } from './link.ts'
import { endStaffSessions } from './open-session.ts'
import { lockCaller } from './person.ts'
import type { FactorCall } from './second-factor.ts'
import * as sentences from './sentences.ts'

/** Ends the other sessions. Throws `wrong_password` and `too_many_requests`. */
export async function changePassword(
  { database }: Context,
  { current_password, password }: z.output<typeof StaffPasswordChange>,
  call: FactorCall,
): Promise<void> {
  const { company_id, staff, token_hash, address, now } = call
  const attempt: Attempt = { company_id, action: 'staff_login', account: staff.email, address }
  await attempted(database, attempt, now, async () => {
    const old_hash = await passwordHash(database, call)
    if (!(await isPassword(current_password, old_hash))) throw new ApiError('wrong_password')
    await refuseGuessable(database, company_id, staff, password)
    const password_hash = await hashPassword(password)
    await transaction(database, async (connection) => {
      const person = await lockCaller(connection, call)
      // A concurrent change was committed first.
      if (person.password_hash !== old_hash) throw new ApiError('wrong_password')
      await savePassword(connection, { company_id, staff_id: staff.id, password_hash, now })
      await endStaffSessions(connection, company_id, staff.id, token_hash)
      const act = {
        action: 'staff.password_changed',
        subject: staff.id,
        sentence: sentences.passwordChanged(staff.name),
      } as const
      await noteAct(connection, company_id, staffActor(call), act, now)
    })
  })
}

async function passwordHash(database: Database, { company_id, staff }: FactorCall) {
  const found = await row<{ password_hash: string | null }>(
    database,
    sql`select password_hash from staff where company_id = ${company_id} and id = ${staff.id}`,
  )
  return found?.password_hash ?? null
}

type Caller = { company_id: string; address: string; now: Date }

/** Behaves the same whether or not the person exists: the mail job looks them up. Throws `too_many_requests`. */
export async function requestStaffReset(
  { database, queueMail }: Context,
  { email }: z.output<typeof StaffResetRequest>,
  { company_id, address, now }: Caller,
): Promise<void> {
  const account = `password ${email}`
  await countAttempt(database, { company_id, action: 'staff_link', account, address }, now)
  await queueMail(database, { kind: 'staff_password', company_id, email })
}

/** Ends all sessions; the second factor stays. Throws `expired_token` and `too_many_requests`. */
export async function resetStaffPassword(
  { database }: Context,
  { token, password }: z.output<typeof StaffReset>,
  { company_id, address, now }: Caller,
): Promise<void> {
  await attempted(database, { company_id, action: 'staff_link', address }, now, async () => {
    const password_hash = await hashPassword(password)
    await transaction(database, async (connection) => {
      const { id, ...person } = await spendLink(connection, company_id, 'PASSWORD', token, now)
      await refuseGuessable(connection, company_id, person, password)
      await savePassword(connection, { company_id, staff_id: id, password_hash, now })
      await endStaffSessions(connection, company_id, id)
      const act = {
        action: 'staff.password_changed',
        subject: id,
        sentence: sentences.passwordReset(person.name),
      } as const
      await noteAct(
        connection,
        company_id,
        { kind: 'staff', id, name: person.name, address },
        act,
        now,
      )
    })
  })
}

/** The open links for a new password end. */
async function savePassword(
  connection: Database,
  saving: { company_id: string; staff_id: string; password_hash: string; now: Date },
): Promise<void> {
  const { company_id, staff_id, password_hash, now } = saving
  await rows(
    connection,
    sql`update staff
           set password_hash = ${password_hash}
         where company_id = ${company_id} and id = ${staff_id}`,
  )
  await endLinks(connection, { company_id, staff_id }, 'PASSWORD', now)
}
