import type { Context } from '#api/context.ts'
import { row, sql, transaction } from '#api/database/sql.ts'
import { secretHash } from '#api/http/caller.ts'
import { Refused } from '#api/http/refused.ts'
import { type Attempt, attempted, countAttempt } from '#api/session/attempt.ts'
import { redeemMailedToken } from '#api/session/mailed-token.ts'

import { proveEmail } from './prove-email.ts'

type Caller = { company_id: string; address: string; now: Date }

/** R3.14. `customer_id` is of who is signed in, if anybody is. Throws `already_confirmed` or `expired_token`. */
export async function confirmEmail(
  { database }: Context,
  token: string,
  { company_id, customer_id, address, now }: Caller & { customer_id: string | null },
): Promise<{ password_ended: boolean }> {
  const attempt: Attempt = { company_id, action: 'secret', address }
  return attempted(database, attempt, now, async () => {
    if (await isConfirmed(database, company_id, token)) throw new Refused('already_confirmed')
    return transaction(database, async (connection) => {
      const redeemed = await redeemMailedToken(connection, company_id, 'CONFIRMATION', token, now)
      const by_owner = redeemed.customer_id === customer_id
      return proveEmail(connection, company_id, redeemed, now, { by_owner })
    })
  })
}

/** Whether what the link is for has been done, by this link or another. */
async function isConfirmed(
  database: Context['database'],
  company_id: string,
  token: string,
): Promise<boolean> {
  const confirmed = await row(
    database,
    sql`select customer.id
          from mailed_token
          join customer
            on customer.company_id = mailed_token.company_id
           and customer.id = mailed_token.customer_id
           and customer.email = mailed_token.email
         where mailed_token.company_id = ${company_id}
           and mailed_token.token_hash = ${secretHash(token)}
           and mailed_token.purpose = 'CONFIRMATION'
           and customer.email_verified_at is not null`,
  )
  return confirmed !== undefined
}

/** R3.14. Throws `already_confirmed`; and `validation` where there is no email to confirm. */
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
  if (customer!.is_confirmed) throw new Refused('already_confirmed')
  if (customer!.email === null) throw new Refused('validation')
  await countAttempt(
    database,
    { company_id, action: 'mail', account: customer!.email, address },
    now,
  )
  await queueMail(database, { kind: 'email_confirmation', company_id, customer_id })
}
