import { setTimeout as sleep } from 'node:timers/promises'

import { type Database, row, sql } from '#database/sql.ts'

/** Resolves once `waiters` connections to this database wait for a lock. A test holds its lock until then. */
export async function somebodyWaits(database: Database, waiters: number = 1): Promise<void> {
  for (;;) {
    const { waiting } = (await row<{ waiting: number }>(
      database,
      sql`select count(*) as waiting
            from pg_stat_activity
           where datname = current_database() and wait_event_type = 'Lock'`,
    ))!
    if (waiting >= waiters) return
    await sleep(10)
  }
}

/**
 * Resolves after a busy command was retried. Waits for two statements, because the first may belong to an earlier call.
 */
export async function comesAgain(database: Database): Promise<void> {
  for (let time = 0; time < 2; time += 1) {
    await statementBegan(database, 'apply\\(', await serverTime(database))
  }
}

/** The server's time, to compare with the start of a statement. */
export async function serverTime(database: Database): Promise<string> {
  return (await row<{ now: string }>(database, sql`select clock_timestamp()::text as now`))!.now
}

/** Resolves once a statement that matches `pattern`, a regular expression, has begun since `since` (serverTime). */
export async function statementBegan(
  database: Database,
  pattern: string,
  since: string,
): Promise<void> {
  for (;;) {
    const waiting = await row(
      database,
      sql`select
            from pg_stat_activity
           where datname = current_database()
             and query_start > ${since}::timestamptz
             and query ~ ${pattern}`,
    )
    if (waiting) return
    await sleep(5)
  }
}
