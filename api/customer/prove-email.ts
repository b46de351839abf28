import { type Database, row, sql } from '#api/database/sql.ts'
import type { Redeemed } from '#api/session/mailed-token.ts'
import { endSessions } from '#api/session/session.ts'

/**
 * Somebody has shown that this mailbox is theirs. If nobody had before, whoever registered with it may have been another
 * (T10): password and sessions from before end, unless the proof came out of one of those sessions. Returns whether a
 * password ended.
 */
export async function proveEmail(
  connection: Database,
  company_id: string,
  { customer_id }: Redeemed,
  now: Date,
  { by_owner = false }: { by_owner?: boolean } = {},
): Promise<{ password_ended: boolean }> {
  const proven = await row<{ had_password: boolean }>(
    connection,
    sql`update customer
           set email_verified_at = ${now},
               password_hash = case when ${by_owner} then password_hash end
         where company_id = ${company_id}
           and id = ${customer_id}
           and email_verified_at is null
        returning old.password_hash is not null as had_password`,
  )
  if (!proven || by_owner) return { password_ended: false }
  await endSessions(connection, company_id, customer_id, now)
  return { password_ended: proven.had_password }
}
