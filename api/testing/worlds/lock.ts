import { setTimeout as sleep } from 'node:timers/promises'

import { inject } from 'vitest'

import { type Database, row, sql } from '#database/sql.ts'

/** Resolves once `waiters` connections to this database wait for a lock. A test holds its lock until then. */
export async function somebodyWaits(database: Database, waiters: number = 1): Promise<void> {
  for (;;) {
    const waiting = await lockWaits(database)
    if (waiting >= waiters) return
    await sleep(10)
  }
}

/** How many connections to this database wait for a lock. */
export async function lockWaits(database: Database): Promise<number> {
  return onEachServer(
    database,
    `select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
}

/** Ends the connections to this database that wait for a lock. */
export async function endWaiting(database: Database): Promise<void> {
  await onEachServer(
    database,
    `select count(pg_terminate_backend(pid))
       from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`,
  )
}

/** The sum of a count. On Citus it runs on every server, because a call waits on its company's worker. */
async function onEachServer(database: Database, count: string): Promise<number> {
  const isCluster = inject('citus_workers').length > 0
  const { rows: counts } = isCluster
    ? await database.query('select result as count from run_command_on_all_nodes($1)', [count])
    : await database.query(count)
  return counts.reduce((sum: number, one: { count: string }) => sum + Number(one.count), 0)
}

/**
 * Resolves once a busy command was sent again. Waits for two statements, because the first may have begun before this call.
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
