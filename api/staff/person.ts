import { ApiError } from '#api/http/api-error.ts'
import type { StaffCaller } from '#api/http/caller.ts'
import { staffLink } from '#contract/console/staff.ts'
import { type Database, row, sql } from '#database/sql.ts'

import { invitationEnded } from './sentences.ts'

export type LockedPerson = {
  session_id: string
  password_hash: string | null
  totp_sealed: Buffer | null
  invited_at: string | null
  has_factor: boolean
}

/**
 * Locks the caller's row and reads it with the session. A transaction about one person takes this lock first, so that two of them
 * run one after the other. Throws `unauthenticated` when the session or the person's access has ended since.
 */
export async function lockCaller(
  connection: Database,
  { company_id, token_hash, staff }: StaffCaller,
): Promise<LockedPerson> {
  const locked = await row<Omit<LockedPerson, 'has_factor'>>(
    connection,
    sql`select session.id as session_id, password_hash, totp_sealed, invited_at
          from staff
          join staff_session session on session.company_id = ${company_id} and session.staff_id = staff.id
         where staff.company_id = ${company_id}
           and staff.id = ${staff.id}
           and session.token_hash = ${token_hash}
           and left_at is null
           for no key update of staff`,
  )
  if (!locked) throw new ApiError('unauthenticated')
  // A statement of its own, because it must see what the lock has waited for.
  const ownsPasskey = await hasPasskey(connection, company_id, staff.id)
  return { ...locked, has_factor: locked.totp_sealed !== null || ownsPasskey }
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
 * Throws `expired_token` for a person who has no second factor yet, once the invitation has ended: a password alone adds the first
 * factor, so it must not do so for ever.
 */
export function checkInvitation({ invited_at }: Pick<LockedPerson, 'invited_at'>, now: Date): void {
  if (invited_at === null) return
  const age_ms = now.getTime() - new Date(invited_at).getTime()
  if (age_ms < staffLink.invitation_hours * 3_600_000) return
  throw new ApiError('expired_token', { message: invitationEnded })
}
