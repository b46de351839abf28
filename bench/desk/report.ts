/**
 * `npm run report-bench` fills an embedded PostgreSQL with a company of 100,000 customers, 50 shops and 1,000,000 purchases in three
 * years. It measures a rebuild of the reports, and the closings of the last month and of the month three months ago. Then it measures
 * each report: the first call, and the median and the worst of 50. Goal of a report: 100 ms.
 */

import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'

import pg from 'pg'

import { closingFigures } from '#api/report/close-month.ts'
import { rebuildReports } from '#api/report/fold.ts'
import { liability } from '#api/report/liability.ts'
import { itemReport, report, shopReport } from '#api/report/report.ts'
import { addDays, maxReportDays } from '#contract/console/report.ts'
import { startEmbedded } from '#database/embedded/embedded.ts'
import { migrate } from '#database/migrate.ts'
import { inSchema, openPool, snapshot, timeLimits } from '#database/sql.ts'
import { dataParent } from '#database/testing/data-parent.ts'

import { scriptOptions } from '../../scripts/command-line.ts'

await scriptOptions('report-bench', 'Measures the reports of a company', {})

const customers = 100_000
const purchases = 1_000_000
const shops = 50
const calls = 50
const goal_ms = 100
const company_id = '018f0000-0000-7000-8000-000000000001'
const now = new Date()

/** Purchases of 100 points, each with its lot. The id of a record begins with its instant, as in a ledger that grows. */
const fill = [
  `insert into company (company_id, slug, file, images, maintenance, time_zone, points_per_real, created_at, applied_at)
   values ('${company_id}', 'carga', '{}', '{}', false, 'America/Sao_Paulo', 100, now(), now())`,
  `insert into staff (company_id, id, email, name, role, created_at)
   values ('${company_id}', '${company_id}', 'ana@exemplo.com.br', 'Ana Prado', 'owner', now())`,
  `insert into customer (company_id, name, document, email, login_type, created_at)
   select '${company_id}', 'Cliente ' || n, lpad(n::text, 11, '0'), n || '@exemplo.com.br', 'EMAIL', now() - interval '3 years'
     from generate_series(1, ${customers}) n`,
  `create temp table person as
   select id, (row_number() over (order by id) - 1)::integer as place from customer where company_id = '${company_id}'`,
  `create temp table purchase as
   select uuidv7(moment.at - now()) as id, person.id as customer_id, 1 + n / ${customers} as sequence,
          'Loja ' || (n % ${shops}) as shop, moment.at
     from generate_series(0, ${purchases - 1}) n
     join person on person.place = n % ${customers}
    cross join lateral (
          select now() - interval '3 years' + n * (interval '3 years' / ${purchases}) - interval '1 hour' as at) moment`,
  `insert into points_record (company_id, id, customer_id, sequence, type_id, origin, subsidiary_name, purchase_value, amount,
                              value, calculation, expires_on, balance_amount, balance_value, created_at, hash)
   select '${company_id}', id, customer_id, sequence, 'GNR', 'api:/points/generate', shop, 10000, 100, 100,
          '{"rule_id": "018f0000-0000-7000-8000-00000000000a"}', (at + interval '1 year')::date, 0, 0, at, sha256('')
     from purchase`,
  `insert into lot (company_id, id, customer_id, amount, value, remaining_amount, remaining_value, expires_at, created_at)
   select '${company_id}', id, customer_id, 100, 100, 100, 100,
          ((at + interval '1 year')::date + 1)::timestamp at time zone 'America/Sao_Paulo', at
     from purchase`,
  `insert into balance (company_id, customer_id, sequence, moved_at)
   select '${company_id}', customer_id, max(sequence), max(at) from purchase group by customer_id`,
  'vacuum analyze',
]

const folder = await mkdtemp(join(dataParent(), 'fiel-report-'))
const server = await startEmbedded(folder)
try {
  await migrate({ ownerUrl: server.url, runtimeUrl: server.runtimeUrl })
  await fillLedger(server.url)
  const database = openPool(server.runtimeUrl, 4, { ...timeLimits })
  await timed('rebuild', () => rebuildReports(database, company_id, now))
  for (const months of [1, 3]) await measureClosing(database, months)
  const worst_ms = Math.max(...(await measureReports(database)))
  await database.end()
  console.log(`the slowest call took ${ms(worst_ms)}; the goal is ${goal_ms} ms`)
  if (worst_ms > goal_ms) process.exitCode = 1
} finally {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}

/** Closes the month that ended `months - 1` months ago, with the time limits of a node: no statement may take 15 s. */
async function measureClosing(database: pg.Pool, months: number): Promise<void> {
  const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1))
  const month = first.toISOString().slice(0, 10)
  await timed(`closing, ${months} months back`, async () => {
    const { lines, ledger } = (await snapshot(database, (reader) =>
      closingFigures(reader, company_id, month),
    ))!
    const { rows: closed } = await database.query<{ error: string | null }>(
      'select close_month($1, $2, $1, $3, $4, $5) as error',
      [company_id, month, now, lines, ledger],
    )
    if (closed[0]!.error) throw new Error(closed[0]!.error)
  })
}

async function measureReports(database: pg.Pool): Promise<number[]> {
  const to = now.toISOString().slice(0, 10)
  const worst: number[] = []
  for (const days of [30, 365, maxReportDays]) {
    const period = { from: addDays(to, 1 - days), to }
    const shop = { ...period, shop: 'Loja 1' }
    worst.push(
      await measure(`programme, ${days} days`, () => report(database, company_id, period)),
      await measure(`one shop, ${days} days`, () => report(database, company_id, shop)),
      await measure(`shops, ${days} days`, () => shopReport(database, company_id, period)),
      await measure(`items, ${days} days`, () => itemReport(database, company_id, period)),
    )
  }
  worst.push(await measure('liability', () => liability(database, company_id, now)))
  return worst
}

async function measure(title: string, read: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let call = 0; call < calls; call += 1) {
    const began = performance.now()
    await read()
    times.push(performance.now() - began)
  }
  const [first] = times
  times.sort((one, other) => one - other)
  console.log(
    `${title.padEnd(32)} first ${ms(first)}  median ${ms(times[calls / 2])}  worst ${ms(times.at(-1))}`,
  )
  return times.at(-1)!
}

async function timed(title: string, run: () => Promise<unknown>): Promise<void> {
  const began = performance.now()
  await run()
  console.log(`${title}: ${((performance.now() - began) / 1_000).toFixed(1)} s`)
}

async function fillLedger(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, ...inSchema })
  await client.connect()
  try {
    await timed(`${purchases.toLocaleString('en')} purchases`, async () => {
      for (const statement of fill) await client.query(statement)
    })
  } finally {
    await client.end()
  }
}

function ms(time: number | undefined): string {
  return `${(time ?? 0).toFixed(1)} ms`.padStart(9)
}
