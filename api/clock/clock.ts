/** The present of a company: the servers' clock, unless the company is a sandbox (docs/decisions/033-sandbox.md). */

import type { Context } from '#api/context/context.ts'
import { isSandbox } from '#contract/sandbox/id.ts'
import { type Database, row, sql } from '#database/sql.ts'

/**
 * The instant at which a call for this company takes place. Only the clock of a sandbox is read from the database, at each call,
 * so that all nodes agree.
 */
export function companyNow(
  { database, clock }: { database: Database; clock: Context['clock'] },
  company_id: string | undefined,
): Date | Promise<Date> {
  const now = clock()
  return company_id !== undefined && isSandbox(company_id)
    ? sandboxNow(database, company_id, now)
    : now
}

async function sandboxNow(database: Database, company_id: string, now: Date): Promise<Date> {
  const present = await row<{ now: string }>(
    database,
    sql`select company_now(${company_id}, ${now}) as now`,
  )
  return new Date(present!.now)
}

/**
 * Moves a sandbox's clock forward to `to`, and returns its present. An instant that has passed moves nothing, so a repeat does
 * no harm. `now`: the servers' clock.
 */
export async function moveClock(
  database: Database,
  company_id: string,
  to: Date,
  now: Date,
): Promise<Date> {
  const ahead_ms = Math.max(0, to.getTime() - now.getTime())
  const moved = await row<{ ahead_ms: number }>(
    database,
    sql`insert into sandbox_clock (company_id, ahead_ms)
        values (${company_id}, ${ahead_ms})
        on conflict (company_id) do update
           set ahead_ms = greatest(sandbox_clock.ahead_ms, excluded.ahead_ms)
        returning ahead_ms`,
  )
  return new Date(now.getTime() + moved!.ahead_ms)
}
