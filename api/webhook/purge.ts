import { type Database, row, rows, sql } from '#database/sql.ts'

/** Days after which an event is deleted with its deliveries and attempts. Until then it can be replayed. */
const keptDays = 30
/** Events of one statement; bounds its time. */
const batchSize = 1_000

/** Deletes old events with their deliveries and attempts. */
export async function purgeEvents(database: Database, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - keptDays * 86_400_000)
  const companies = await rows<{ company_id: string }>(
    database,
    sql`select company_id from companies() order by company_id`,
  )
  for (const { company_id } of companies) {
    let deleted = batchSize
    while (deleted === batchSize) {
      const { count } = (await row<{ count: number }>(
        database,
        sql`select purge_events(${company_id}, ${oldest}, ${batchSize}) as count`,
      ))!
      deleted = count
    }
  }
}
