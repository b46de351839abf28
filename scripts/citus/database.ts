/** Databases of a Citus cluster: one of the same name on each server, with the extension. */

import pg from 'pg'

import { withDatabaseName } from '#api/testing/worlds/database-url.ts'

/** The URLs of the workers. `url` names a database on the coordinator that knows them. */
export async function workersOf(url: string): Promise<string[]> {
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

/** Makes an empty database on each server. An older one of this name is dropped. Returns its URL on the coordinator. */
export async function createDatabase(url: string, name: string): Promise<string> {
  const workers = await workersOf(url)
  for (const server of [url, ...workers]) {
    await run(server, [`drop database if exists ${name} with (force)`, `create database ${name}`])
    await run(withDatabaseName(server, name), ['create extension citus'])
  }
  const { hostname, port } = new URL(url)
  const created = withDatabaseName(url, name)
  await run(created, [
    `select citus_set_coordinator_host('${hostname}', ${port})`,
    ...workers.map((worker) => {
      const address = new URL(worker)
      return `select citus_add_node('${address.hostname}', ${address.port})`
    }),
  ])
  return created
}

/** Runs the statements on this server alone. */
export async function run(url: string, statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('set citus.enable_create_role_propagation = off')
  await client.query('set citus.enable_alter_role_propagation = off')
  await client.query('set citus.enable_alter_role_set_propagation = off')
  await client.query('set citus.enable_create_database_propagation = off')
  for (const statement of statements) await client.query(statement)
  await client.end()
}
