/** One page of a backtest at a time: for each company on all nodes, and on each node for all companies. */

import { ApiError } from '#api/http/api-error.ts'
import { type Database, row, sql } from '#database/sql.ts'

/** Seconds after which a refused page may be asked for again: about what a page takes. */
const retry_after_s = 2

/** The companies whose page this node calculates: one at most, so that sales keep the database's other cores. */
const calculating = new Set<string>()

/** Runs `work`, or throws `unavailable` while this node calculates another page. */
export async function inTurn<Result>(
  company_id: string,
  work: () => Promise<Result>,
): Promise<Result> {
  if (calculating.size > 0) throw new ApiError('unavailable', { retry_after_s })
  calculating.add(company_id)
  try {
    return await work()
  } finally {
    calculating.delete(company_id)
  }
}

/** Throws `unavailable` while another node calculates a page of the company. The lock ends with the transaction. */
export async function lockTurn(connection: Database, company_id: string): Promise<void> {
  const lock = await row<{ is_free: boolean }>(
    connection,
    sql`select pg_try_advisory_xact_lock(hashtextextended(${company_id} || ' backtest', 0)) as is_free`,
  )
  if (!lock!.is_free) throw new ApiError('unavailable', { retry_after_s })
}
