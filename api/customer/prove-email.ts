import type { Redeemed } from '#api/credential/mailed-token.ts'
import { dropAccounts, endSessions } from '#api/credential/session-token.ts'
import { type Database, row, sql } from '#database/sql.ts'

/**
 * Records that the customer has proven this mailbox. Before the first proof, another person may have registered with it (T10).
 * So the earlier password, sessions and provider accounts end, unless the proof came from one of those sessions. Returns
 * whether a way to sign in ended, so that the person can choose another.
 */
export async function proveEmail(
  connection: Database,
  company_id: string,
  { customer_id }: Redeemed,
  now: Date,
  { byOwner = false }: { byOwner?: boolean } = {},
): Promise<{ password_ended: boolean }> {
  const proven = await row<{ had_password: boolean }>(
    connection,
    sql`update customer
           set email_verified_at = ${now},
               password_hash = case when ${byOwner} then password_hash end,
               -- Proven by the customer who signed in through the provider, who may be a different person too.
               phone = case when ${byOwner} or phone_verified_at is null then phone end,
               phone_verified_at = case when ${byOwner} then phone_verified_at end
         where company_id = ${company_id}
           and id = ${customer_id}
           and email_verified_at is null
        returning old.password_hash is not null as had_password`,
  )
  if (!proven || byOwner) return { password_ended: false }
  await endSessions(connection, company_id, customer_id, now)
  const hadAccount = await dropAccounts(connection, company_id, customer_id)
  return { password_ended: proven.had_password || hadAccount }
}
