/** Runs back-fills: one batch a transaction, which also stores the progress. So a killed node loses at most one batch. */

import { setTimeout as wait } from 'node:timers/promises'

import pg from 'pg'

import { backFillsIn } from './back-fill.ts'

/** Maximum rows of a batch. After a time-out the next one has a quarter, after a success twice as many. */
const defaultMaxRows = 1_000
/** The time limit of a batch's statement. A sale waits no longer than this for a row that the batch has locked. */
const batchLimit_ms = 5_000
/** How long a batch waits for a locked row. Meanwhile it keeps the rows locked that it has written. */
const defaultLockLimit_ms = 2_000

type Settings = {
  signal: AbortSignal
  /** Begins no batch after this time, so that the job ends before it counts as dead. */
  limit_ms: number
  folder?: string
  maxRows?: number
  lockLimit_ms?: number
}

/** Runs batches of all registered back-fills, one after the other, until they have ended or the time is over. */
export async function runBackFills(pool: pg.Pool, settings: Settings): Promise<void> {
  const { signal, limit_ms, folder, maxRows = defaultMaxRows } = settings
  const { lockLimit_ms = defaultLockLimit_ms } = settings
  const end = performance.now() + limit_ms
  for (const { name, text } of await backFillsIn(folder)) {
    let size = maxRows
    let hasMore = true
    while (hasMore && !signal.aborted && performance.now() < end) {
      const began = performance.now()
      try {
        hasMore = await runBatch(pool, { name, text, size, lockLimit_ms })
        size = Math.min(size * 2, maxRows)
      } catch (error) {
        if (!isTimeOut(error) || size === 1) throw error
        size = Math.ceil(size / 4)
      }
      // Pause for as long as the batch took, so that back-fills load the database half of the time.
      await wait(performance.now() - began)
    }
  }
}

type Batch = { name: string; text: string; size: number; lockLimit_ms: number }
type Key = { company_id: string; id: string }

/** False if nothing is left to do: the back-fill has ended, has not begun, or another node is at work on it. */
async function runBatch(pool: pg.Pool, batch: Batch): Promise<boolean> {
  const connection = await pool.connect()
  try {
    await connection.query('begin')
    const hasMore = await writeBatch(connection, batch)
    await connection.query('commit')
    connection.release()
    return hasMore
  } catch (error) {
    // A closed connection rolls back, also if its server does not answer.
    connection.release(true)
    throw error
  }
}

async function writeBatch(
  connection: pg.PoolClient,
  { name, text, size, lockLimit_ms }: Batch,
): Promise<boolean> {
  await connection.query(
    `set local lock_timeout = ${lockLimit_ms}; set local statement_timeout = ${batchLimit_ms}`,
  )
  // In the first hour nodes of the release before may still write rows without the value (alert FielReleasesDiffer).
  const { rows: waiting } = await connection.query<Key>(
    `select after_company_id as company_id, after_id as id
       from back_fill
      where name = $1
        and ended_at is null
        and registered_at <= now() - interval '1 hour'
        for update skip locked`,
    [name],
  )
  const [after] = waiting
  if (!after) return false
  const { rows } = await connection.query<Key & { written: number }>(text, [
    after.company_id,
    after.id,
    size,
  ])
  const [last] = rows
  if (last) {
    await connection.query(
      `update back_fill
          set after_company_id = $2, after_id = $3, row_count = row_count + $4
        where name = $1`,
      [name, last.company_id, last.id, last.written],
    )
  } else await connection.query('update back_fill set ended_at = now() where name = $1', [name])
  return last !== undefined
}

/** Whether lock_timeout (55P03) or statement_timeout (57014) ended a batch, or a deadlock did (40P01). */
function isTimeOut(error: unknown): boolean {
  return error instanceof pg.DatabaseError && /^(55P03|57014|40P01)$/.test(error.code ?? '')
}
