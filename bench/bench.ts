/**
 * `npm run bench` measures how many requests a second the hot paths answer. Each result is a share of a yardstick from
 * the same run: an empty Fastify route for reads, pgbench's simple-update for movements. Runs are interleaved and medians
 * are printed, so a machine that slows down slows paths and yardsticks alike. BENCH_ROUNDS and BENCH_SECONDS set the length of
 * the run. `--only NAME` measures one path of bench/paths.ts at one company, or at the size of `--data`. With `--citus URL` it measures
 * each path on the Citus cluster of this coordinator, too, beside PostgreSQL alone.
 *
 * With `portal` it measures page speed on a phone (bench/portal.ts). With `overload` it measures goodput when demand exceeds
 * capacity (bench/overload.ts). With `steady` it measures the times of answers to 10,000 phones (bench/steady.ts). With `bytes` it measures the storage that a movement needs (bench/bytes.ts).
 *
 * With `--customers 1000000 --records 20000000` it fills a large database and prints how much longer each request takes there
 * than with 1,000 customers. With `--data FOLDER` it reuses the database that `DATA_FOLDER=FOLDER npm run load` filled, and
 * leaves the benchmark's rows in it. The server of a large database has the settings that the operating guide recommends. With
 * DATABASE_URL it uses your own server.
 */

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'

import pg from 'pg'

import { openSealed } from '#api/secret/sealed-database.ts'
import { readSecrets } from '#api/secret/secret.ts'
import { oneSecret, type ServerSecret } from '#api/secret/server-secret.ts'
import { withDatabaseName } from '#api/testing/worlds/database-url.ts'
import { distribute } from '#database/distribution/distribute.ts'
import { runtimeUrl, startEmbedded } from '#database/embedded/embedded.ts'
import { migrate } from '#database/migrate.ts'
import { openPool } from '#database/sql.ts'

import { createDatabase } from '../scripts/citus/database.ts'
import { scriptOptions } from '../scripts/command-line.ts'
import { isWithinBudgets } from '../scripts/portal/budget.ts'
import { buildStale } from '../scripts/portal/build-stale.ts'
import { measureBytes } from './bytes.ts'
import { compareSizes } from './compare-sizes.ts'
import { compareWithYardsticks } from './compare.ts'
import { fill } from './fill.ts'
import { type Ground, openGround } from './ground.ts'
import type { Size } from './history/timeline.ts'
import { benchOverload } from './overload.ts'
import { paths } from './paths.ts'
import { benchSteady } from './steady.ts'

/** The secret of the databases that this script creates. */
const secret = oneSecret(Buffer.alloc(32))
const small: Size = { customers: 1_000, records: 20_000, companies: 1 }
/** As many companies as a large database has: a batch takes longer the more companies it is for. */
const beginning: Size = { ...small, companies: 4 }
/** Enough customers that each phone has one of its own. */
const steady: Size = { customers: 20_000, records: 200_000, companies: 4 }
const many: Size = { customers: 10_000, records: 100_000, companies: 500 }

const values = await scriptOptions('bench', 'Measures requests per second', {
  kind: {
    type: 'positional',
    required: false,
    description: 'portal, overload, steady or bytes; absent: the hot paths',
  },
  customers: { type: 'string', description: 'Customers of a large database' },
  records: { type: 'string', description: 'Its records (20 for each customer)' },
  data: { type: 'string', description: 'Folder of a database that `npm run load` filled' },
  only: { type: 'string', description: 'One path of bench/paths.ts' },
  count: { type: 'string', default: '100000', description: 'Movements of `bytes`' },
  minutes: { type: 'string', default: '10', description: 'Minutes of `steady`' },
  citus: { type: 'string', description: 'URL of a coordinator' },
})
const { kind } = values
if (kind !== undefined && !['portal', 'overload', 'steady', 'bytes'].includes(kind)) {
  console.error(`${kind} is no benchmark: use portal, overload, steady or bytes.`)
  process.exit(2)
}
const { customers, records = String(20 * Number(customers)), data, only, citus } = values
if (only !== undefined && !Object.values(paths).some(({ name }) => name === only)) {
  console.error(`${only} is no path of bench/paths.ts.`)
  process.exit(2)
}

if (kind === 'portal') {
  const { benchPortal } = await import('./portal.ts')
  await benchPortal()
  process.exit()
}

