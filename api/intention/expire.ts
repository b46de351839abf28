import { setTimeout as wait } from 'node:timers/promises'

import type { Context } from '#api/context/context.ts'
import { systemIo } from '#database/io.ts'
import { type Database, rows, sql } from '#database/sql.ts'
import { createEngine, type Engine } from '#engine/apply.ts'

/** Maximum intentions read at a time. */
const maxAtOnce = 100
/** ms. Points are free at expires_at; the notice and the webhook follow within this time. */
const period_ms = 5_000

/** Expires overdue intentions, with notice and webhook (D5). */
export async function expireIntentions(
  database: Database,
  now: Date,
  engine: Engine = createEngine(systemIo(database)),
): Promise<void> {
  let overdue: { company_id: string; id: string }[]
  do {
    overdue = await rows(
      database,
      sql`select late.company_id, late.id
            from companies() company
           cross join lateral (
                 select intention.company_id, intention.id
                   from intention
                  where intention.company_id = company.company_id
                    and intention.status in ('PENDING', 'AUTHORIZED')
                    and intention.expires_at <= ${now}
                  order by intention.expires_at
                  limit ${maxAtOnce}) late
           limit ${maxAtOnce}`,
    )
    await Promise.all(
      overdue.map(({ company_id, id }) =>
        engine.apply(company_id, { verb: 'expire', intention_id: id }, now),
      ),
    )
  } while (overdue.length === maxAtOnce)
}

/** Expires intentions every 5 s, on every node; a second node finds nothing left. Returns the function that stops it. */
export function startExpiring({
  database,
  engine,
  clock,
  log,
}: Pick<Context, 'database' | 'engine' | 'clock' | 'log'>): () => Promise<void> {
  const ending = new AbortController()
  async function run(): Promise<void> {
    while (!ending.signal.aborted) {
      // Retry in the next period when the database is away.
      await expireIntentions(database, clock(), engine).catch((error: { code?: string }) =>
        log.error({ code: error.code }, 'intentions were not expired'),
      )
      // An aborted wait rejects.
      await wait(period_ms, undefined, { signal: ending.signal }).catch(() => undefined)
    }
  }
  const running = run()
  return async () => {
    ending.abort()
    await running
  }
}
