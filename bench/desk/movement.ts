/**
 * `npm run movement-bench` fills an embedded PostgreSQL with a company of 1,000,000 customers, 200 shops and 20,000,000 records, or as
 * many as `--records` says. It measures the building of the indexes of database/schema/47_movement.sql and their size. Then it
 * measures a page of movements for each filter: the first call, and the median and the worst of 50. Goal of a page: 100 ms.
 */

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import pg from 'pg'

import { movementChoices, movementPage } from '#api/movement/movements.ts'
import { MovementPage } from '#contract/console/movement.ts'
import { startEmbedded } from '#database/embedded/embedded.ts'
import { migrate } from '#database/migrate.ts'
import { inSchema, openPool, timeLimits } from '#database/sql.ts'

import { scriptOptions } from '../../scripts/command-line.ts'

const options = await scriptOptions('movement-bench', 'Measures the list of movements', {
  records: { type: 'string', default: '20000000', description: 'Records of the company' },
})

const records = Number(options.records)
const customers = records / 20
const calls = 50
const goal_ms = 100
const company_id = '018f0000-0000-7000-8000-000000000001'
/** The customer of number 170: the end of an id is the customer's number. */
const customer_id = '018f0000-0000-7000-8000-0000000000aa'
const key_id = '018f0000-0000-7000-8000-0000000000bb'
const now = new Date()
const year = 365 * 86_400_000

/** The keys of a sale are left out while the table is filled: they are none of the list's. */
const withoutKeys = [
  'alter table points_record drop constraint points_record_company_id_customer_id_sequence_key cascade',
  'alter table points_record drop constraint points_record_company_id_reverses_id_fkey',
  'alter table points_record drop constraint points_record_company_id_customer_id_fkey',
  'drop index points_record_external, points_record_reversals, points_record_given_back',
  'drop index points_record_shop, points_record_kind',
]

/**
 * Three years of records: 94 % sales in shops of unequal size, 3 % uses of points, 2 % vouchers, and 1 adjustment of 1,000. The id of
 * a record begins with its instant, as in a ledger that grows. One key has made the oldest record alone.
 */
const fill = `
  insert into points_record (company_id, id, customer_id, sequence, type_id, origin, subsidiary_name, purchase_value, partner_key_id,
                             amount, value, calculation, balance_amount, balance_value, created_at, hash)
  select '${company_id}', uuidv7(moment.at - now()),
         overlay('${company_id}' placing lpad(to_hex(n % ${customers}), 12, '0') from 25)::uuid,
         1 + n / ${customers},
         case when is_sale or n % 1000 = 999 then 'GNR' else 'CNS' end,
         case when is_sale then 'api:/points/generate' when n % 1000 = 999 then 'adjustment'
              when n % 100 >= 98 then 'voucher' else 'api:/points/intention' end,
         case when n % 100 < 98 then 'Loja ' || floor(200 * power(random(), 2)) end,
         case when is_sale then 10000 end,
         case when n = 0 then '${key_id}'::uuid end,
         case when is_sale or n % 1000 = 999 then 100 else -100 end, 0, '{"rule": "Compra"}', 0, 0, moment.at, sha256('')
    from generate_series(0::bigint, ${records - 1}) n
   cross join lateral (
         select now() - interval '3 years' + n * (interval '3 years' / ${records}) as at, n % 100 < 95 as is_sale) moment`

const keys = [
  'alter table points_record add unique (company_id, customer_id, sequence)',
  'create index points_record_reversals on points_record (company_id, reverses_id) where reverses_id is not null',
]

const day = (ago: number) => new Date(now.getTime() - ago).toISOString().slice(0, 10)
const pages: Record<string, object> = {
  'no filter': {},
  sales: { kind: 'sale' },
  adjustments: { kind: 'adjustment' },
  'large shop': { shop: 'Loja 0' },
  'small shop': { shop: 'Loja 199' },
  'a day of last year': { from: day(year), to: day(year) },
  'a shop, a day of last year': { shop: 'Loja 7', from: day(year), to: day(year) },
  'a customer': { customer_id },
  'a shop’s adjustments': { shop: 'Loja 7', kind: 'adjustment' },
  'a key without records': { key_id },
}

const folder = await mkdtemp(join(tmpdir(), 'fiel-movement-'))
const server = await startEmbedded(folder)
try {
  await migrate({ ownerUrl: server.url, runtimeUrl: server.runtimeUrl })
  await fillLedger(server.url)
  const database = openPool(server.runtimeUrl, 1, { ...timeLimits })
  await measure('choices of the filters', () => movementChoices(database, company_id))
  let worst_ms = 0
  for (const [name, query] of Object.entries(pages)) {
    const wanted = MovementPage.parse(query)
    const worst = await measure(name, () => movementPage(database, company_id, wanted))
    worst_ms = Math.max(worst_ms, worst)
  }
  await database.end()
  console.log(`the slowest page took ${ms(worst_ms)}; the goal is ${goal_ms} ms`)
  if (worst_ms > goal_ms) process.exitCode = 1
} finally {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}

async function fillLedger(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, ...inSchema })
  await client.connect()
  // The server stops while this connection is open if a statement fails.
  client.on('error', () => undefined)
  await client.query(`set maintenance_work_mem = '512MB'`)
  await client.query('set synchronous_commit = off')
  await client.query(
    `insert into company (company_id, slug, file, images, maintenance, time_zone, points_per_real, created_at, applied_at)
     values ('${company_id}', 'carga', '{}', '{}', false, 'America/Sao_Paulo', 100, now(), now())`,
  )
  const { rows: made } = await client.query<{ indexdef: string }>(
    `select indexdef from pg_indexes where indexname in ('points_record_shop', 'points_record_kind') order by indexname`,
  )
  for (const statement of withoutKeys) await client.query(statement)
  await timed(`${records.toLocaleString('en')} records`, () => client.query(fill))
  for (const statement of keys) await client.query(statement)
  await client.query('vacuum analyze points_record')
  for (const { indexdef } of made) {
    await timed(indexdef.slice(0, 40), () => client.query(indexdef))
  }
  const { rows: sizes } = await client.query<{ name: string; bytes: string }>(
    `select indexrelname as name, pg_relation_size(indexrelid) / ${records}.0 as bytes
       from pg_stat_user_indexes where relname = 'points_record' order by 1`,
  )
  for (const { name, bytes } of sizes) {
    console.log(`${name.padEnd(50)} ${Number(bytes).toFixed(1)} bytes a record`)
  }
  await client.end()
}

async function timed(name: string, work: () => Promise<unknown>): Promise<void> {
  const began = performance.now()
  await work()
  console.log(`${name.padEnd(50)} ${ms(performance.now() - began)}`)
}

/** Returns the worst time. */
async function measure(name: string, work: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let call = 0; call < calls; call += 1) {
    const began = performance.now()
    await work()
    times.push(performance.now() - began)
  }
  const [first] = times
  times.sort((one, other) => one - other)
  const worst = times.at(-1)!
  console.log(
    `${name.padEnd(32)} first ${ms(first)}  median ${ms(times[calls / 2])}  worst ${ms(worst)}`,
  )
  return worst
}

function ms(time: number | undefined): string {
  return `${(time ?? 0).toFixed(1)} ms`.padStart(12)
}
