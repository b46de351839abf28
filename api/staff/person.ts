/** The caller of a write in the console. A call may have waited since its session was checked, so a write checks it again (D15). */

import { ApiError } from '#api/http/api-error.ts'
import type { StaffCaller } from '#api/http/caller.ts'
import { mayDo, type StaffAction, staffLink, type StaffRole } from '#contract/console/staff.ts'
import { type Database, row, rows, sql } from '#database/sql.ts'

import { invitationEnded } from './sentences.ts'
import { blockedForStaff } from './session.ts'

export type LockedPerson = {
  session_id: string
  role: StaffRole
  shops: string[]
  password_hash: string | null
  totp_sealed: Buffer | null
  invited_at: string | null
  has_factor: boolean
}

/**
 * Locks the caller's row for a change of the person. A transaction about one person takes this lock first, so that two of them run
 * one after the other. Throws as `checkCaller`.
 */
export async function lockCaller(connection: Database, caller: StaffCaller): Promise<LockedPerson> {
  const { company_id, staff } = caller
  await rows(
    connection,
    sql`select from staff where company_id = ${company_id} and id = ${staff.id} for no key update`,
  )
  return checkCaller(connection, caller)
}

/**
 * Locks the caller's row for an act on anything else. It is the first lock of the transaction. A removal or a change of
 * role waits for the act, or the act is refused. The lock is shared, so acts of one person do not wait for each other.
 * Returns the person as the lock found them: the role may have changed since the call began. Throws as `checkCaller`.
 */
export async function holdCaller(connection: Database, caller: StaffCaller): Promise<LockedPerson> {
  const { company_id, staff } = caller
  await rows(
    connection,
    sql`select from staff where company_id = ${company_id} and id = ${staff.id} for share`,
  )
  return checkCaller(connection, caller)
}

/**
 * Reads the caller, whose row the transaction has locked. A statement of its own, because it must see what the lock has waited for.
 * Throws `unauthenticated` when the session or the person's access has ended since the call began. Throws `forbidden` when
 * the role may not do the action any more. Throws `company_unavailable` when the company was blocked meanwhile. A person's
 * own factors, password and sessions have no action: they may be protected in a blocked company, too.
 */
export async function checkCaller(
  connection: Database,
  { company_id, token_hash, staff, action }: StaffCaller,
): Promise<LockedPerson> {
  const found = await row<Omit<LockedPerson, 'has_factor'> & { is_blocked: boolean }>(
    connection,
    sql`select session.id as session_id, password_hash, totp_sealed, invited_at, role, shops,
               is_blocked(${company_id}) as is_blocked
          from staff
          join staff_session session on session.company_id = ${company_id} and session.staff_id = staff.id
         where staff.company_id = ${company_id}
           and staff.id = ${staff.id}
           and session.token_hash = ${token_hash}
           and left_at is null`,
  )
  if (!found) throw new ApiError('unauthenticated')
  const { is_blocked, ...person } = found
  if (action !== null && !mayDo(person.role, action)) throw new ApiError('forbidden')
  if (action !== null && is_blocked) throw blockedForStaff()
  const has_factor =
    person.totp_sealed !== null || (await hasPasskey(connection, company_id, staff.id))
  return { ...person, has_factor }
}

/**
 * The name of the first of these people who may no longer do the action; undefined: all may. Locks their rows as `holdCaller` does, so
 * that a removal waits or has been seen.
 */
export async function whoMayNot(
  connection: Database,
  company_id: string,
  staff_ids: string[],
  action: StaffAction,
): Promise<string | undefined> {
  const people = await rows<{ name: string; role: StaffRole; has_left: boolean }>(
    connection,
    sql`select name, role, left_at is not null as has_left
          from staff
         where company_id = ${company_id} and id = any (${staff_ids}::uuid[])
         order by id
           for share`,
  )
  return people.find(({ role, has_left }) => has_left || !mayDo(role, action))?.name
}

export async function hasPasskey(
  connection: Database,
  company_id: string,
  staff_id: string,
): Promise<boolean> {
  const found = await row(
    connection,
    sql`select id from staff_passkey where company_id = ${company_id} and staff_id = ${staff_id} limit 1`,
  )
  return found !== undefined
}

/**
 * Throws `expired_token` for a person who has no second factor yet, once the invitation has ended. A password alone adds
 * the first factor, so the time in which it can do so has to end.
 */
export function checkInvitation({ invited_at }: Pick<LockedPerson, 'invited_at'>, now: Date): void {
  if (invited_at === null) return
  const age_ms = now.getTime() - new Date(invited_at).getTime()
  if (age_ms < staffLink.invitation_hours * 3_600_000) return
  throw new ApiError('expired_token', { message: invitationEnded })
}
