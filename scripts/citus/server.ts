/** One Citus cluster for a test run, with a distributed database to copy on each of its servers. */

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import pg from 'pg'
import type { TestProject } from 'vitest/node'

import { withDatabaseName } from '#api/testing/worlds/database-url.ts'
import { distribute } from '#database/distribution/distribute.ts'
import { runtimeUrl } from '#database/embedded/embedded.ts'
import { migrate } from '#database/migrate.ts'

const template = 'template_fiel'

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const url = process.env.CITUS_URL!
  const workers = await workersOf(url)
  const servers = [url, ...workers]
  for (const server of servers) {
    await run(server, [
      `drop database if exists ${template} with (force)`,
      `create database ${template}`,
    ])
    await run(withDatabaseName(server, template), ['create extension citus'])
  }
  const ownerUrl = withDatabaseName(url, template)
  const { hostname, port } = new URL(url)
  await run(ownerUrl, [
    `select citus_set_coordinator_host('${hostname}', ${port})`,
    ...workers.map((worker) => {
      const address = new URL(worker)
      return `select citus_add_node('${address.hostname}', ${address.port})`
    }),
    `alter database ${template} set citus.shard_count = 2`,
  ])
  const runtime = runtimeUrl(ownerUrl)
  await migrate({ ownerUrl, runtimeUrl: runtime })
  await distribute({ ownerUrl, runtimeUrl: runtime })
  for (const server of servers) await settle(server)
  project.provide('tables', [])
  project.provide('postgresql', url)
  project.provide('citus_workers', workers)
  const error_pairs = await mkdtemp(join(tmpdir(), 'fiel-error-pairs-'))
  project.provide('error_pairs', error_pairs)
  return () => rm(error_pairs, { recursive: true })
}

async function workersOf(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ node_name: string; node_port: number }>(
    'select node_name, node_port from citus_get_active_worker_nodes() order by node_name, node_port',
  )
  await client.end()
  return rows.map(
    ({ node_name, node_port }) =>
      Object.assign(new URL(url), { hostname: node_name, port: String(node_port) }).href,
  )
}

/** Copies of a database lack the settings of its roles. A database is copied only while nobody is connected to it. */
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

async function run(url: string, statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('set citus.enable_create_role_propagation = off')
  await client.query('set citus.enable_alter_role_propagation = off')
  await client.query('set citus.enable_alter_role_set_propagation = off')
  await client.query('set citus.enable_create_database_propagation = off')
  for (const statement of statements) await client.query(statement)
  await client.end()
}