const folder = await mkdtemp(join(tmpdir(), 'fiel-bench-'))
const databaseUrl = process.env['DATABASE_URL']
const server = databaseUrl
  ? { url: databaseUrl, stop: async () => undefined }
  : await startEmbedded(data ?? folder, {
      settings: data !== undefined || customers !== undefined ? largeServer() : [],
    })
try {
  if (kind === 'overload') await benchOverload(await newDatabase('bench_small', small), secret)
  else if (kind === 'steady')
    await benchSteady(await newDatabase('bench_steady', steady), secret, Number(values.minutes))
  else if (kind === 'bytes') await benchBytes(Number(values.count))
  else if (only !== undefined && data === undefined)
    await benchPaths({ [companies(small)]: small }, only)
  else await benchAll()
} finally {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}

async function benchAll(): Promise<void> {
  await buildStale()
  await isWithinBudgets()
  if (data !== undefined) {
    await benchSizes(await openGround(server.url, await demoSecret(data)))
  } else if (customers !== undefined) {
    const size = { customers: Number(customers), records: Number(records), companies: 4 }
    await benchSizes(await filled('bench_large', size))
  } else {
    await benchPaths({ [companies(small)]: small, [companies(many)]: many }, undefined)
  }
}

/** The settings of docs/operating-guide.md, "PostgreSQL at the size of a chain". */
function largeServer(): string[] {
  const megabytes = Math.floor((0.4 * totalmem()) / 2 ** 20)
  return [`shared_buffers=${megabytes}MB`, 'checkpoint_timeout=30min', 'max_wal_size=32GB']
}

/** The secret of the demo's data in `folder`. */
async function demoSecret(folder: string): Promise<ServerSecret> {
  const database = openPool(server.url, 1)
  try {
    return await openSealed(database, await readSecrets(folder, true))
  } finally {
    await database.end()
  }
}

function companies({ companies: count }: Size): string {
  return count === 1 ? 'one company' : `${count} companies`
}

async function benchPaths(sizes: Record<string, Size>, pathName?: string): Promise<void> {
  const grounds: Record<string, Ground> = {}
  const pairs = new Map<string, string>()
  for (const [name, size] of Object.entries(sizes)) {
    grounds[name] = await filled(`bench_${size.companies}`, size)
    if (citus === undefined) continue
    const onCluster = `${name} on the cluster`
    grounds[onCluster] = await filledOnCluster(citus, `bench_${size.companies}`, size)
    pairs.set(onCluster, name)
  }
  await compareWithYardsticks(server.url, grounds, { only: pathName, pairs })
  for (const ground of Object.values(grounds)) await ground.close()
}

async function benchSizes(large: Ground): Promise<void> {
  const few = await filled('bench_beginning', beginning)
  await compareSizes(few, large, only)
  await few.close()
  await large.close()
}

async function benchBytes(count: number): Promise<void> {
  const url = await newDatabase('bench_bytes', small)
  const ground = await openGround(url, secret, { isDelivering: false })
  await measureBytes(ground, count)
  await ground.close()
}

async function filled(name: string, size: Size): Promise<Ground> {
  return openGround(await newDatabase(name, size), secret)
}

/** Filled on the coordinator and then distributed, as the data of a company that outgrew one server. */
async function filledOnCluster(coordinator: string, name: string, size: Size): Promise<Ground> {
  const ownerUrl = await createDatabase(coordinator, name)
  await migrate({ ownerUrl, runtimeUrl: runtimeUrl(ownerUrl) })
  await fill(ownerUrl, secret, size, () => undefined)
  await distribute({ ownerUrl, runtimeUrl: runtimeUrl(ownerUrl) })
  return openGround(ownerUrl, secret)
}

/** The address of a new database of this size. */
async function newDatabase(name: string, size: Size): Promise<string> {
  const administrator = new pg.Client({ connectionString: server.url })
  await administrator.connect()
  await administrator.query(`drop database if exists ${name}`)
  await administrator.query(`create database ${name}`)
  await administrator.end()
  const url = withDatabaseName(server.url, name)
  await migrate({ ownerUrl: url, runtimeUrl: runtimeUrl(url) })
  await fill(url, secret, size, () => undefined)
  return url
}
