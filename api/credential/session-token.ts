/** Opens, touches and ends sessions (D10). */

import { ApiError } from '#api/http/api-error.ts'
import { newToken, secretHash } from '#api/http/caller.ts'
import type { ServerSecret } from '#api/secret/server-secret.ts'
import type { MemberCodeKey } from '#contract/member-code.ts'
import { sessionDays } from '#contract/session.ts'
import { type Database, row, rows, sql } from '#database/sql.ts'

import { memberCodeKey, newSessionRef } from './member-code-key.ts'

type NewSession = { company_id: string; customer_id: string; user_agent: string | null; now: Date }

/**
 * The token of a new session of 60 days, of which only the hash is stored, and the key of its member codes (D14). Call it once the
 * person has proven the credentials: it throws `customer_blocked` and `account_merged`, which nobody else may learn.
 */
export async function openSession(
  connection: Database,
  secret: ServerSecret,
  { company_id, customer_id, user_agent, now }: NewSession,
): Promise<{ token: string; member_code: MemberCodeKey }> {
  const token = newToken()
  const session_ref = newSessionRef()
  const expires_at = new Date(now.getTime() + sessionDays * 86_400_000)
  const isOpen = await row(
    connection,
    sql`select where hold_unblocked(${company_id}, ${customer_id})`,
  )
  if (!isOpen) throw new ApiError('customer_blocked')
  await refuseMerged(connection, company_id, customer_id)
  await rows(connection, sql`select note_seen(${company_id}, ${customer_id}, ${now})`)
  await rows(
    connection,
    sql`insert into session (
          company_id, token_hash, customer_id, user_agent, created_at, last_used_on, expires_at, session_ref)
        values (${company_id}, ${secretHash(token)}, ${customer_id}, ${user_agent}, ${now},
          day_of(${company_id}, ${now}), ${expires_at}, ${session_ref})`,
  )
  return { token, member_code: memberCodeKey(secret, company_id, session_ref, now) }
}

/**
 * An account that was merged into another one signs in no more. Call it after the person has proven who they are, so that a stranger
 * learns nothing. Throws `account_merged`.
 */
async function refuseMerged(
  connection: Database,
  company_id: string,
  customer_id: string,
): Promise<void> {
  const merged = await row<{ into: string | null }>(
    connection,
    sql`select merged_into(${company_id}, ${customer_id}) as into`,
  )
  if (merged!.into !== null) throw new ApiError('account_merged')
}

/**
 * Records the use of the account and of a device, once a day. The account comes first, because the device's row tells whether the
 * day is recorded: after a crash in between, the next use repeats both.
 */
export async function touchSession(
  database: Database,
  { company_id, token_hash, now }: { company_id: string; token_hash: Buffer; now: Date },
): Promise<void> {
  await rows(
    database,
    sql`select note_seen(company_id, customer_id, ${now})
          from session
         where company_id = ${company_id}
           and token_hash = ${token_hash}
           and last_used_on < day_of(${company_id}, ${now})`,
  )
  await rows(
    database,
    sql`update session
           set last_used_on = day_of(${company_id}, ${now})
         where company_id = ${company_id}
           and token_hash = ${token_hash}
           and last_used_on < day_of(${company_id}, ${now})`,
  )
}

/** Ends all sessions of a customer except one to keep, including sign-ins that never reached this API. */
export async function endSessions(
  connection: Database,
  company_id: string,
  customer_id: string,
  now: Date,
  exceptHash: Buffer | null = null,
): Promise<void> {
  // Update the account first, because a concurrent admission of an ID token locks this row. Either this update waits for the
  // admission, or the admission reads the new date and refuses the token.
  await rows(
    connection,
    sql`update account
           set valid_from = ${now}
         where company_id = ${company_id} and customer_id = ${customer_id}`,
  )
  // Do not write this condition as `not exists`: with a null hash PostgreSQL reduces it, and Citus refuses the statement.
  await rows(
    connection,
    sql`update provider_sign_in
           set ended_at = ${now}
          from account
         where account.company_id = ${company_id}
           and account.customer_id = ${customer_id}
           and provider_sign_in.company_id = ${company_id}
           and provider_sign_in.issuer = account.issuer
           and provider_sign_in.subject = account.subject
           and provider_sign_in.ended_at is null
           and provider_sign_in.id is distinct from (
                 select session.provider_sign_in_id
                   from session
                  where session.company_id = ${company_id}
                    and session.token_hash = ${exceptHash})`,
  )
  await rows(
    connection,
    sql`delete from session
         where company_id = ${company_id}
           and customer_id = ${customer_id}
           and token_hash is distinct from ${exceptHash}
           and (provider_sign_in_id is null
                or exists (
                     select
                       from provider_sign_in
                      where provider_sign_in.company_id = session.company_id
                        and provider_sign_in.id = session.provider_sign_in_id
                        and ended_at is not null))`,
  )
}

/** Detaches the customer's provider accounts after their sessions were ended. Returns whether there was one. */
export async function dropAccounts(
  connection: Database,
  company_id: string,
  customer_id: string,
): Promise<boolean> {
  await rows(
    connection,
    sql`delete from provider_sign_in
         using account
         where account.company_id = ${company_id}
           and account.customer_id = ${customer_id}
           and provider_sign_in.company_id = account.company_id
           and provider_sign_in.issuer = account.issuer
           and provider_sign_in.subject = account.subject`,
  )
  const dropped = await rows(
    connection,
    sql`delete from account
         where company_id = ${company_id} and customer_id = ${customer_id}
        returning subject`,
  )
  return dropped.length > 0
}
