import { session_days } from '#contract/session.ts'
import { type Database, rows, sql } from '#database/sql.ts'

/** Forgets what has been over for a day: it lets nobody in and holds nobody back. */
export async function purgeExpired(database: Database, now: Date): Promise<void> {
  const yesterday = new Date(now.getTime() - 86_400_000)
  await rows(
    database,
    sql`delete from mailed_token
         where company_id in (select company_id from company)
           and expires_at < ${yesterday}`,
  )
  await rows(
    database,
    sql`delete from integration_token
         where company_id in (select company_id from company)
           and expires_at < ${yesterday}`,
  )
  await rows(
    database,
    sql`delete from attempt
         where company_id in (select company_id from company)
           and greatest(last_at, free_at) < ${yesterday}`,
  )
  await rows(
    database,
    sql`delete from session
         where company_id in (select company_id from company)
           and expires_at < ${yesterday}`,
  )
  // A sign-in that is over is remembered for as long as Firebase would renew it and we would take it, and a day longer:
  // until then the last of its ID tokens have a session.
  await rows(
    database,
    sql`delete from provider_sign_in
         where company_id in (select company_id from company)
           and signed_in_at < ${new Date(now.getTime() - (session_days + 2) * 86_400_000)}`,
  )
}
