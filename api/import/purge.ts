import type pg from 'pg'

import { importLineDays, importOpenDays } from '#contract/console/import.ts'
import { companyIds, purgeByCompany } from '#database/purge/purge-by-company.ts'
import { row, sql } from '#database/sql.ts'

import { discardAbandoned } from './discard.ts'

/** Lines of one statement; bounds its time. */
const batchSize = 1_000

/** Gives up imports that nobody has applied for 7 days, and deletes lines that are no longer needed. */
export async function purgeImports(database: pg.Pool, now: Date): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * 86_400_000)
  for (const company_id of await companyIds(database)) {
    await discardAbandoned(database, { company_id, now }, before(importOpenDays))
  }
  await purgeByCompany(database, async (company_id) => {
    const purged = await row<{ count: number }>(
      database,
      sql`select purge_import_lines(${company_id}, ${before(importLineDays)}, ${batchSize}) as count`,
    )
    return purged!.count
  })
}
