/** One PostgreSQL for a test run, with a migrated database to copy. */

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import pg from 'pg'
import type { TestProject } from 'vitest/node'

import { checkPairs } from '#api/testing/refusal/error-pairs.ts'
import { noteWrites } from '#api/testing/refusal/record-writes.ts'
import { startEmbedded } from '#database/embedded/embedded.ts'
import { migrate } from '#database/migrate.ts'
import { dataParent } from '#database/testing/data-parent.ts'

import { withDatabaseName } from './database-url.ts'

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(dataParent(), 'fiel-test-'))
  const server = await startEmbedded(folder)
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  await client.query('create database template_fiel')
  await client.end()
  await migrate({
    ownerUrl: withDatabaseName(server.url, 'template_fiel'),
    runtimeUrl: withDatabaseName(server.runtimeUrl, 'template_fiel'),
  })
  project.provide('tables', await noteWrites(withDatabaseName(server.url, 'template_fiel')))
  project.provide('postgresql', server.url)
  project.provide('citus_workers', [])
  const error_pairs = await mkdtemp(join(tmpdir(), 'fiel-error-pairs-'))
  project.provide('error_pairs', error_pairs)
  return async () => {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
    try {
      await checkPairs(project, error_pairs)
    } finally {
      await rm(error_pairs, { recursive: true })
    }
  }
}

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL of the run's server. */
    postgresql: string
    /** The URLs of the workers of a Citus cluster (scripts/citus/). Empty: the server is PostgreSQL alone. */
    citus_workers: string[]
    /** The tables, in the order of the characters that stand for them in note-writes.sql. */
    tables: string[]
  }
}
