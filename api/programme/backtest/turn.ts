/** One page of a backtest at a time: for each company on all nodes, and on each node for all companies. Waiting pages stay in order. */

import { ApiError } from '#api/http/api-error.ts'
import { type Database, isContention, row, sql } from '#database/sql.ts'

/** Seconds after which a refused page may be asked for again: about what a page takes. */
const retry_after_s = 2
/** The longest wait of a page. A page takes about a second, so several simulations take turns. */
const maxWait_ms = 10_000

/** The pages that wait for this node, the first in front. One runs at a time, so that sales keep the database's other cores. */
const waiting: (() => void)[] = []
let isBusy = false

/**
 * Runs `work` once this node calculates no other page. `deadline_ms`: the end of the wait, as `performance.now()` counts. Throws
 * `unavailable` at the end of it.
 */
export async function inTurn<Result>(
  work: (deadline_ms: number) => Promise<Result>,
  limit_ms: number = maxWait_ms,
): Promise<Result> {
  const deadline_ms = performance.now() + limit_ms
  if (isBusy) await turn(limit_ms)
  isBusy = true
  try {
    return await work(deadline_ms)
  } finally {
    const next = waiting.shift()
    if (next) next()
    else isBusy = false
  }
}

function turn(limit_ms: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const enter = () => {
      clearTimeout(timer)
      resolve()
    }
    const timer = setTimeout(() => {
      waiting.splice(waiting.indexOf(enter), 1)
      reject(new ApiError('unavailable', { retry_after_s }))
    }, limit_ms)
    waiting.push(enter)
  })
}

/**
 * Waits until no other node calculates a page of the company. Throws `unavailable` at the deadline. PostgreSQL serves waiting nodes in
 * order. The lock ends with the transaction.
 */
export async function lockTurn(
  connection: Database,
  company_id: string,
  deadline_ms: number,
): Promise<void> {
  const left_ms = Math.max(1, Math.ceil(deadline_ms - performance.now()))
  await row(connection, sql`select set_config('lock_timeout', ${String(left_ms)}, true)`)
  try {
    await row(
      connection,
      sql`select pg_advisory_xact_lock(hashtextextended(${company_id} || ' backtest', 0))`,
    )
  } catch (error) {
    if (isContention(error)) throw new ApiError('unavailable', { retry_after_s })
    throw error
  }
}
