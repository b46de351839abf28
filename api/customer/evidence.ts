/** Whether the caller of a session is still the person who opened it: a session may be stolen (ASVS 7.5.1, 7.5.2). */

import { ApiError } from '#api/http/api-error.ts'
import { freshMinutes } from '#contract/privacy.ts'
import { type Database, row, sql } from '#database/sql.ts'

import { checkPassword } from './current-password.ts'

type Caller = {
  company_id: string
  customer_id: string
  token_hash: Buffer
  address: string
  now: Date
}

/** `is_fresh`: the session's sign-in is at most 10 minutes old. */
export type Evidence = { password_hash: string | null; is_fresh: boolean }

/** Throws `unauthenticated` for a customer who was erased. */
export async function evidenceOf(
  database: Database,
  { company_id, customer_id, token_hash, now }: Omit<Caller, 'address'>,
): Promise<Evidence> {
  const found = await row<Evidence>(
    database,
    sql`select person.password_hash,
               coalesce(signed_in_at(${company_id}, ${token_hash}, ${now}) >= ${freshSince(now)}, false) as is_fresh
          from person_of(${company_id}, ${customer_id}) person`,
  )
  if (!found) throw new ApiError('unauthenticated')
  return found
}

/** A sign-in before this instant is not fresh. */
export function freshSince(now: Date): Date {
  return new Date(now.getTime() - freshMinutes * 60_000)
}

/**
 * Passes with a fresh sign-in or the current password. Throws `password_required`, `wrong_password`, `too_many_requests`, or
 * `sign_in_again` for an account without a password.
 */
export async function requireEvidence(
  database: Database,
  caller: Caller,
  current_password: string | undefined,
): Promise<void> {
  const { password_hash, is_fresh } = await evidenceOf(database, caller)
  if (is_fresh && current_password === undefined) return
  if (password_hash === null) throw new ApiError('sign_in_again')
  if (current_password === undefined) throw passwordRequired()
  await checkPassword(database, caller, password_hash, current_password)
}

export function passwordRequired(): ApiError {
  return new ApiError('password_required', { fields: { current_password: ['Informe sua senha'] } })
}
