/** Which records are safe to fold: no older one can still be committed. */

import { type Database, isDistributed, row, sql } from '#database/sql.ts'

/**
 * An id such that all records with a smaller id are committed or rolled back. Ids begin with the time of their creation, and no
 * writing transaction is older than this id. The margin of 1 s covers the time between the creation of an id and the transaction's
 * first write (docs/decisions/022-messages.md).
 */
export async function firstUnsettledId(database: Database): Promise<string> {
  // One statement reads transactions and clock: a transaction that began between two statements would not be seen.
  const onServer = sql`select least(clock_timestamp(), min(xact_start)) - interval '1 second' as oldest
                         from pg_stat_activity
                        where datname = current_database() and backend_xid is not null`
  const onCluster = sql`select least(clock_timestamp(), min(xact_start)) - interval '1 second' as oldest
                          from citus_stat_activity
                         where datname = current_database() and backend_xid is not null`
  const found = await row<{ oldest: string }>(
    database,
    isDistributed(database) ? onCluster : onServer,
  )
  return firstIdAt(new Date(found!.oldest))
}

/** The smallest UUIDv7 of this millisecond. */
function firstIdAt(instant: Date): string {
  const hex = instant.getTime().toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`
}
