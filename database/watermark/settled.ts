/** Finds the rows with a time-ordered id (UUIDv7) that are safe to process: no transaction can still commit an older id. */

import { type Database, isDistributed, row, sql } from '#database/sql.ts'

/** `id`: all rows with a smaller id are committed or rolled back. `age_ms`: how long ago an id like this was made. */
export type Watermark = { id: string; age_ms: number }

/**
 * Ids begin with the time of their creation, and no writing transaction is older than the watermark. The margin of 1 s covers the
 * time between the creation of an id and the transaction's first write (docs/decisions/022-messages.md).
 */
export async function settledBefore(database: Database): Promise<Watermark> {
  // One statement reads transactions and clock: a transaction that began between two statements would not be seen.
  const onServer = sql`select extract(epoch from clock_timestamp()) * 1000 as now_ms,
                              extract(epoch from least(clock_timestamp(), min(xact_start)) - interval '1 second') * 1000 as ms
                         from pg_stat_activity
                        where datname = current_database() and backend_xid is not null`
  const onCluster = sql`select extract(epoch from clock_timestamp()) * 1000 as now_ms,
                               extract(epoch from least(clock_timestamp(), min(xact_start)) - interval '1 second') * 1000 as ms
                          from citus_stat_activity
                         where datname = current_database() and backend_xid is not null`
  const found = await row<{ now_ms: string; ms: string }>(
    database,
    isDistributed(database) ? onCluster : onServer,
  )
  const { now_ms, ms } = found!
  return { id: firstIdAt(Math.floor(Number(ms))), age_ms: Number(now_ms) - Number(ms) }
}

/** The smallest UUIDv7 of this millisecond. */
function firstIdAt(instant_ms: number): string {
  const hex = instant_ms.toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`
}
