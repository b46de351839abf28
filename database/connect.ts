/** The database this machine is told to use: DATABASE_URL, or the embedded PostgreSQL in .data/. */

import { join } from 'node:path'

import type pg from 'pg'

import { watchEmbedded } from './embedded-watch.ts'
import { startEmbedded } from './embedded.ts'
import { migrate } from './migrate.ts'
import { openPool, row, sql } from './sql.ts'

export const data_folder = process.env['DATA_FOLDER'] ?? join(import.meta.dirname, '../.data')

/** This machine's own database: what is in it is made up, and what there is to know of it may be printed. */
export const is_demo = !process.env['DATABASE_URL']

/** Connections of one process. Micro-batching keeps the hot paths to three each, so this is for the rest. */
const pool_size = 20

export type Connected = { pool: pg.Pool; url: string; stop: () => Promise<void> }

/** Migrated and ready. Throws an Error of one sentence when it cannot be. */
export async function connect(): Promise<Connected> {
  const given = process.env['DATABASE_URL']
  const server = given ? { url: given, stop: async () => undefined } : await startWatched()
  const pool = openPool(server.url, pool_size)
  async function stop(): Promise<void> {
    await pool.end()
    await server.stop()
  }
  try {
    await migrate(server.url)
    await refuseUnsafe(pool)
    return { pool, url: server.url, stop }
  } catch (error) {
    await stop()
    throw given
      ? new Error(`DATABASE_URL cannot be used: ${reason(error)}`, { cause: error })
      : error
  }
}

async function startWatched(): Promise<{ url: string; stop: () => Promise<void> }> {
  const embedded = await startEmbedded(data_folder)
  const watch = await watchEmbedded(embedded)
  async function stop(): Promise<void> {
    await watch.stop()
    await embedded.stop()
  }
  return { url: embedded.url, stop }
}

/** For commands: `work` with the database, an exit code of 1 and one sentence when it fails. */
export async function withDatabase(work: (pool: pg.Pool) => Promise<void>): Promise<void> {
  try {
    const { pool, stop } = await connect()
    try {
      await work(pool)
    } finally {
      await stop()
    }
  } catch (error) {
    console.error(reason(error))
    process.exitCode = 1
  }
}

/** An acknowledged write must survive a power cut. */
async function refuseUnsafe(pool: pg.Pool): Promise<void> {
  const off = await row<{ names: string | null }>(
    pool,
    sql`select string_agg(name, ', ') as names
          from pg_settings
         where name in ('fsync', 'synchronous_commit', 'full_page_writes')
           and setting = 'off'`,
  )
  if (off?.names) throw new Error(`the server runs with ${off.names} off, so it could lose points.`)
}

/** An error in one line: a refused connection is an AggregateError without a message of its own. */
export function reason(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reason).join('; ')
  return error instanceof Error ? error.message : String(error)
}
