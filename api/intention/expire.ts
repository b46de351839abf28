import { setTimeout as wait } from 'node:timers/promises'

import type { Context } from '#api/context.ts'
import { type Database, row, sql } from '#database/sql.ts'

/** Ended by one statement, which holds the locks of as many customers. */
const most_at_once = 100
/** The points are free at expires_at. The notice and the webhook follow within this time. */
const round_ms = 5_000

/** Writes the end of intentions whose time is over, with its notice and its webhook (D5). */
export async function expireIntentions(database: Database, now: Date): Promise<void> {
  let ended: number
  do {
    const counted = await row<{ ended: number }>(
      database,
      sql`select expire_intentions(${now}, ${most_at_once}) as ended`,
    )
    ended = counted!.ended
  } while (ended === most_at_once)
}

/** Every few seconds, in every node: who comes second finds nothing to do. Returns what stops it. */
export function startExpiring({
  database,
  clock,
  log,
}: Pick<Context, 'database' | 'clock' | 'log'>): () => Promise<void> {
  const ending = new AbortController()
  async function run(): Promise<void> {
    while (!ending.signal.aborted) {
      // A database that is away is tried again in the next round.
      await expireIntentions(database, clock()).catch((error: { code?: string }) =>
        log.error({ code: error.code }, 'intentions were not expired'),
      )
      // Rejects when it is stopped, which is why it is waited for.
      await wait(round_ms, undefined, { signal: ending.signal }).catch(() => undefined)
    }
  }
  const running = run()
  return async () => {
    ending.abort()
    await running
  }
}
