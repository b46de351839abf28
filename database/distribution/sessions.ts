/** The settings that sessions on the workers need: Citus opens them with the roles of DATABASE_URL and DATABASE_OWNER_URL. */

import pg from 'pg'

const settings = {
  search_path: 'fiel',
  // Lets a function that reads a table run within a statement on a shard. Both are of one company, so on the same worker.
  'citus.allow_nested_distributed_execution': 'on',
}

/** Gives both roles their settings on every server. Returns the number of workers. */
export async function prepareSessions(client: pg.Client, runtimeRole: string): Promise<number> {
  await requireRole(client, runtimeRole)
  const database = pg.escapeIdentifier(client.database!)
  for (const role of [client.user!, runtimeRole]) {
    for (const [name, value] of Object.entries(settings)) {
      // Run on the coordinator alone: Citus sends an `alter role` to the workers.
      await client.query(
        `alter role ${pg.escapeIdentifier(role)} in database ${database} set ${name} = ${value}`,
      )
    }
  }
  const { rows } = await client.query<{ workers: number }>(
    'select count(*)::integer as workers from citus_get_active_worker_nodes()',
  )
  return rows[0]!.workers
}

async function requireRole(client: pg.Client, role: string): Promise<void> {
  const { rows } = await client.query<{ nodename: string; nodeport: number }>(
    `select nodename, nodeport
       from run_command_on_workers(format('select count(*) from pg_roles where rolname = %L', $1::text))
      where result <> '1'`,
    [role],
  )
  const [first] = rows
  if (!first) return
  throw new Error(
    `The worker ${first.nodename}:${first.nodeport} has no role ${role}: create it there as on the coordinator.`,
  )
}
