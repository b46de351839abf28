/**
 * Distributes a migrated database over the workers of a Citus cluster. Each step commits alone and finds what an earlier run has
 * done, so an interrupted run is continued by the next one. Nodes must not run meanwhile (docs/citus-guide.md).
 */

import pg from 'pg'

import { type DatabaseUrls, migrationLock } from '#database/migrate.ts'
import { inSchema, keepAlive, timeLimits } from '#database/sql.ts'

import { restoreForeignKeys, setForeignKeysAside } from './foreign-keys.ts'
import { distributeFunctions } from './functions.ts'
import { prepareSessions } from './sessions.ts'
import { placeTables } from './tables.ts'

export type Distributed = {
  workers: number
  /** Counts of the objects that this run has placed, restored and distributed. */
  tables: number
  foreignKeys: number
  functions: number
}

/** Throws an Error of one sentence when the database cannot be distributed. */
export async function distribute({ ownerUrl, runtimeUrl }: DatabaseUrls): Promise<Distributed> {
  const { user } = new pg.Client({ connectionString: runtimeUrl })
  const workers = await asOwner(ownerUrl, async (client) => {
    await requireCluster(client)
    return prepareSessions(client, user!)
  })
  // Use a new session. An older session keeps connections to the workers that lack the settings of `prepareSessions`.
  return asOwner(ownerUrl, async (client) => {
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    await setForeignKeysAside(client)
    return {
      workers,
      tables: await placeTables(client),
      foreignKeys: await restoreForeignKeys(client),
      functions: await distributeFunctions(client),
    }
  })
}

/** Runs `work` in a session of the owner. */
export async function asOwner<Result>(
  ownerUrl: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({
    connectionString: ownerUrl,
    connectionTimeoutMillis: timeLimits.connect_ms,
    ...inSchema,
    // No time limit for a statement: it may copy a large table or shard.
    ...keepAlive,
  })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

async function requireCluster(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ has_citus: boolean; has_schema: boolean }>(
    `select exists (select from pg_extension where extname = 'citus') as has_citus,
            to_regclass('fiel.points_record') is not null as has_schema`,
  )
  if (!rows[0]!.has_citus) {
    throw new Error('The database has no extension citus: create it on every server first.')
  }
  if (!rows[0]!.has_schema) {
    throw new Error('The database has no schema of Fiel: run npm run fiel -- migrate.')
  }
  const workers = await client.query('select from citus_get_active_worker_nodes()')
  if (workers.rowCount === 0) {
    throw new Error('The cluster has no worker: add one with citus_add_node.')
  }
}
