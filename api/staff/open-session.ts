/** Opens a staff member's session with the first factor, completes it with the second, and ends sessions (D15). */

import { noteAct, staffActor } from '#api/audit/note.ts'
import { ApiError } from '#api/http/api-error.ts'
import { newToken, secretHash, type StaffCaller } from '#api/http/caller.ts'
import { type Database, row, rows, sql } from '#database/sql.ts'

import { type CookieCall, setCookie } from './cookie.ts'
import * as sentences from './sentences.ts'

type NewSession = { company_id: string; staff_id: string; user_agent: string | null; now: Date }

/** A session with one factor. Returns its token, of which only the hash is stored. */
export async function openHalfSession(
  connection: Database,
  { company_id, staff_id, user_agent, now }: NewSession,
): Promise<string> {
  const token = newToken()
  await rows(
    connection,
    sql`insert into staff_session (company_id, token_hash, staff_id, user_agent, created_at, last_seen_at)
        values (${company_id}, ${secretHash(token)}, ${staff_id}, ${user_agent}, ${now}, ${now})`,
  )
  return token
}

/** The caller's session after a second factor. `token`: the new token; null: no factor was due, so the session keeps its token. */
export type PassedFactor = { caller: StaffCaller; token: string | null }

/**
 * Notes a second factor. The session gets a new token, so that nobody who knew the older one is signed in, or has the fresh factor.
 * Throws `unauthenticated` for a session that has ended since.
 */
export async function passFactor(
  connection: Database,
  caller: StaffCaller & { address: string },
  now: Date,
): Promise<PassedFactor> {
  const { company_id, token_hash, staff } = caller
  const token = newToken()
  const new_hash = secretHash(token)
  const renewed = await row(
    connection,
    sql`update staff_session
           set token_hash = ${new_hash},
               factor_at = ${now},
               challenge = null
         where company_id = ${company_id} and token_hash = ${token_hash}
        returning id`,
  )
  if (!renewed) throw new ApiError('unauthenticated')
  await rows(
    connection,
    sql`update staff set last_seen_at = ${now} where company_id = ${company_id} and id = ${staff.id}`,
  )
  const sentence = caller.factor_at === null ? sentences.signedIn : sentences.confirmedAgain
  const act = {
    action: 'staff.signed_in',
    subject: staff.id,
    sentence: sentence(staff.name),
  } as const
  await noteAct(connection, company_id, staffActor(caller), act, now)
  return { caller: { ...caller, token_hash: new_hash, factor_at: now }, token }
}

/** Gives the browser the new token, after the transaction that stored it. */
export function giveToken(call: CookieCall, { token }: PassedFactor): void {
  if (token !== null) setCookie(call, token)
}

/** Ends all sessions of a person except one to keep. */
export async function endStaffSessions(
  connection: Database,
  company_id: string,
  staff_id: string,
  exceptHash: Buffer | null = null,
): Promise<void> {
  await rows(
    connection,
    sql`delete from staff_session
         where company_id = ${company_id}
           and staff_id = ${staff_id}
           and token_hash is distinct from ${exceptHash}`,
  )
}
