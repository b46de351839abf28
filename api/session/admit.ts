import type { IdentityProvider } from '#api/company/identity-provider.ts'
import type { Context } from '#api/context/context.ts'
import { verifyIdToken } from '#api/credential/id-token.ts'
import { endSessions } from '#api/credential/session-token.ts'
import { accountOf, joinSignIn, refuseMerged } from '#api/credential/sign-in.ts'
import { ApiError } from '#api/http/api-error.ts'
import { secretHash } from '#api/http/caller.ts'
import type { IdTokenClaims } from '#contract/identity-provider.ts'
import { Email } from '#contract/person/contact.ts'
import { sessionDays } from '#contract/session.ts'
import { type Database, row, rows, sql, transaction } from '#database/sql.ts'

/**
 * Opens a session for a new ID token, until the token expires. Later tokens of the same sign-in join it. Throws
 * `unauthenticated` for an invalid token, an ended sign-in or an absorbed account, `customer_blocked`, and `customer_not_found` for an
 * account without a customer (R3.10). Throws `unavailable` when Google's keys cannot be read.
 */
export async function admit(
  {
    database,
    identityProvider,
  }: Pick<Context, 'database'> & { identityProvider: IdentityProvider },
  { company_id, id_token }: { company_id: string; id_token: string },
  user_agent: string | null,
  now: Date,
): Promise<void> {
  const claims = await verifyIdToken({ database, identityProvider }, company_id, id_token, now)
  await transaction(database, async (connection) => {
    const account = await accountOf(connection, company_id, claims)
    if (!account) throw new ApiError('customer_not_found')
    await refuseMerged(connection, company_id, account.customer_id)
    await takeProof(connection, company_id, claims, account.customer_id, now)
    const sign_in = await joinSignIn(connection, company_id, claims, user_agent, now)
    // A token ends after its own hour, and at the latest with the 60 days of its sign-in (R3.1).
    const endsAt_s = Math.min(claims.exp, claims.auth_time + sessionDays * 86_400)
    await rows(
      connection,
      sql`insert into session (
            company_id, token_hash, customer_id, provider_sign_in_id, user_agent, created_at, last_used_on, expires_at)
          values (${company_id}, ${secretHash(id_token)}, ${account.customer_id}, ${sign_in}, ${user_agent}, ${now},
            day_of(${company_id}, ${now}), ${new Date(endsAt_s * 1000)})
          on conflict do nothing`,
    )
    await rows(connection, sql`select note_seen(${company_id}, ${account.customer_id}, ${now})`)
  })
}

/**
 * The provider has verified that the mailbox is the person's. If this is the first proof, earlier passwords and sessions may
 * be another person's, so they end (T10). The session of this sign-in stays.
 */
async function takeProof(
  connection: Database,
  company_id: string,
  { iss, sub, auth_time, email, email_verified }: IdTokenClaims,
  customer_id: string,
  now: Date,
): Promise<void> {
  const address = Email.safeParse(email).data
  if (!email_verified || address === undefined) return
  const { is_proven } = (await row<{ is_proven: boolean }>(
    connection,
    sql`select take_provider_proof(${company_id}, ${customer_id}, ${address}, ${now}) as is_proven`,
  ))!
  if (!is_proven) return
  await endSessions(connection, company_id, customer_id, now)
  await rows(
    connection,
    sql`update account
           set valid_from = ${new Date(auth_time * 1000)}
         where company_id = ${company_id} and issuer = ${iss} and subject = ${sub}`,
  )
}
