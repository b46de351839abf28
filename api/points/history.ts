import { type Database, rows, sql } from '#api/database/sql.ts'
import type { PointsEntry } from '#contract/points.ts'

import { type PointsRecord, pointsEntry } from './points-record.ts'

/** PostgreSQL's largest integer. */
const beyond_all = 2_147_483_647

/** A page of a customer's records, newest first, and the cursor of the next page if there is one (R7.3). */
export async function history(
  database: Database,
  company_id: string,
  customer_id: string,
  { before, per_page }: { before?: number | undefined; per_page: number },
): Promise<{ entries: PointsEntry[]; next: number | null }> {
  // One more than asked for tells whether there is a next page.
  const records = await rows<PointsRecord>(
    database,
    sql`select *
          from points_record
         where company_id = ${company_id}
           and customer_id = ${customer_id}
           and sequence < ${before ?? beyond_all}
         order by sequence desc
         limit ${per_page + 1}`,
  )
  const page = records.slice(0, per_page)
  return {
    entries: page.map(pointsEntry),
    next: records.length > per_page ? page.at(-1)!.sequence : null,
  }
}
