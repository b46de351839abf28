/**
 * `npm run bench`: how many requests a second the hot paths answer, as shares of what is measured beside them in the
 * same run: an empty Fastify route for reads, pgbench calling the same SQL functions one by one for movements. Runs are
 * interleaved and the medians are printed, so that a machine that slows down slows all alike.
 *
 * `npm run bench -- portal` measures what a phone sees instead: see bench/portal.ts. `npm run bench -- overload` measures what
 * is answered well when more is asked than can be done: see bench/overload.ts.
 *
 * `npm run bench -- --customers 1000000 --records 20000000` also fills a large database and tells how much longer each
 * request takes there than with a thousand customers; `--data FOLDER` takes the database that `DATA_FOLDER=FOLDER npm run
 * load` has filled, and leaves what it does in it. With `DATABASE_URL` that is on a server of one's own, with as much memory as
 * one for so many would have (shared_buffers).
 */

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import Fastify from 'fastify'
import pg from 'pg'

import { readSecret } from '#api/secret.ts'
import { withDatabaseName } from '#api/testing/database-url.ts'
import { startEmbedded } from '#database/embedded.ts'
import { migrate } from '#database/migrate.ts'

import { isWithinBudgets } from '../scripts/budget.ts'
import { buildPortal, portalIsStale } from '../scripts/build-portal.ts'
import { fill } from './fill.ts'
import { crowd, type Ground, openGround } from './ground.ts'
import type { Size } from './history.ts'
import { besideLogins, pgbench, readTime, requestsPerSecond } from './measure.ts'
import { benchOverload } from './overload.ts'
import * as paths from './paths.ts'
import { Figures, printRatios, printSizes } from './report.ts'

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 5)
/** Of the databases that it makes. */
const secret = Buffer.alloc(32)
const small: Size = { customers: 1_000, records: 20_000, companies: 1 }

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    customers: { type: 'string' },
    records: { type: 'string' },
    data: { type: 'string' },
  },
})
const { customers, records = String(20 * Number(customers)), data } = values

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
  else await benchPaths()
} finally {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}

async function benchPaths(): Promise<void> {
  if (await portalIsStale()) await buildPortal()
  await isWithinBudgets()
  const beginning = await filled('bench_small', small)
  if (data !== undefined) {
    await compareSizes(beginning, await openGround(server.url, await readSecret(data, true)))
  } else if (customers !== undefined) {
    const size = { customers: Number(customers), records: Number(records), companies: 4 }
    await compareSizes(beginning, await filled('bench_large', size))
  } else {
    await compareWithOthers(beginning)
  }
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
  await migrate(url)
  await fill(url, secret, size, () => undefined)
  return url
}

async function compareWithOthers(ground: Ground): Promise<void> {
  const empty = Fastify()
  empty.get('/', async () => ({ amount_balance: 0, value_balance: 0 }))
  const address = await empty.listen({ port: 0, host: '127.0.0.1' })
  const figures = new Figures()
  for (let round = 0; round < rounds; round += 1) {
    figures.note(paths.empty.name, await requestsPerSecond({ ...ground, address }, paths.empty))
    for (const path of [paths.balance, paths.intention, paths.keyed_voucher]) {
      figures.note(path.name, await requestsPerSecond(ground, path))
    }
    for (const path of [paths.generation, paths.consumption, paths.voucher]) {
      figures.note(path.name, await requestsPerSecond(ground, path))
      await ground.tidyUp()
      figures.note(`pgbench ${path.name}`, await pgbench(ground, path, folder))
      await ground.tidyUp()
    }
    figures.note('read_ms', await readTime(ground))
    figures.note('beside_logins_ms', await besideLogins(ground, () => readTime(ground)))
  }
  printRatios(figures, crowd)
  await empty.close()
  await ground.close()
}

async function compareSizes(beginning: Ground, large: Ground): Promise<void> {
  const figures = new Figures()
  const all = [paths.balance, paths.intention, paths.generation, paths.consumption, paths.voucher]
  for (let round = 0; round < rounds; round += 1) {
    for (const path of all) {
      for (const [size, ground] of Object.entries({ small: beginning, large })) {
        figures.note(`${size} ${path.name}`, await requestsPerSecond(ground, path))
        await ground.tidyUp()
      }
    }
  }
  printSizes(
    figures,
    all.map(({ name }) => name),
  )
  await beginning.close()
  await large.close()
}
