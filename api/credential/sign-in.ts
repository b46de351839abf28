/** Accounts of the identity provider, and the devices that signed in through them. */

import { ApiError } from '#api/http/api-error.ts'
import type { IdTokenClaims } from '#contract/identity-provider.ts'
import { type Database, row, rows, sql } from '#database/sql.ts'

/**
 * Reads and locks an account, so that a concurrent end of its sessions runs before or after this transaction. Throws
 * `customer_blocked`: a block ends the sessions, so it has the account's lock too.
 */
export async function accountOf(
  connection: Database,
  company_id: string,
  { iss, sub }: Pick<IdTokenClaims, 'iss' | 'sub'>,
): Promise<{ customer_id: string } | undefined> {
  const account = await row<{ customer_id: string }>(
    connection,
    sql`select customer_id
          from account
         where company_id = ${company_id} and issuer = ${iss} and subject = ${sub}
           for no key update`,
  )
  if (account) await refuseBlocked(connection, company_id, account.customer_id)
  return account
}

/** Throws `customer_blocked`. A statement of its own, because it must see what the lock before it has waited for. */
export async function refuseBlocked(
  connection: Database,
  company_id: string,
  customer_id: string,
): Promise<void> {
  const blocked = await row(
    connection,
    sql`select where is_customer_blocked(${company_id}, ${customer_id})`,
  )
  if (blocked) throw new ApiError('customer_blocked')
}

/** Whether the account was merged into another one. */
export async function isMerged(
  connection: Database,
  company_id: string,
  customer_id: string,
): Promise<boolean> {
  const merged = await row(
    connection,
    sql`select where merged_into(${company_id}, ${customer_id}) is not null`,
  )
  return merged !== undefined
}

/** An account that was merged into another one signs in no more. Throws `unauthenticated`. */
export async function refuseMerged(
  connection: Database,
  company_id: string,
  customer_id: string,
): Promise<void> {
  if (await isMerged(connection, company_id, customer_id)) throw new ApiError('unauthenticated')
}

/** The device of this sign-in, new or known. Throws `unauthenticated` when the sign-in has ended. */
export async function joinSignIn(
  connection: Database,
  company_id: string,
  { iss, sub, auth_time }: IdTokenClaims,
  user_agent: string | null,
  now: Date,
): Promise<string> {
  const signed_in_at = new Date(auth_time * 1000)
  const joined = await row<{ id: string }>(
    connection,
    sql`insert into provider_sign_in (company_id, issuer, subject, signed_in_at, user_agent, last_used_on)
        select company_id, issuer, subject, ${signed_in_at}, ${user_agent},
               day_of(${company_id}, ${now})
          from account
         where company_id = ${company_id} and issuer = ${iss} and subject = ${sub}
           and (valid_from is null
                or valid_from <= ${signed_in_at}
                or exists (
                     select
                       from provider_sign_in known
                      where known.company_id = account.company_id
                        and known.issuer = account.issuer
                        and known.subject = account.subject
                        and known.signed_in_at = ${signed_in_at}))
        on conflict (company_id, issuer, subject, signed_in_at) do update
           set last_used_on = excluded.last_used_on
         where provider_sign_in.ended_at is null
        returning id`,
  )
  if (!joined) throw new ApiError('unauthenticated')
  return joined.id
}

/** Links the account of an ID token to a customer. */
export async function addAccount(
  connection: Database,
  company_id: string,
  { iss, sub }: Pick<IdTokenClaims, 'iss' | 'sub'>,
  customer_id: string,
  now: Date,
): Promise<void> {
  await rows(
    connection,
    sql`insert into account (company_id, issuer, subject, customer_id, created_at)
        values (${company_id}, ${iss}, ${sub}, ${customer_id}, ${now})`,
  )
}
