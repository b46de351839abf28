import type { Context } from '#api/context.ts'
import { type Database, row, rows, sql, transaction } from '#api/database/sql.ts'
import { idleSince, secretHash } from '#api/http/caller.ts'
import { Refused } from '#api/http/refused.ts'
import type { IdTokenClaims } from '#contract/identity-provider.ts'

import { verifyIdToken } from './id-token.ts'

/**
 * Opens a session for an ID token that has not been seen yet, until it expires; the next one of the same sign-in joins
 * it. Throws `unauthenticated` where the token is no good or its sign-in is over, `customer_not_found` where the account
 * is nobody's yet (R3.10), `unavailable` where that cannot be told.
 */
export async function admit(
  { database, identity_provider }: Pick<Context, 'database' | 'identity_provider'>,
  { company_id, id_token }: { company_id: string; id_token: string },
  user_agent: string | null,
  now: Date,
): Promise<void> {
  const claims = await verifyIdToken({ database, identity_provider }, company_id, id_token, now)
  await transaction(database, async (connection) => {
    const account = await accountOf(connection, company_id, claims)
    if (!account) throw new Refused('customer_not_found')
    const sign_in = await joinSignIn(connection, company_id, claims, account, user_agent, now)
    await rows(
      connection,
      sql`insert into session (
            company_id, token_hash, customer_id, provider_sign_in_id, user_agent, created_at, last_used_on, expires_at)
          values (${company_id}, ${secretHash(id_token)}, ${account.customer_id}, ${sign_in}, ${user_agent}, ${now},
            (${now}::timestamptz at time zone 'UTC')::date, ${new Date(claims.exp * 1000)})
          on conflict do nothing`,
    )
  })
}

type Account = { customer_id: string; valid_from: string | null }

/** Locked against those who end its sessions meanwhile, not against each other. */
export async function accountOf(
  connection: Database,
  company_id: string,
  { iss, sub }: Pick<IdTokenClaims, 'iss' | 'sub'>,
): Promise<Account | undefined> {
  return row(
    connection,
    sql`select customer_id, valid_from
          from account
         where company_id = ${company_id} and issuer = ${iss} and subject = ${sub}
           for share`,
  )
}

async function joinSignIn(
  connection: Database,
  company_id: string,
  { iss, sub, auth_time }: IdTokenClaims,
  { valid_from }: Account,
  user_agent: string | null,
  now: Date,
): Promise<string> {
  const signed_in_at = new Date(auth_time * 1000)
  const joined = await row<{ id: string }>(
    connection,
    sql`insert into provider_sign_in (company_id, issuer, subject, signed_in_at, user_agent, last_used_on)
        select ${company_id}, ${iss}, ${sub}, ${signed_in_at}, ${user_agent},
               (${now}::timestamptz at time zone 'UTC')::date
         where ${valid_from}::timestamptz is null
            or ${signed_in_at}::timestamptz >= ${valid_from}::timestamptz
            or exists (
                 select
                   from provider_sign_in
                  where company_id = ${company_id} and issuer = ${iss} and subject = ${sub}
                    and signed_in_at = ${signed_in_at})
        on conflict (company_id, issuer, subject, signed_in_at) do update
           set last_used_on = excluded.last_used_on
         where provider_sign_in.ended_at is null
           and provider_sign_in.last_used_on > ${idleSince(now)}
        returning id`,
  )
  if (!joined) throw new Refused('unauthenticated')
  return joined.id
}
