import type { ExpiringPoints } from '#contract/points.ts'
import { type Database, rows, sql } from '#database/sql.ts'

/** Expiring points by local day, the next day first: with pending points, without held ones (R7.2). */
export async function expiringPoints(
  database: Database,
  company_id: string,
  customer_id: string,
  now: Date,
): Promise<ExpiringPoints[]> {
  return rows(
    database,
    sql`select (free.expires_at at time zone zone)::date - 1 as expires_at,
               sum(free.amount)::bigint as points_amount,
               sum(free.value)::bigint as points_value
          from time_zone_of(${company_id}) zone
         cross join free_points(${company_id}, ${customer_id}, ${now}) free
         where free.expires_at > ${now}
           and free.expires_at < 'infinity'
         group by 1
         order by 1`,
  )
}
