/** Opens the database: DATABASE_URL, or the embedded PostgreSQL in .data/ when it is not set. */

import { hash } from 'node:crypto'

import pg from 'pg'

import { type BackFillProgress, backFillProgress } from './back-fill/back-fill.ts'
import { setAside, startEmbedded } from './embedded/embedded.ts'
import { environment } from './environment.ts'
import { migrate, OtherTables } from './migrate.ts'
import { verifyEncryption } from './network/encryption.ts'
import { verifyDistribution, verifyRuntime } from './runtime-role.ts'
import {
  appliedFilesQuery,
  type AppliedFile,
  releaseFiles,
  schemaMismatch,
} from './schema-files.ts'
import { sessionMistake, verifySessions } from './sessions/sessions.ts'
import { listenOn, noteDistributed, openPool, rows, timeLimits } from './sql.ts'

export const dataFolder = environment.DATA_FOLDER

/** Whether this is the demo on the embedded database: its data is invented, so its secrets may be printed. */
export const isDemo = !environment.DATABASE_URL

type Server = { runtimeUrl: string; ownerUrl: string | null; stop: () => Promise<void> }

export type Connected = Server & { pool: pg.Pool }

/** Throws one sentence when NODE_ENV is production and DATABASE_URL is missing: production never uses the embedded database. */
export function refuseDemoInProduction(): void {
  if (isDemo && environment.NODE_ENV === 'production') {
    throw new Error('DATABASE_URL is missing: with NODE_ENV=production there is no demo database.')
  }
}

/**
 * Opens a pool and verifies it: the schema is this release's, and the role can change no ledger record. `npm start` migrates
 * the demo's database first. Throws an Error of one sentence when the database cannot be used.
 */
export async function connect({ migratesDemo = false } = {}): Promise<Connected> {
  refuseDemoInProduction()
  const server = await (isDemo && migratesDemo ? migratedDemo() : databaseServer())
  // `npm start` prints by itself which database it uses.
  if (!isDemo || !migratesDemo) printDatabase(server.runtimeUrl)
  const { DATABASE_CONNECTIONS, DATABASE_LISTEN_URL } = environment
  const application_name = applicationName()
  const pool = openPool(server.runtimeUrl, DATABASE_CONNECTIONS, timeLimits, {
    application_name,
    isBehindPooler: DATABASE_LISTEN_URL !== undefined,
  })
  const listener = DATABASE_LISTEN_URL
    ? openPool(DATABASE_LISTEN_URL, 2, timeLimits, { application_name })
    : null
  if (listener) listenOn(pool, listener)
  async function stop(): Promise<void> {
    await pool.end()
    await listener?.end()
    await server.stop()
  }
  try {
    await verifyEncryption(pool)
    await verifyRuntime(pool)
    if (await verifyDistribution(pool)) noteDistributed(pool)
    await verifySessions(pool, listener, timeLimits.probe_ms)
    return { ...server, pool, stop }
  } catch (error) {
    await stop()
    const subject = isDemo ? 'The demo database' : 'DATABASE_URL'
    throw new Error(`${subject} cannot be used: ${sessionMistake(error) ?? reason(error)}`, {
      cause: error,
    })
  }
}

/**
 * The name of this process's connections in PostgreSQL. It contains a hash of the first secret, which does not reveal the secret.
 * By this name `fiel reseal` finds processes that still seal with another secret (api/secret/other-sealers.ts).
 */
function applicationName(): string {
  const [secret] = environment.FIEL_SECRET ?? []
  return secret === undefined
    ? 'fiel'
    : `fiel ${hash('sha256', `fiel application name ${secret}`).slice(0, 8)}`
}

/** Prints to standard error which database a command speaks to, without the password. */
function printDatabase(url: string): void {
  const { database, host, port, user } = new pg.Client({ connectionString: url })
  console.error(`Database ${database} at ${host}:${port} as ${user}.`)
}

