/**
 * Prepares the running Citus cluster of CITUS_URL for a test run: makes a distributed database on all its servers, which the test
 * files copy.
 */

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { TestProject } from 'vitest/node'

import { distribute } from '#database/distribution/distribute.ts'
import { runtimeUrl } from '#database/embedded/embedded.ts'
import { migrate } from '#database/migrate.ts'

import { createDatabase, run, workersOf } from './database.ts'

const template = 'template_fiel'

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const url = process.env.CITUS_URL!
  const workers = await workersOf(url)
  const ownerUrl = await createDatabase(url, template)
  await run(ownerUrl, [`alter database ${template} set citus.shard_count = 2`])
  const runtime = runtimeUrl(ownerUrl)
  await migrate({ ownerUrl, runtimeUrl: runtime })
  await distribute({ ownerUrl, runtimeUrl: runtime })
  for (const server of [url, ...workers]) await settle(server)
  project.provide('tables', [])
  project.provide('postgresql', url)
  project.provide('citus_workers', workers)
  const error_pairs = await mkdtemp(join(tmpdir(), 'fiel-error-pairs-'))
  project.provide('error_pairs', error_pairs)
  return () => rm(error_pairs, { recursive: true })
}

/**
 * Prepares a server for copies of the template. The settings of roles are made for the whole server, because a copy of a database
 * lacks those of its original. All connections to the template end, because PostgreSQL copies a database only without connections.
 */
async function settle(server: string): Promise<void> {
  await run(server, [
    'alter role fiel_runtime set search_path = fiel',
    'alter role fiel_runtime set citus.allow_nested_distributed_execution = on',
    'alter role current_user set search_path = fiel',
    'alter role current_user set citus.allow_nested_distributed_execution = on',
    `alter database ${template} with allow_connections false`,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${template}'`,
  ])
}
