import { setTimeout as sleep } from 'node:timers/promises'

import { type Database, row, sql } from '#api/database/sql.ts'

/** Resolves once `waiters` connections to this database wait for a lock: a test holds it for exactly that long. */
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
