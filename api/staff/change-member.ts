/** Changes a person's role and shops, and ends their access (D15). */

import type { Pool } from 'pg'

import { type Actor, noteAct, staffActor } from '#api/audit/note.ts'
import type { StaffCaller } from '#api/http/caller.ts'
import type { StaffRole } from '#contract/console/staff.ts'
import { type Database, rows, sql, transaction } from '#database/sql.ts'

import { endLinks } from './link.ts'
import { keepAnOwner, listedShops, lockMember, staffMember } from './members.ts'
import { endStaffSessions } from './open-session.ts'
import { dropRecoveryCodes } from './recovery.ts'
import type { FactorCall } from './second-factor.ts'
import * as sentences from './sentences.ts'

/** The next call of the person has the new role. Throws `not_found`, `last_owner` and `unknown_subsidiary`. */
export function changeMember(
  database: Pool,
  id: string,
  { name, role, ...changes }: { name: string; role: StaffRole; shops: string[] },
  call: FactorCall,
) {
  const { company_id, now } = call
  return transaction(database, async (connection) => {
    const { member, owners } = await lockMember(connection, company_id, id, call)
    if (role !== 'owner') keepAnOwner(id, owners)
    const shops = await listedShops(connection, company_id, changes.shops)
    await rows(
      connection,
      sql`update staff
             set name = ${name},
                 role = ${role},
                 shops = ${shops}
           where company_id = ${company_id} and id = ${id}`,
    )
    const act = {
      action: 'staff.changed',
      subject: id,
      sentence: sentences.changed(call.staff.name, name, role, shops),
      before: { role: member.role, shops: member.shops },
      after: { role, shops },
      personalBefore: { name: member.name },
      personalAfter: { name },
    } as const
    await noteAct(connection, company_id, staffActor(call), act, now)
    return staffMember(connection, company_id, now, id)
  })
}

/** Ends a person's access. Throws `not_found` and `last_owner`. */
export function removeMember(database: Pool, id: string, call: FactorCall): Promise<void> {
  const { company_id, now } = call
  return transaction(database, (connection) =>
    endAccess(connection, { company_id, actor: staffActor(call), caller: call, now }, id),
  )
}

/** `caller`: null for a command. */
type Ending = { company_id: string; actor: Actor; caller: StaffCaller | null; now: Date }

/** The person's sessions, links and factors go; the row stays, because audit entries name it. Throws as `removeMember`. */
export async function endAccess(
  connection: Database,
  { company_id, actor, caller, now }: Ending,
  id: string,
): Promise<void> {
  const { member, owners } = await lockMember(connection, company_id, id, caller)
  keepAnOwner(id, owners)
  await rows(
    connection,
    sql`update staff
           set left_at = ${now},
               password_hash = null,
               totp_sealed = null,
               invited_at = null
         where company_id = ${company_id} and id = ${id}`,
  )
  await endStaffSessions(connection, company_id, id)
  await endLinks(connection, { company_id, staff_id: id }, 'INVITATION', now)
  await endLinks(connection, { company_id, staff_id: id }, 'PASSWORD', now)
  await dropRecoveryCodes(connection, company_id, id)
  await rows(
    connection,
    sql`delete from staff_passkey where company_id = ${company_id} and staff_id = ${id}`,
  )
  const act = {
    action: 'staff.left',
    subject: id,
    sentence: sentences.left(actor.name, member.name),
    before: { role: member.role, shops: member.shops, left_at: null },
    after: { role: member.role, shops: member.shops, left_at: now },
    personalBefore: { name: member.name, email: member.email },
  } as const
  await noteAct(connection, company_id, actor, act, now)
}
