import { purgeAttempts } from '#api/attempt/attempt.ts'
import { sessionDays } from '#contract/session.ts'
import { type Database, rows, sql } from '#database/sql.ts'

/** Deletes sessions, tokens and attempt counts that ended at least a day ago. */
export async function purgeExpired(database: Database, now: Date): Promise<void> {
  const yesterday = new Date(now.getTime() - 86_400_000)
  await rows(
    database,
    sql`delete from mailed_token
         where company_id in (select company_id from companies())
           and expires_at < ${yesterday}`,
  )
  await rows(database, sql`select purge_integration_tokens(${yesterday})`)
  await purgeAttempts(database, yesterday)
  await rows(
    database,
    sql`delete from session
         where company_id in (select company_id from companies())
           and expires_at < ${yesterday}`,
  )
  // Keep the row of an ended sign-in for the 60 days in which Fiel accepts ID tokens of a sign-in, and longer. Firebase may still
  // renew its tokens, and without the row Fiel would accept them.
  await rows(
    database,
    sql`delete from provider_sign_in
         where company_id in (select company_id from companies())
           and signed_in_at < ${new Date(now.getTime() - (sessionDays + 2) * 86_400_000)}`,
  )
}
