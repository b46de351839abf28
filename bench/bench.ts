/**
 * `npm run bench`: how many requests a second the hot paths answer, as shares of what is measured beside them in the
 * same run: an empty Fastify route for reads, pgbench's simple-update for movements. Runs are interleaved and the medians
 * are printed, so that a machine that slows down slows all alike. BENCH_ROUNDS and BENCH_SECONDS shorten it, `--only NAME`
 * measures one path of bench/paths.ts at one company.
 *
 * `npm run bench -- portal` measures what a phone sees instead: see bench/portal.ts. `npm run bench -- overload` measures what
 * is answered well when more is asked than can be done: see bench/overload.ts. `npm run bench -- bytes` measures what a
 * movement stores: see bench/bytes.ts.
 *
 * `npm run bench -- --customers 1000000 --records 20000000` fills a large database and tells how much longer each
 * request takes there than with a thousand customers; `--data FOLDER` takes the database that `DATA_FOLDER=FOLDER npm run
 * load` has filled, and leaves what it does in it. With `DATABASE_URL` that is on a server of one's own, with as much memory as
 * one for so many would have (shared_buffers).
 */

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import pg from 'pg'

import { readSecret } from '#api/secret/secret.ts'
import { withDatabaseName } from '#api/testing/worlds/database-url.ts'
import { runtimeUrl, startEmbedded } from '#database/embedded.ts'
import { migrate } from '#database/migrate.ts'

import { isWithinBudgets } from '../scripts/budget.ts'
import { buildPortal, portalIsStale } from '../scripts/build-portal.ts'
import { measureBytes } from './bytes.ts'
import { compareSizes, compareWithYardsticks } from './compare.ts'
import { fill } from './fill.ts'
import { type Ground, openGround } from './ground.ts'
import { benchOverload } from './overload.ts'
import type { Size } from './timeline.ts'

/** Of the databases that it makes. */
const secret = Buffer.alloc(32)
const small: Size = { customers: 1_000, records: 20_000, companies: 1 }
const many: Size = { customers: 10_000, records: 100_000, companies: 500 }

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    customers: { type: 'string' },
    records: { type: 'string' },
    data: { type: 'string' },
    only: { type: 'string' },
    count: { type: 'string', default: '100000' },
  },
})
const { customers, records = String(20 * Number(customers)), data, only } = values

if (positionals.includes('portal')) {
  const { benchPortal } = await import('./portal.ts')
  await benchPortal()
  process.exit()
}

const folder = await mkdtemp(join(tmpdir(), 'fiel-bench-'))
const given = process.env['DATABASE_URL']
const server = given
  ? { url: given, stop: async () => undefined }
  : await startEmbedded(data ?? folder)
try {
  if (positionals.includes('overload'))
    await benchOverload(await newDatabase('bench_small', small), secret)
  else if (positionals.includes('bytes')) await benchBytes(Number(values.count))
  else if (only !== undefined) await benchPaths({ [companies(small)]: small }, only)
  else await benchAll()
} finally {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}

async function benchAll(): Promise<void> {
  if (await portalIsStale()) await buildPortal()
  await isWithinBudgets()
  if (data !== undefined) {
    await benchSizes(await openGround(server.url, await readSecret(data, true)))
  } else if (customers !== undefined) {
    const size = { customers: Number(customers), records: Number(records), companies: 4 }
    await benchSizes(await filled('bench_large', size))
  } else {
    await benchPaths({ [companies(small)]: small, [companies(many)]: many }, undefined)
  }
}

function companies({ companies: count }: Size): string {
  return count === 1 ? 'one company' : `${count} companies`
}

async function benchPaths(sizes: Record<string, Size>, path_name?: string): Promise<void> {
  const grounds: Record<string, Ground> = {}
  for (const [name, size] of Object.entries(sizes)) {
    grounds[name] = await filled(`bench_${size.companies}`, size)
  }
  await compareWithYardsticks(server.url, grounds, path_name)
  for (const ground of Object.values(grounds)) await ground.close()
}

async function benchSizes(large: Ground): Promise<void> {
  const beginning = await filled('bench_small', small)
  await compareSizes(beginning, large)
  await beginning.close()
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

/** The address of a new database of this size. */
async function newDatabase(name: string, size: Size): Promise<string> {
  const administrator = new pg.Client({ connectionString: server.url })
  await administrator.connect()
  await administrator.query(`drop database if exists ${name}`)
  await administrator.query(`create database ${name}`)
  await administrator.end()
  const url = withDatabaseName(server.url, name)
  await migrate({ owner_url: url, runtime_url: runtimeUrl(url) })
  await fill(url, secret, size, () => undefined)
  return url
}
