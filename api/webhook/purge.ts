import { purgeByCompany } from '#database/purge/purge-by-company.ts'
import { type Database, row, sql } from '#database/sql.ts'

/** Days after which an event is deleted with its deliveries and attempts. Until then it can be replayed. */
const keptDays = 30
/** Events of one statement; bounds its time. */
const batchSize = 1_000

/** Deletes old events with their deliveries and attempts. */
export async function purgeEvents(database: Database, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - keptDays * 86_400_000)
  await purgeByCompany(database, async (company_id) => {
    const purged = await row<{ count: number }>(
      database,
      sql`select purge_events(${company_id}, ${oldest}, ${batchSize}) as count`,
    )
    return purged!.count
  })
}
