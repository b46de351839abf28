/** The session of a staff member (D15): 12 hours at most, and 30 minutes without a call. */

import { ApiError } from '#api/http/api-error.ts'
import type { Credential, StaffCaller } from '#api/http/caller.ts'
import { freshFactorMinutes, mayDo, staffSession } from '#contract/console/staff.ts'
import { type Database, row, sql } from '#database/sql.ts'

import { companyBlocked } from './sentences.ts'

/**
 * A call notes the session's last use at most this often, so that a busy page does not write with each call. A session therefore lives
 * this much longer than the idle limit after its last noted call: it never ends before the limit (D15).
 */
const noteEvery_s = 10

/** Seconds without a noted call after which a session has ended. */
export const idleLimit_s = staffSession.max_idle_minutes * 60 + noteEvery_s

/**
 * The staff member of a session. Throws `unauthenticated` for one that has ended, whose person has left, or that is not of the
 * person whom the caller means to be.
 */
export async function staffInSession(
  database: Database,
  { company_id, token_hash, staff_id }: Credential['staff_half'],
  now: Date,
): Promise<StaffCaller> {
  const { max_hours } = staffSession
  const found = await row<StaffCaller['staff'] & { factor_at: string | null; is_blocked: boolean }>(
    database,
    sql`with live as (
          select staff_id, factor_at, last_seen_at
            from staff_session
           where company_id = ${company_id}
             and token_hash = ${token_hash}
             and created_at > ${now}::timestamptz - make_interval(hours => ${max_hours})
             and last_seen_at > ${now}::timestamptz - make_interval(secs => ${idleLimit_s})),
        noted as (
          update staff_session
             set last_seen_at = ${now}
            from live
           where staff_session.company_id = ${company_id}
             and staff_session.token_hash = ${token_hash}
             and live.last_seen_at < ${now}::timestamptz - make_interval(secs => ${noteEvery_s}))
        select staff.id, staff.name, staff.email, staff.role, staff.shops, live.factor_at,
               is_blocked(${company_id}) as is_blocked
          from live
          join staff on staff.company_id = ${company_id} and staff.id = live.staff_id
         where staff.left_at is null`,
  )
  if (!found || (staff_id !== null && staff_id !== found.id)) throw new ApiError('unauthenticated')
  const { factor_at, is_blocked, ...staff } = found
  return {
    company_id,
    token_hash,
    staff,
    factor_at: factor_at === null ? null : new Date(factor_at),
    is_blocked,
    action: null,
  }
}

/**
 * Throws `second_factor_required` for a session with one factor, and `forbidden` for a role that may not do the action.
 * Throws `company_unavailable` for a write of a blocked company. Throws `fresh_factor_required` if the action needs a more
 * recent second factor.
 */
export function staffMay(
  { staff, factor_at, is_blocked }: StaffCaller,
  { action, fresh, is_write }: Pick<Credential['staff'], 'action' | 'fresh' | 'is_write'>,
  now: Date,
): void {
  if (factor_at === null) throw new ApiError('second_factor_required')
  if (action !== null && !mayDo(staff.role, action)) throw new ApiError('forbidden')
  if (action !== null && is_write && is_blocked) throw blockedForStaff()
  if (fresh && !isFresh(factor_at, now)) throw new ApiError('fresh_factor_required')
}

/**
 * The message tells the company's people what they may still do, and whom to ask about the block. The portal's message for
 * customers does not.
 */
export function blockedForStaff(): ApiError {
  return new ApiError('company_unavailable', { message: companyBlocked })
}

/** Whether a second factor of `factor_at` is recent enough for keys, staff and recovery codes. */
export function isFresh(factor_at: Date | null, now: Date): boolean {
  return factor_at !== null && now.getTime() - factor_at.getTime() <= freshFactorMinutes * 60_000
}

export async function companyExists(database: Database, company_id: string): Promise<boolean> {
  return (await row(database, sql`select from is_open(${company_id})`)) !== undefined
}
