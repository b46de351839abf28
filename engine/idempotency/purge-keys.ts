import { purgeByCompany } from '#database/purge/purge-by-company.ts'
import { type Database, rows, sql } from '#database/sql.ts'

/** Rows that one statement deletes. The limit bounds the time for which the statement holds its locks. */
const batchSize = 1_000

/** Deletes expired idempotency keys. A repeat of an expired key is carried out as a new call anyway. */
export async function purgeKeys(database: Database, now: Date): Promise<void> {
  await purgeByCompany(database, async (company_id) => {
    // Locked keys are skipped: another node deletes them, or a call uses them.
    const purged = await rows(
      database,
      sql`delete from idempotency
           where company_id = ${company_id}
             and (principal_kind, principal_id, key) in (
                   select over.principal_kind, over.principal_id, over.key
                     from idempotency over
                    where over.company_id = ${company_id}
                      and over.expires_at <= ${now}
                    limit ${batchSize}
                      for update skip locked)
          returning key`,
    )
    return purged.length
  })
}
