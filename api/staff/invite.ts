/** Invites a person to the console (D15). */

import { countAttempt } from '#api/attempt/attempt.ts'
import { type Actor, noteAct, staffActor } from '#api/audit/note.ts'
import type { Context } from '#api/context/context.ts'
import type { QueueMail } from '#api/context/mail-job.ts'
import { ApiError } from '#api/http/api-error.ts'
import type { StaffCaller } from '#api/http/caller.ts'
import type { StaffRole } from '#contract/console/staff.ts'
import { type Database, row, rows, sql, transaction } from '#database/sql.ts'

import { endLinks } from './link.ts'
import { listedShops, lockMember, staffMember } from './members.ts'
import { endStaffSessions } from './open-session.ts'
import { holdCaller } from './person.ts'
import type { FactorCall } from './second-factor.ts'
import * as sentences from './sentences.ts'

export type NewMember = { email: string; name: string; role: StaffRole; shops: string[] }

/**
 * Adds the person and queues the mail with the link. A person who has left gets the row again. Throws `used_email`,
 * `unknown_subsidiary` and `too_many_requests`.
 */
export async function invite({ database, queueMail }: Context, added: NewMember, call: FactorCall) {
  const { company_id, now } = call
  await countInvitation(database, added.email, call)
  return transaction(database, async (connection) => {
    const adding = { queueMail, actor: staffActor(call), caller: call, company_id, now }
    const id = await addMember(connection, adding, added)
    return staffMember(connection, company_id, now, id)
  })
}

/** `caller`: null for a command. */
type Adding = {
  queueMail: QueueMail
  actor: Actor
  caller: StaffCaller | null
  company_id: string
  now: Date
}

/** Returns the person's id. Throws `used_email` and `unknown_subsidiary`, and as `checkCaller`. */
export async function addMember(
  connection: Database,
  { queueMail, actor, caller, company_id, now }: Adding,
  { email, name, role, ...added }: NewMember,
): Promise<string> {
  if (caller) await holdCaller(connection, caller)
  const shops = await listedShops(connection, company_id, added.shops)
  const stored = await row<{ id: string }>(
    connection,
    sql`insert into staff (company_id, email, name, role, shops, invited_at, created_at)
        values (${company_id}, ${email}, ${name}, ${role}, ${shops}, ${now}, ${now})
        on conflict (company_id, email) do update
           set name = excluded.name,
               role = excluded.role,
               shops = excluded.shops,
               invited_at = excluded.invited_at,
               left_at = null
         where staff.left_at is not null
        returning id`,
  )
  if (!stored) throw new ApiError('used_email')
  await queueMail(connection, { kind: 'staff_invitation', company_id, staff_id: stored.id })
  const act = {
    action: 'staff.invited',
    subject: stored.id,
    sentence: sentences.invited(actor.name, email, role, shops),
    after: { role, shops },
    personalAfter: { name, email },
  } as const
  await noteAct(connection, company_id, actor, act, now)
  return stored.id
}

/** Sends the invitation again; earlier links end at once, with what they have led to. Throws `not_found` for a person who has joined or left. */
export async function inviteAgain({ database, queueMail }: Context, id: string, call: FactorCall) {
  const { company_id, now } = call
  const { email } = await staffMember(database, company_id, now, id)
  await countInvitation(database, email, call)
  return transaction(database, async (connection) => {
    const adding = { queueMail, actor: staffActor(call), caller: call, company_id, now }
    await renewInvitation(connection, adding, id)
    return staffMember(connection, company_id, now, id)
  })
}

/**
 * Ends the earlier links. If the person has already used a link, the password and sessions end too. Throws `not_found` for
 * a person who has joined or left, and as `checkCaller`.
 */
export async function renewInvitation(
  connection: Database,
  { queueMail, actor, caller, company_id, now }: Adding,
  id: string,
): Promise<void> {
  const { member } = await lockMember(connection, company_id, id, caller)
  if (member.is_active) throw new ApiError('not_found')
  await rows(
    connection,
    sql`update staff
           set invited_at = ${now},
               password_hash = null
         where company_id = ${company_id} and id = ${id}`,
  )
  await endStaffSessions(connection, company_id, id)
  await endLinks(connection, { company_id, staff_id: id }, 'INVITATION', now)
  await endLinks(connection, { company_id, staff_id: id }, 'PASSWORD', now)
  await queueMail(connection, { kind: 'staff_invitation', company_id, staff_id: id })
  const sentence = sentences.invitedAgain(actor.name, member.email)
  const act = { action: 'staff.invited', subject: id, sentence } as const
  await noteAct(connection, company_id, actor, act, now)
}

/** Counted by mailbox, apart from requests for a new password, which a stranger can make. */
function countInvitation(
  database: Context['database'],
  email: string,
  { company_id, address, now }: FactorCall,
): Promise<void> {
  const account = `invitation ${email}`
  return countAttempt(database, { company_id, action: 'staff_link', account, address }, now)
}
