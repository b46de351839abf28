/**
 * Moves a live company to another worker of the Citus cluster. Companies share shards, so the company first gets a shard of its
 * own. All steps copy by logical replication, and block writes of the shard only at their end (docs/decisions/038-move.md).
 */

import type pg from 'pg'

import { migrationLock } from '#database/migrate.ts'

import { asOwner } from './distribute.ts'

export type Worker = { host: string; port: number }

export type Moved = {
  /** HOST:PORT of the worker before and after. Both are the same when the company was on the target already. */
  from: string
  to: string
  /** The time that the split of the shard took. A shard is split when it also has other companies. */
  split_ms: number
  /** The time that the move of shards took: of the company's own shard, or of the other companies' parts back to `from`. */
  move_ms: number
}

/** Throws an Error of one sentence when the company cannot be moved. `note` gets a line before each step. */
export async function moveCompany(
  ownerUrl: string,
  company_id: string,
  target: Worker,
  note: (line: string) => void,
): Promise<Moved> {
  return asOwner(ownerUrl, async (client) => {
    await requireDistributed(client)
    await requireWorker(client, target)
    const shard = await shardOf(client, company_id)
    const moved = { from: address(shard), to: address(target), split_ms: 0, move_ms: 0 }
    if (moved.from === moved.to) return moved
    await prepareMove(client)
    const back = shard.is_shared ? neighbouringHashes(shard) : []
    if (shard.is_shared) {
      note(`Split shard ${shard.shard_id} on its way from ${moved.from} to ${moved.to}.`)
      moved.split_ms = await timed(() => split(client, shard, target))
    } else {
      note(`Move shard ${shard.shard_id} from ${moved.from} to ${moved.to}.`)
      moved.move_ms = await timed(() => transfer(client, shard.shard_id, shard, target))
    }
    for (const hash of back) {
      const shard_id = await shardOfHash(client, hash)
      note(`Move shard ${shard_id}, with other companies, back from ${moved.to} to ${moved.from}.`)
      moved.move_ms += await timed(() => transfer(client, shard_id, target, shard))
    }
    return moved
  })
}

async function requireDistributed(client: pg.Client): Promise<void> {
  const refusal = 'The database is not distributed: a move is between the workers of a cluster.'
  const extension = await client.query("select from pg_extension where extname = 'citus'")
  if (extension.rowCount === 0) throw new Error(refusal)
  const { rowCount } = await client.query(
    "select from pg_dist_partition where logicalrelid = to_regclass('fiel.customer') and partmethod = 'h'",
  )
  if (rowCount === 0) throw new Error(refusal)
}

async function requireWorker(client: pg.Client, target: Worker): Promise<void> {
  const { rows } = await client.query<Worker>(
    'select node_name as host, node_port::integer as port from citus_get_active_worker_nodes() order by 1, 2',
  )
  const workers = rows.map(address)
  if (workers.includes(address(target))) return
  throw new Error(
    `The cluster has no worker ${address(target)}: its workers are ${workers.join(', ')}.`,
  )
}

type Shard = Worker & {
  shard_id: string
  is_shared: boolean
  /** The hash value of the company, then the least and the greatest hash value of its shard. */
  hash: number
  min_hash: number
  max_hash: number
}

async function shardOf(client: pg.Client, company_id: string): Promise<Shard> {
  const { rows } = await client.query<Shard>(
    `select shardid as shard_id, nodename as host, nodeport as port, worker_hash($1::uuid) as hash,
            shardminvalue::integer as min_hash, shardmaxvalue::integer as max_hash,
            -- A shard of one hash value cannot be split, even when two companies have this value.
            shardminvalue <> shardmaxvalue
            and exists (
                  select from companies() other
                   where other.company_id <> $1
                     and get_shard_id_for_distribution_column('fiel.customer', other.company_id) = shardid) as is_shared
       from pg_dist_shard
       join pg_dist_placement using (shardid)
       join pg_dist_node using (groupid)
      where shardid = get_shard_id_for_distribution_column('fiel.customer', $1::uuid)
        and noderole = 'primary'`,
    [company_id],
  )
  return rows[0]!
}

async function prepareMove(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ is_free: boolean }>(
    'select pg_try_advisory_lock($1) as is_free',
    [migrationLock],
  )
  if (!rows[0]!.is_free) {
    throw new Error('A migration, a distribution or another move is running: wait for its end.')
  }
  // Notice within 2 s that this process was killed. Otherwise the coordinator works on for minutes and holds the lock.
  await client.query("set client_connection_check_interval = '2s'")
  // Drops the shards, slots and subscriptions that an interrupted move has left.
  await client.query('call citus_cleanup_orphaned_resources()')
}

/** A hash value of each part of the split shard beside the company's own: the values just below and just above the company's. */
function neighbouringHashes({ hash, min_hash, max_hash }: Shard): number[] {
  return [hash - 1, hash + 1].filter((one) => one >= min_hash && one <= max_hash)
}

/**
 * Splits the shard, in all tables that are cut by company_id. The parts are the company's own shard, and the hash values before
 * and after it. All parts are placed on the target, because Citus 14.0.1 would give a part on the source its primary keys only
 * after its replication slot. An update in between ends the replication: "publisher did not send replica identity column".
 */
async function split(client: pg.Client, shard: Shard, target: Worker): Promise<void> {
  await requireOutputPlugin(client)
  const { hash, min_hash, max_hash } = shard
  const lastHashes = [hash - 1, hash].filter((one) => one >= min_hash && one < max_hash)
  await client.query(
    `select citus_split_shard_by_split_points($1::bigint, $2::text[], array_fill(nodeid, array[$3::integer]), 'force_logical')
       from pg_dist_node
      where nodename = $4 and nodeport = $5`,
    [shard.shard_id, lastHashes, lastHashes.length + 1, target.host, target.port],
  )
}

/** PostgreSQL 18.6 lets a replication slot use only the listed plugins. A split needs that of Citus, and a move does not. */
async function requireOutputPlugin(client: pg.Client): Promise<void> {
  const { rows } = await client.query<Worker>(
    `select nodename as host, nodeport as port
       from run_command_on_workers($$
              select coalesce(
                'citus' = any (string_to_array(replace(current_setting('output_plugin_libraries', true), ' ', ''), ',')), true)
            $$)
      where result <> 't'`,
  )
  if (!rows[0]) return
  throw new Error(
    `The worker ${address(rows[0])} refuses the output plugin citus: add it to output_plugin_libraries there.`,
  )
}

async function shardOfHash(client: pg.Client, hash: number): Promise<string> {
  const { rows } = await client.query<{ shard_id: string }>(
    `select shardid as shard_id
       from pg_dist_shard
      where logicalrelid = 'fiel.customer'::regclass
        and $1::integer between shardminvalue::integer and shardmaxvalue::integer`,
    [hash],
  )
  return rows[0]!.shard_id
}

async function transfer(
  client: pg.Client,
  shard_id: string,
  from: Worker,
  to: Worker,
): Promise<void> {
  await client.query(
    `select citus_move_shard_placement($1::bigint, $2, $3, $4, $5, shard_transfer_mode => 'force_logical')`,
    [shard_id, from.host, from.port, to.host, to.port],
  )
}

function address({ host, port }: Worker): string {
  return `${host}:${port}`
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began_ms = performance.now()
  await work()
  return performance.now() - began_ms
}
