import { type Database, row, sql } from '#database/sql.ts'

/** Days after which a notification is deleted. */
const keptDays = 365
/** Days after which a message's row is deleted. It must outlast the retries and the wait between two digests. */
const keptMessageDays = 60
/** Rows of one statement; bounds its time. */
const batchSize = 1_000

/** Deletes old notifications. */
export async function purgeNotifications(database: Database, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - keptDays * 86_400_000)
  let deleted = batchSize
  while (deleted > 0) {
    const { count } = (await row<{ count: number }>(
      database,
      // Ids begin with their creation time, so the oldest come first.
      sql`with deleted as (
            delete from notification
             where (company_id, id) in (
                     select old.company_id, old.id
                       from companies() company
                      cross join lateral (
                            select company_id, id
                              from (select company_id, id, created_at
                                      from notification
                                     where notification.company_id = company.company_id
                                     order by id
                                     limit ${batchSize}) oldest
                             where created_at < ${oldest}) old
                      limit ${batchSize})
            returning 1)
          select count(*) from deleted`,
    ))!
    deleted = count
  }
}

/** Deletes the rows of old messages. */
export async function purgeMessages(database: Database, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - keptMessageDays * 86_400_000)
  let deleted = batchSize
  while (deleted > 0) {
    const { count } = (await row<{ count: number }>(
      database,
      // Ids begin with their creation time, so the oldest come first.
      sql`with deleted as (
            delete from notice_message
             where (company_id, id) in (
                     select old.company_id, old.id
                       from companies() company
                      cross join lateral (
                            select company_id, id
                              from (select company_id, id, created_at
                                      from notice_message
                                     where notice_message.company_id = company.company_id
                                     order by id
                                     limit ${batchSize}) oldest
                             where created_at < ${oldest}) old
                      limit ${batchSize})
            returning 1)
          select count(*) from deleted`,
    ))!
    deleted = count
  }
}
