import { purgeAttempts } from '#api/attempt/attempt.ts'
import { sessionDays } from '#contract/session.ts'
import { purgeBatch, purgeByCompany } from '#database/purge/purge-by-company.ts'
import { type Database, row, rows, sql } from '#database/sql.ts'

/** Deletes sessions, tokens and attempt counts that ended at least a day ago. */
export async function purgeExpired(database: Database, now: Date): Promise<void> {
  const yesterday = new Date(now.getTime() - 86_400_000)
  await purgeByCompany(database, async (company_id) => {
    const deleted = await rows(
      database,
      sql`delete from mailed_token
           where company_id = ${company_id}
             and token_hash in (
                   select token_hash
                     from mailed_token
                    where company_id = ${company_id}
                      and expires_at < ${yesterday}
                    limit ${purgeBatch})
          returning company_id`,
    )
    return deleted.length
  })
  await purgeByCompany(database, async (company_id) => {
    const purged = await row<{ count: number }>(
      database,
      sql`select purge_integration_tokens(${company_id}, ${yesterday}, ${purgeBatch}) as count`,
    )
    return purged!.count
  })
  await purgeAttempts(database, yesterday)
  await purgeSessions(database, yesterday, now)
}

async function purgeSessions(database: Database, yesterday: Date, now: Date): Promise<void> {
  await purgeByCompany(database, async (company_id) => {
    const deleted = await rows(
      database,
      sql`delete from session
           where company_id = ${company_id}
             and token_hash in (
                   select token_hash
                     from session
                    where company_id = ${company_id}
                      and expires_at < ${yesterday}
                    limit ${purgeBatch})
          returning company_id`,
    )
    return deleted.length
  })
  // Keep the row of an ended sign-in for the 60 days in which Fiel accepts ID tokens of a sign-in, and longer. Firebase may still
  // renew its tokens, and without the row Fiel would accept them.
  const renewed = new Date(now.getTime() - (sessionDays + 2) * 86_400_000)
  await purgeByCompany(database, async (company_id) => {
    const deleted = await rows(
      database,
      sql`delete from provider_sign_in
           where company_id = ${company_id}
             and id in (
                   select id
                     from provider_sign_in
                    where company_id = ${company_id}
                      and signed_in_at < ${renewed}
                    limit ${purgeBatch})
          returning company_id`,
    )
    return deleted.length
  })
}
