import { purgeByCompany } from '#database/purge/purge-by-company.ts'
import { type Database, rows, sql } from '#database/sql.ts'

/** Days after which a notification is deleted. */
const keptDays = 365
/** Days after which a message's row is deleted. It must outlast the retries and the wait between two digests. */
const keptMessageDays = 60
/** Rows of one statement; bounds its time. */
const batchSize = 1_000

/** Deletes old notifications. */
export async function purgeNotifications(database: Database, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - keptDays * 86_400_000)
  await purgeByCompany(database, async (company_id) => {
    // Ids begin with their creation time, so the oldest come first.
    const deleted = await rows(
      database,
      sql`delete from notification
           where company_id = ${company_id}
             and id in (
                   select id
                     from (select id, created_at
                             from notification
                            where company_id = ${company_id}
                            order by id
                            limit ${batchSize}) oldest
                    where created_at < ${oldest})
          returning id`,
    )
    return deleted.length
  })
}

/** Deletes the rows of old messages. */
export async function purgeMessages(database: Database, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - keptMessageDays * 86_400_000)
  await purgeByCompany(database, async (company_id) => {
    // Ids begin with their creation time, so the oldest come first.
    const deleted = await rows(
      database,
      sql`delete from notice_message
           where company_id = ${company_id}
             and id in (
                   select id
                     from (select id, created_at
                             from notice_message
                            where company_id = ${company_id}
                            order by id
                            limit ${batchSize}) oldest
                    where created_at < ${oldest})
          returning id`,
    )
    return deleted.length
  })
}
