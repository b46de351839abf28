/** The till keys that have reached a limit (T18). */

import { type Database, rows, sql } from '#database/sql.ts'

type Period = {
  company_id: string
  time_zone: string
  from_at: string
  from_day: string
  now: string
}
type Reached = { subject: string; day: string; events: number; first_at: string; last_at: string }

/** The keys that gave at least this percent of their points of a day. A key does not store when, so `now` is the instant. */
export function keysNearCap(
  database: Database,
  { company_id, from_day, now }: Period,
  percent: number,
): Promise<Reached[]> {
  return rows<Reached>(
    database,
    sql`select id as subject, given_on as day, given_amount as events, ${now}::timestamptz as first_at,
               ${now}::timestamptz as last_at
          from partner_key
         where company_id = ${company_id}
           and given_on >= ${from_day}
           and given_amount > 0
           and given_amount * 100 >= most_points_per_day * ${percent}::bigint
         order by id`,
  )
}

/** The keys that are blocked, or were, because they asked for too many unknown customers. The day is that of the block's end. */
export function keysWithMisses(
  database: Database,
  { company_id, time_zone, from_at }: Period,
): Promise<Reached[]> {
  return rows<Reached>(
    database,
    sql`select partner_key_id as subject, (free_at at time zone ${time_zone})::date as day,
               cardinality(missed_at) as events, least(missed_at[1], free_at) as first_at,
               least(missed_at[cardinality(missed_at)], free_at) as last_at
          from look_up_count
         where company_id = ${company_id}
           and blocks > 0
           and free_at >= ${from_at}
           and cardinality(missed_at) > 0
         order by partner_key_id`,
  )
}
