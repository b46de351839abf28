import type { Context } from '#api/context/context.ts'
import { ApiError } from '#api/http/api-error.ts'
import { newToken, secretHash } from '#api/http/caller.ts'
import { sessionMemberCodeKey } from '#api/member-code/session-key.ts'
import type { ResponseOf } from '#contract/endpoints/endpoints.ts'
import { sessionDays } from '#contract/session.ts'
import { row, sql, transaction } from '#database/sql.ts'

type Caller = { company_id: string; token_hash: Buffer; now: Date }

/**
 * A token of Fiel for a customer of the identity provider, whose portal cannot renew an ID token every hour (R3.5). It belongs to
 * the sign-in and ends with it. Throws `not_found` without a sign-in, so that no session outlives its 60 days.
 *
 * One transaction: a session whose token was never sent must not stay. The lock on the sign-in makes a concurrent logout wait,
 * which then deletes the new session too.
 */
export async function generateToken(
  { database, secret }: Pick<Context, 'database' | 'secret'>,
  caller: Caller,
): Promise<ResponseOf<'GET /customer/generate-token'>> {
  const { company_id, token_hash, now } = caller
  const token = newToken()
  return transaction(database, async (connection) => {
    const session = await row(
      connection,
      sql`insert into session (
            company_id, token_hash, customer_id, provider_sign_in_id, user_agent, created_at, last_used_on, expires_at)
          select session.company_id, ${secretHash(token)}, session.customer_id, sign_in.id, session.user_agent, ${now},
                 day_of(${company_id}, ${now}),
                 sign_in.signed_in_at + make_interval(days => ${sessionDays})
            from session
            join provider_sign_in sign_in
              on sign_in.company_id = session.company_id and sign_in.id = session.provider_sign_in_id
           where session.company_id = ${company_id}
             and session.token_hash = ${token_hash}
             and sign_in.ended_at is null
             for no key update of sign_in
          returning id`,
    )
    if (!session) throw new ApiError('not_found')
    return { token, member_code: await sessionMemberCodeKey(connection, secret, caller) }
  })
}
