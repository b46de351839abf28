import type { Pool } from 'pg'
import type * as z from 'zod/mini'

import { type Attempt, countAttempt, forgiveAttempt } from '#api/attempt/attempt.ts'
import { noteAct } from '#api/audit/note.ts'
import { hashPassword, matchPassword } from '#api/credential/password.ts'
import { ApiError } from '#api/http/api-error.ts'
import { secretHash } from '#api/http/caller.ts'
import type { StaffLogin } from '#contract/console/staff.ts'
import { type Database, row, rows, sql, transaction } from '#database/sql.ts'

import { type CookieCall, setCookie } from './cookie.ts'
import { me } from './me.ts'
import { openHalfSession } from './open-session.ts'
import { checkInvitation } from './person.ts'
import * as sentences from './sentences.ts'

type Caller = CookieCall & {
  company_id: string
  address: string
  user_agent: string | null
  now: Date
}

type Person = {
  id: string
  name: string
  password_hash: string | null
  invited_at: string | null
}

/**
 * The first factor: a session that can do nothing but give the second one. Throws `wrong_credentials`, after the same work
 * whether or not the person exists, `too_many_requests` before any work, and `expired_token` as `checkInvitation`.
 */
export async function signIn(
  database: Pool,
  { email, password }: z.output<typeof StaffLogin>,
  caller: Caller,
) {
  const { company_id, address, user_agent, now } = caller
  const attempt: Attempt = { company_id, action: 'staff_login', account: email, address }
  await countAttempt(database, attempt, now)
  const person = await personWith(database, company_id, email)
  const form = await matchPassword(password, person?.password_hash ?? null)
  if (!form || !person) {
    await noteWrongPassword(database, person, caller)
    throw new ApiError('wrong_credentials')
  }
  await forgiveAttempt(database, attempt)
  checkInvitation(person, now)
  const rehashed = form === 'raw' ? await hashPassword(password) : null
  const token = await transaction(database, async (connection) => {
    await holdPassword(connection, company_id, person, rehashed)
    const opening = { company_id, staff_id: person.id, user_agent, now }
    const opened = await openHalfSession(connection, opening)
    const { id, name } = person
    const sentence = sentences.passwordGiven(name)
    const act = { action: 'staff.password_given', subject: id, sentence } as const
    await noteAct(connection, company_id, { kind: 'staff', id, name, address }, act, now)
    return opened
  })
  setCookie(caller, token)
  return me(database, { ...caller, token_hash: secretHash(token) })
}

function personWith(database: Database, company_id: string, email: string) {
  return row<Person>(
    database,
    sql`select id, name, password_hash, invited_at
          from staff
         where company_id = ${company_id} and email = ${email} and left_at is null`,
  )
}

/**
 * Locks the password until the session is committed. Throws `wrong_credentials` when a change of the password, or the person's
 * leaving, was committed first: it has ended all sessions.
 */
async function holdPassword(
  connection: Database,
  company_id: string,
  { id, password_hash }: Person,
  rehashed: string | null,
): Promise<void> {
  const held = await row(
    connection,
    sql`update staff
           set password_hash = coalesce(${rehashed}, password_hash)
         where company_id = ${company_id}
           and id = ${id}
           and password_hash = ${password_hash}
           and left_at is null
        returning id`,
  )
  if (!held) throw new ApiError('wrong_credentials')
}

/**
 * Notes the refusal. For an unknown email the same work is rolled back. Neither waits for the disk, so that the time tells nothing;
 * a crash may lose the last refusals.
 */
async function noteWrongPassword(
  database: Pool,
  person: Person | undefined,
  { company_id, address, now }: Caller,
): Promise<void> {
  const name = person?.name ?? ''
  const act = {
    action: 'staff.sign_in_refused',
    subject: person?.id ?? company_id,
    sentence: sentences.wrongPassword(name),
  } as const
  await transaction(database, async (connection) => {
    await rows(connection, sql`set local synchronous_commit = off`)
    // Whoever tried is unknown, so the entry has the address and no person as its actor.
    await noteAct(connection, company_id, { kind: 'system', name: 'Console', address }, act, now)
    if (!person) throw new ApiError('wrong_credentials')
  })
}
