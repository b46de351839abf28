import type { Context } from '#api/context/context.ts'
import { sleep } from '#contract/io/io.ts'
import { systemIo } from '#database/io.ts'
import { type Database, rows, sql } from '#database/sql.ts'
import { createEngine, type Engine } from '#engine/apply.ts'

/** Maximum intentions read at a time. */
const maxAtOnce = 100
/** ms. Points are free at expires_at; the notice and the webhook follow within this time. */
const period_ms = 5_000

/** Expires overdue intentions, with notice and webhook (D5). `only`: the one company whose intentions expire. */
export async function expireIntentions(
  database: Database,
  now: Date,
  engine: Engine = createEngine(systemIo(database)),
  only?: { company_id: string },
): Promise<void> {
  const company_id = only?.company_id ?? null
  let overdue: { company_id: string; id: string; now: string }[]
  do {
    overdue = await rows(
      database,
      sql`select company.company_id, late.id, company.now
            from company_clocks(${now}) company
           cross join lateral overdue_intentions(company.company_id, company.now, ${maxAtOnce}) late
           where ${company_id}::uuid is null or company.company_id = ${company_id}
           limit ${maxAtOnce}`,
    )
    await Promise.all(
      overdue.map((one) =>
        engine.apply(one.company_id, { verb: 'expire', intention_id: one.id }, new Date(one.now)),
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
  io = systemIo(database),
}: Pick<Context, 'database' | 'engine' | 'clock' | 'log' | 'io'>): () => Promise<void> {
  const ending = new AbortController()
  async function run(): Promise<void> {
    while (!ending.signal.aborted) {
      // Retry in the next period when the database is away.
      await expireIntentions(database, clock(), engine).catch((error: { code?: string }) =>
        log.error({ code: error.code }, 'intentions were not expired'),
      )
      await sleep(io.clock, period_ms, ending.signal)
    }
  }
  const running = run()
  return async () => {
    ending.abort()
    await running
  }
}
