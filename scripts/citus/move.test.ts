/** A company moves to another worker while tills of it and of a neighbour in its shard send sales. */

import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

import pg from 'pg'
import { beforeAll, expect, inject, test } from 'vitest'

import { createWorld, newCpf, sale, type TestCompany } from '#api/testing/worlds/world.ts'
import { rows, sql } from '#database/sql.ts'
import { audit } from '#engine/audit/audit.ts'

import { startLoad } from './load.ts'

const world = await createWorld()
const { database, ownerUrl } = world

/** Sales a second, over both companies. */
const rate = 200

beforeAll(async () => {
  const name = pg.escapeIdentifier(new URL(ownerUrl).pathname.slice(1))
  for (const connectionString of inject('citus_workers')) {
    const client = new pg.Client({ connectionString })
    await client.connect()
    const { rowCount } = await client.query(
      "select from pg_settings where name = 'output_plugin_libraries'",
    )
    if (rowCount === 1) {
      await client.query(
        `alter database ${name} set output_plugin_libraries = pgoutput, test_decoding, citus`,
      )
    }
    await client.end()
  }
})

async function shardOf({ id }: TestCompany): Promise<{ shard_id: number; worker: string }> {
  const [shard] = await rows<{ shard_id: number; worker: string }>(
    database,
    sql`select shardid as shard_id, nodename || ':' || nodeport as worker
          from pg_dist_placement
          join pg_dist_node using (groupid)
         where shardid = get_shard_id_for_distribution_column('fiel.customer', ${id}::uuid)`,
  )
  return shard!
}

/** Creates companies until one is in the shard of `company`. With 2 shards every second company is. */
async function neighbourOf(company: TestCompany): Promise<TestCompany> {
  const { shard_id } = await shardOf(company)
  for (let n = 1; ; n += 1) {
    const other = await world.createCompany(`vizinha-${n}`, {})
    if ((await shardOf(other)).shard_id === shard_id) return other
  }
}

async function otherWorker(company: TestCompany): Promise<string> {
  const { worker } = await shardOf(company)
  return inject('citus_workers')
    .map((url) => new URL(url).host)
    .find((host) => host !== worker)!
}

async function move(slug: string, worker: string): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['scripts/run.cjs', 'scripts/fiel.cjs', 'company', 'move', slug, worker],
    { env: { ...process.env, DATABASE_URL: world.url, DATABASE_OWNER_URL: ownerUrl } },
  )
  return stdout
}

/** How often each external_id is in the ledger. */
async function countsOf(company: TestCompany): Promise<Map<string, number>> {
  const found = await rows<{ external_id: string; count: number }>(
    database,
    sql`select external_id, count(*) as count
          from points_record
         where company_id = ${company.id} and type_id = 'GNR'
         group by external_id`,
  )
  return new Map(found.map(({ external_id, count }) => [external_id, count]))
}

test('a company moves under load, and no sale is lost or doubled [D19]', async () => {
  const { cafe } = world
  const neighbour = await neighbourOf(cafe)
  const target = await otherWorker(cafe)
  const source = await shardOf(neighbour)
  const companies = [cafe, neighbour]
  const documents = Array.from({ length: 40 }, newCpf)
  const load = startLoad(rate, (n) => {
    const company = companies[n % companies.length]!
    const body = sale(documents[n % documents.length]!)
    return { company, body, send: () => world.generate(company, body) }
  })
  const output = await move('cafe', target).finally(load.stop)
  const sent = await load.ended()
  console.log(output.trim())
  console.log(load.report().join('\n'))

  expect(output).toContain(`Moved cafe from ${source.worker} to ${target}: `)
  expect((await shardOf(cafe)).worker).toBe(target)
  expect((await shardOf(neighbour)).worker).toBe(source.worker)
  const statuses = new Set(sent.map(({ status }) => status))
  expect([201, 503]).toEqual(expect.arrayContaining([...statuses]))

  // A till sends a sale again after a 503.
  for (const one of sent.filter(({ status }) => status === 503)) {
    expect(one.retry_after, 'Retry-After').toBeDefined()
    expect([200, 201]).toContain((await one.send()).status)
  }
  for (const company of companies) {
    const own = sent.filter((one) => one.company === company)
    expect(await countsOf(company)).toEqual(new Map(own.map((one) => [one.body.external_id, 1])))
  }
  // Each balance is the sum of its records, too.
  expect((await audit(database, world.now())).differences).toEqual([])
  const failures = sent.filter(({ company, status }) => company === neighbour && status >= 500)
  expect(failures.length, 'errors of the company that stays').toBe(0)
  expect(await move('cafe', target)).toBe(`cafe is on the worker ${target} already.\n`)
})

test('a move to an unknown worker, or of an unknown company, changes nothing [D19]', async () => {
  const before = await shardOf(world.posto)
  await expect(move('posto', '127.0.0.1:1')).rejects.toThrow(
    'The cluster has no worker 127.0.0.1:1',
  )
  await expect(move('nobody', before.worker)).rejects.toThrow(
    'There is no company nobody: apply its folder first.',
  )
  expect(await shardOf(world.posto)).toEqual(before)
})
