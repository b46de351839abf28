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
 * What a call needs. 'password': the current password; an account without one needs a fresh sign-in. 'either': one of the two, but a
 * password that was sent must be right.
 */
export type Need = 'password' | 'either'

/** `password_hash`: the stored hash that the current password matched; null if none was checked. */
export type Proof = { password_hash: string | null; is_fresh: boolean }

/** The caller's proof. Throws `password_required`, `wrong_password`, `sign_in_again` or `too_many_requests`. */
export async function prove(
  database: Database,
  caller: Caller,
  { password_hash, is_fresh }: Evidence,
  need: Need,
  current_password: string | undefined,
): Promise<Proof> {
  const unproven = { password_hash: null, is_fresh }
  if (password_hash === null) {
    if (is_fresh) return unproven
    throw new ApiError('sign_in_again')
  }
  if (need === 'either' && current_password === undefined) {
    if (is_fresh) return unproven
    throw passwordRequired()
  }
  await checkPassword(database, caller, password_hash, current_password)
  return { password_hash, is_fresh }
}

/** Whether the proof still holds for the account, whose password may have changed since. */
export function isProven(proof: Proof, stored_hash: string | null, need: Need): boolean {
  if (proof.password_hash !== null) return proof.password_hash === stored_hash
  return proof.is_fresh && (need === 'either' || stored_hash === null)
}

export function passwordRequired(): ApiError {
  return new ApiError('password_required', { fields: { current_password: ['Informe sua senha'] } })
}