/** Migrates and verifies the database, for `fiel migrate`. Throws an Error of one sentence. */
export async function migrateDatabase(): Promise<void> {
  refuseDemoInProduction()
  if (environment.DATABASE_OWNER_URL && !environment.DATABASE_URL) {
    throw new Error('DATABASE_URL is missing: it names the role that the API works as.')
  }
  const server = await databaseServer()
  // Connect directly, because a pooler reuses sessions from before the migration. Those lack the settings that the migration
  // gives the role.
  server.runtimeUrl = environment.DATABASE_LISTEN_URL ?? server.runtimeUrl
  if (server.ownerUrl) printDatabase(server.ownerUrl)
  try {
    await migrateServer(server)
    await verify(server.runtimeUrl)
  } catch (error) {
    throw new Error(`The database cannot be migrated: ${reason(error)}`, { cause: error })
  } finally {
    await server.stop()
  }
}

export type MigrationStatus = {
  /** Why this release cannot work with the database's schema; undefined when it can. */
  mismatch: string | undefined
  backFills: BackFillProgress[]
}

/** The answer to `fiel migrate --status`, also for a database of another release. Only reads. Throws an Error of one sentence. */
export async function migrationStatus(): Promise<MigrationStatus> {
  refuseDemoInProduction()
  const server = await databaseServer()
  printDatabase(server.runtimeUrl)
  const pool = openPool(server.runtimeUrl, 1)
  try {
    const applied = await rows<AppliedFile>(pool, appliedFilesQuery).catch((error: Error) => {
      if (!isMissingTable(error)) throw error
      throw new Error('The database has no schema of Fiel: run npm run fiel -- migrate.', {
        cause: error,
      })
    })
    const hasBackFills = applied.some(({ name }) => name === '29_back_fill.sql')
    return {
      mismatch: schemaMismatch(await releaseFiles(), applied),
      backFills: hasBackFills ? await backFillProgress(pool) : [],
    }
  } finally {
    await pool.end()
    await server.stop()
  }
}

function isMissingTable(error: Error): boolean {
  return error instanceof pg.DatabaseError && error.code === '42P01'
}

async function verify(runtimeUrl: string): Promise<void> {
  const pool = openPool(runtimeUrl, 1)
  try {
    await verifyEncryption(pool)
    await verifyRuntime(pool)
  } finally {
    await pool.end()
  }
}

async function migrateServer({ ownerUrl, runtimeUrl }: Server): Promise<void> {
  if (!ownerUrl) {
    throw new Error('DATABASE_OWNER_URL is missing: name the role that owns the tables.')
  }
  await migrate({ ownerUrl, runtimeUrl })
}

/** Starts and migrates the demo's server. Data that this release cannot use is moved aside, and the demo begins anew. */
async function migratedDemo(): Promise<Server> {
  const server = await databaseServer({ replacesOtherMajor: true })
  try {
    await migrateServer(server)
    return server
  } catch (error) {
    await server.stop()
    if (!(error instanceof OtherTables)) throw error
    await setAside(dataFolder, error.madeBy)
    return migratedDemo()
  }
}

async function databaseServer({ replacesOtherMajor = false } = {}): Promise<Server> {
  const { DATABASE_URL, DATABASE_OWNER_URL } = environment
  if (DATABASE_URL) {
    const ownerUrl = DATABASE_OWNER_URL ?? null
    return { runtimeUrl: DATABASE_URL, ownerUrl, stop: async () => undefined }
  }
  const { url, runtimeUrl, stop } = await startEmbedded(dataFolder, {
    isWatched: true,
    replacesOtherMajor,
  })
  return { runtimeUrl, ownerUrl: url, stop }
}

/** An error in one line. A refused connection is an AggregateError without a message, so its parts are joined. */
export function reason(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reason).join('; ')
  return error instanceof Error ? error.message : String(error)
}
