import { setTimeout as sleep } from 'node:timers/promises'

import { type Database, row, sql } from '#api/database/sql.ts'

/** Until a connection to this database waits for a lock, so that a test holds one just long enough. */
export async function somebodyWaits(database: Database): Promise<void> {
  for (;;) {
    const waiting = await row(
      database,
      sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    if (waiting) return
    await sleep(10)
  }
}
