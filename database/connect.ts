/** Opens the database: DATABASE_URL, or the embedded PostgreSQL in .data/ when it is not set. */

import type pg from 'pg'

import { setAside, startEmbedded } from './embedded/embedded.ts'
import { environment } from './environment.ts'
import { migrate, OlderDatabase } from './migrate.ts'
import { verifyRuntime } from './runtime-role.ts'
import { openPool } from './sql.ts'

export const data_folder = environment.DATA_FOLDER

/** Whether this is the demo on the embedded database: its data is invented, so its secrets may be printed. */
export const is_demo = !environment.DATABASE_URL

/** Connections of one process. Batching holds the hot paths to three each; the others serve all other requests. */
const pool_size = 20

type Server = { runtime_url: string; owner_url: string | null; stop: () => Promise<void> }

export type Connected = Server & { pool: pg.Pool }

/** Throws one sentence when NODE_ENV is production and DATABASE_URL is missing: production never uses the embedded database. */
export function refuseDemoInProduction(): void {
  if (is_demo && environment.NODE_ENV === 'production') {
    throw new Error('DATABASE_URL is missing: with NODE_ENV=production there is no demo database.')
  }
}

/**
 * Opens a pool and verifies it: the schema is this release's, and the role can change no ledger record. `npm start` migrates
 * the demo's database first. Throws an Error of one sentence when the database cannot be used.
 */
export async function connect({ migrates_demo = false } = {}): Promise<Connected> {
  refuseDemoInProduction()
  const server = await (is_demo && migrates_demo ? migratedDemo() : databaseServer())
  const pool = openPool(server.runtime_url, pool_size)
  async function stop(): Promise<void> {
    await pool.end()
    await server.stop()
  }
  try {
    await verifyRuntime(pool)
    return { ...server, pool, stop }
  } catch (error) {
    await stop()
    throw new Error(
      `${is_demo ? 'The demo database' : 'DATABASE_URL'} cannot be used: ${reason(error)}`,
      {
        cause: error,
      },
    )
  }
}

/** Migrates and verifies the database, for `fiel migrate`. Throws an Error of one sentence. */
export async function migrateDatabase(): Promise<void> {
  refuseDemoInProduction()
  if (environment.DATABASE_OWNER_URL && !environment.DATABASE_URL) {
    throw new Error('DATABASE_URL is missing: it names the role that the API works as.')
  }
  const server = await databaseServer()
  try {
    await migrateServer(server)
    await verify(server.runtime_url)
  } catch (error) {
    throw new Error(`The database cannot be migrated: ${reason(error)}`, { cause: error })
  } finally {
    await server.stop()
  }
}

async function verify(runtime_url: string): Promise<void> {
  const pool = openPool(runtime_url, 1)
  try {
    await verifyRuntime(pool)
  } finally {
    await pool.end()
  }
}

async function migrateServer({ owner_url, runtime_url }: Server): Promise<void> {
  if (!owner_url) {
    throw new Error('DATABASE_OWNER_URL is missing: name the role that owns the tables.')
  }
  await migrate({ owner_url, runtime_url })
}

/** Starts and migrates the demo's server. Data that this release cannot use is moved aside, and the demo begins anew. */
async function migratedDemo(): Promise<Server> {
  const server = await databaseServer({ replaces_other_major: true })
  try {
    await migrateServer(server)
    return server
  } catch (error) {
    await server.stop()
    if (!(error instanceof OlderDatabase)) throw error
    await setAside(data_folder, 'a Fiel before 0.2.0')
    return migratedDemo()
  }
}

async function databaseServer({ replaces_other_major = false } = {}): Promise<Server> {
  const { DATABASE_URL, DATABASE_OWNER_URL } = environment
  if (DATABASE_URL) {
    const owner_url = DATABASE_OWNER_URL ?? null
    return { runtime_url: DATABASE_URL, owner_url, stop: async () => undefined }
  }
  const { url, runtime_url, stop } = await startEmbedded(data_folder, {
    is_watched: true,
    replaces_other_major,
  })
  return { runtime_url, owner_url: url, stop }
}

/** An error in one line. A refused connection is an AggregateError without a message, so its parts are joined. */
export function reason(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reason).join('; ')
  return error instanceof Error ? error.message : String(error)
}
