import { type Attempt, attempted, countAttempt } from '#api/attempt/attempt.ts'
import type { Context } from '#api/context/context.ts'
import { readMailedToken } from '#api/credential/mailed-token.ts'
import { openSession } from '#api/credential/session-token.ts'
import { ApiError } from '#api/http/api-error.ts'
import { secretHash } from '#api/http/caller.ts'
import type { ResponseOf } from '#contract/endpoints/endpoints.ts'
import type { EmailConfirmation } from '#contract/session.ts'
import { row, sql } from '#database/sql.ts'

import { customer } from './customer.ts'
import { linkEvidence, redeemProof } from './mailbox-proof.ts'

type Caller = { company_id: string; address: string; now: Date }

/**
 * R3.14. `customer_id` is that of the request's session, if any. Without a session of the account, the account's password or
 * a new one is required (T10), and a guest is signed in. Throws `already_confirmed`, `expired_token`, `password_required` or
 * `wrong_password`; the link then stays valid.
 */
export async function confirmEmail(
  { database, secret }: Context,
  { token, ...credentials }: EmailConfirmation,
  caller: Caller & { customer_id: string | null; user_agent: string | null },
): Promise<ResponseOf<'POST /customer/email-confirmation'>> {
  const { company_id, address, now } = caller
  const attempt: Attempt = { company_id, action: 'secret', address }
  const link = await attempted(database, attempt, now, async () => {
    if (await isConfirmed(database, company_id, token)) throw new ApiError('already_confirmed')
    return readMailedToken(database, company_id, 'CONFIRMATION', token, now)
  })
  const evidence = await linkEvidence(database, link, credentials, caller, { refusesToEnd: true })
  const { customer_id } = link
  const isOwnSession = caller.customer_id === customer_id
  // Sign in a guest, or the customer whose session the new password ended. Another customer stays signed in.
  const signsIn = caller.customer_id === null || (isOwnSession && evidence.newHash !== null)
  return redeemProof(
    database,
    link,
    evidence,
    caller,
    async (connection, { customer_id: owner_id, ended }) => {
      if (!signsIn) return { password_ended: ended }
      const opening = { company_id, customer_id: owner_id, user_agent: caller.user_agent, now }
      const session = await openSession(connection, secret, opening)
      const data = await customer(connection, company_id, owner_id, now)
      return { password_ended: ended, data, ...session }
    },
  )
}

/** Whether the email is confirmed already, by this link or another. */
async function isConfirmed(
  database: Context['database'],
  company_id: string,
  token: string,
): Promise<boolean> {
  const confirmed = await row(
    database,
    sql`select customer.id
          from mailed_link(${company_id}, ${secretHash(token)}, 'CONFIRMATION') link
          join customer
            on customer.company_id = ${company_id}
           and customer.id = link.customer_id
           and customer.email = link.email
         where customer.email_verified_at is not null`,
  )
  return confirmed !== undefined
}

/** R3.14. Throws `already_confirmed`, `validation` for a customer without an email, or `too_many_requests`. */
export async function resendConfirmation(
  { database, queueMail }: Context,
  { company_id, customer_id, address, now }: Caller & { customer_id: string },
): Promise<void> {
  const customer = await row<{ email: string | null; is_confirmed: boolean }>(
    database,
    sql`select email, email_verified_at is not null as is_confirmed
          from customer
         where company_id = ${company_id} and id = ${customer_id}`,
  )
  // The person has moved to a pre-registered record.
  if (!customer) throw new ApiError('unauthenticated')
  if (customer.is_confirmed) throw new ApiError('already_confirmed')
  if (customer.email === null) throw new ApiError('validation')
  await countAttempt(
    database,
    { company_id, action: 'mail', account: customer.email, address },
    now,
  )
  await queueMail(database, { kind: 'email_confirmation', company_id, customer_id })
}
