import { type Database, rows, sql } from '#api/database/sql.ts'
import type { ExpiringPoints } from '#contract/points.ts'

/** What expires when, a line a local day, the next first; pending points among it, what is held apart (R7.2). */
export async function expiringPoints(
  database: Database,
  company_id: string,
  customer_id: string,
  now: Date,
): Promise<ExpiringPoints[]> {
  return rows(
    database,
    sql`select (lot.expires_at at time zone company.time_zone)::date - 1 as expires_at,
               sum(lot.remaining_amount)::bigint as points_amount,
               sum(lot.remaining_value)::bigint as points_value
          from lot
          join company using (company_id)
         where lot.company_id = ${company_id}
           and lot.customer_id = ${customer_id}
           and lot.remaining_amount > 0
           and lot.expires_at > ${now}
           and lot.expires_at < 'infinity'
         group by 1
         order by 1`,
  )
}
