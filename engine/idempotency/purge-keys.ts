import { type Database, rows, sql } from '#database/sql.ts'

/** Rows of one statement; bounds how long it holds its locks. */
const purgedAtOnce = 1_000

/** Deletes expired idempotency keys. A repeat of an expired key is carried out as a new call anyway. */
export async function purgeKeys(database: Database, now: Date): Promise<void> {
  let purged: object[]
  do {
    purged = await rows(
      database,
      sql`delete from idempotency
           where (company_id, principal_kind, principal_id, key) in (
                   select over.company_id, over.principal_kind, over.principal_id, over.key
                     from companies() company
                    cross join lateral (
                          select *
                            from idempotency
                           where idempotency.company_id = company.company_id
                             and idempotency.expires_at <= ${now}
                           limit ${purgedAtOnce}
                             for update skip locked) over
                    limit ${purgedAtOnce})
          returning key`,
    )
  } while (purged.length === purgedAtOnce)
}
