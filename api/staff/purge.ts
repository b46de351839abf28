import { staffSession } from '#contract/console/staff.ts'
import { purgeBatch, purgeByCompany } from '#database/purge/purge-by-company.ts'
import { type Database, rows, sql } from '#database/sql.ts'

/** An ended session or link is kept for this time, so that a node whose clock is ahead does not delete a live one. */
const day_ms = 86_400_000

/** Deletes sessions and links of staff that ended at least a day ago. */
export async function purgeStaff(database: Database, now: Date): Promise<void> {
  const opened = new Date(now.getTime() - day_ms - staffSession.max_hours * 3_600_000)
  await purgeByCompany(database, async (company_id) => {
    const deleted = await rows(
      database,
      sql`delete from staff_session
           where company_id = ${company_id}
             and token_hash in (
                   select token_hash
                     from staff_session
                    where company_id = ${company_id}
                      and created_at < ${opened}
                    limit ${purgeBatch})
          returning company_id`,
    )
    return deleted.length
  })
  const expired = new Date(now.getTime() - day_ms)
  await purgeByCompany(database, async (company_id) => {
    const deleted = await rows(
      database,
      sql`delete from staff_link
           where company_id = ${company_id}
             and token_hash in (
                   select token_hash
                     from staff_link
                    where company_id = ${company_id}
                      and expires_at < ${expired}
                    limit ${purgeBatch})
          returning company_id`,
    )
    return deleted.length
  })
}
