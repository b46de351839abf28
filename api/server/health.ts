import type { Context } from '#api/context/context.ts'
import type { Route } from '#api/http/route.ts'
import { batchSchedulerOf } from '#database/batch-scheduler.ts'
import { batched } from '#database/batch.ts'
import {
  type Database,
  limitsOf,
  NoAnswerInTime,
  rows,
  type Statement,
  sql,
} from '#database/sql.ts'

/**
 * Returns a function that runs `statement` as a sale runs its own: through a queue of batches, on a connection of the pool. The
 * function throws after `probe_ms`. It also throws when a batch of sales has waited for the database for `probe_ms`. The
 * connections of sales may be broken while the connection of `statement` works. Concurrent calls share a statement.
 */
export function healthProbe<Row extends object>(
  database: Database,
  statement: Statement,
): () => Promise<Row[]> {
  const scheduler = batchSchedulerOf(database)
  const { probe_ms } = limitsOf(database)
  const probe = batched<null, Row[]>(
    scheduler,
    async (members) => {
      const found = await rows<Row>(database, statement)
      return members.map(() => found)
    },
    { deadline_ms: probe_ms },
  )
  return async () => {
    if (scheduler.longest_ms() > probe_ms) throw new NoAnswerInTime()
    return probe(null)
  }
}

/** 200 while this node can sell, 503 otherwise, within `probe_ms`. */
export function healthRoute(route: Route, { database }: Context): void {
  const probe = healthProbe(database, sql`select 1`)
  route('GET /health', async () => {
    await probe()
    return { status: 'ok' }
  })
}
