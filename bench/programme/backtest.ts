/**
 * `npm run backtest-bench` measures the backtest of a draft (D18) over a generated history: a million purchases by default,
 * `--purchases N` for another number. The draft doubles the rate. It reads the pages through the verb, as the console does, with
 * two connections.
 *
 * The anchor is a statement that was not written for it: PostgreSQL's own sum of purchases and points by customer over the same
 * rows of the same 12 months. The two are run one after the other, `--rounds N` times, and medians are printed. On a machine with
 * other work the ratio is what counts. Exit code 1 if the goal of 30 s is missed.
 */

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import pg from 'pg'

import type { StaffCall } from '#api/audit/note.ts'
import { backtestDraft } from '#api/programme/backtest.ts'
import { oneSecret } from '#api/secret/server-secret.ts'
import { withDatabaseName } from '#api/testing/worlds/database-url.ts'
import { addBacktests, type BacktestPage } from '#contract/programme/backtest.ts'
import { runtimeUrl, startEmbedded } from '#database/embedded/embedded.ts'
import { migrate } from '#database/migrate.ts'
import { openPool, row, rows, sql } from '#database/sql.ts'

import { scriptOptions } from '../../scripts/command-line.ts'
import { fill } from '../fill.ts'

const goal_s = 30
/** The revision of the draft. */
const revision = 1
/** Three of a customer's four records are purchases (timeline.ts), so each customer has 15 of them. */
const recordsOfCustomer = 20

const values = await scriptOptions('backtest-bench', 'Measures the backtest of a draft', {
  purchases: { type: 'string', default: '1000000', description: 'Purchases of the history' },
  rounds: { type: 'string', default: '3', description: 'Measurements of each statement' },
})
const purchases = Number(values.purchases)
const records = Math.ceil((purchases * 4) / 3)

const folder = await mkdtemp(join(tmpdir(), 'fiel-backtest-'))
const server = await startEmbedded(folder)
try {
  const url = await newDatabase()
  const pool = openPool(runtimeUrl(url), 2)
  const caller = await editor(url)
  const times = { backtest: [] as number[], anchor: [] as number[] }
  for (let round = 0; round < Number(values.rounds); round += 1) {
    times.backtest.push(await timed(() => replay(pool, caller, round === 0)))
    times.anchor.push(await timed(() => anchor(url, caller)))
  }
  const [backtest_s, anchor_s] = [median(times.backtest), median(times.anchor)]
  const verdict = backtest_s <= goal_s ? '' : ` (MISSED, goal: ${goal_s} s)`
  console.log(
    `backtest  ${backtest_s.toFixed(1)} s${verdict}, each round: ${seconds(times.backtest)}`,
  )
  console.log(`anchor    ${anchor_s.toFixed(1)} s, each round: ${seconds(times.anchor)}`)
  console.log(`ratio     ${(backtest_s / anchor_s).toFixed(1)}`)
  if (backtest_s > goal_s) process.exitCode = 1
  await pool.end()
} finally {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}

async function newDatabase(): Promise<string> {
  const administrator = new pg.Client({ connectionString: server.url })
  await administrator.connect()
  await administrator.query('create database bench_backtest')
  await administrator.end()
  const url = withDatabaseName(server.url, 'bench_backtest')
  await migrate({ ownerUrl: url, runtimeUrl: runtimeUrl(url) })
  const size = { customers: Math.ceil(records / recordsOfCustomer), records, companies: 1 }
  await fill(url, oneSecret(Buffer.alloc(32)), size, (line) => console.log(line))
  return url
}

/** A staff member whose draft doubles the rate. The version in force is dated before the history. */
async function editor(url: string): Promise<StaffCall> {
  const owner = openPool(url, 1)
  await rows(owner, sql`update programme_version set published_at = now() - interval '3 years'`)
  const staff = await row<{ company_id: string; id: string }>(
    owner,
    sql`insert into staff (company_id, email, name, role, created_at)
        select company_id, 'bench@carga.example', 'Bench', 'owner', now() from company
        returning company_id, id`,
  )
  const { company_id, id } = staff!
  await rows(
    owner,
    sql`insert into programme_draft (company_id, staff_id, document, base_version, revision, updated_at)
        select company_id, ${id}, jsonb_set(document, '{calculation_rules,0,rate}', '2'), version, ${revision}, now()
          from programme_version`,
  )
  await owner.end()
  return {
    company_id,
    staff: { id, email: 'bench@carga.example', name: 'Bench', role: 'owner', shops: [] },
    token_hash: Buffer.alloc(32),
    factor_at: null,
    is_blocked: false,
    action: 'programme.edit',
    address: '127.0.0.1',
    now: new Date(),
  }
}

/** Every page, as the console reads them. Prints the proof and the result of the first round. */
async function replay(pool: pg.Pool, caller: StaffCall, isPrinted: boolean): Promise<void> {
  const pages: BacktestPage[] = []
  for (let from: { after?: string; until?: string } = {}; ;) {
    const found = await backtestDraft(pool, { revision, ...from }, caller)
    pages.push(found)
    if (found.next === null) break
    from = { after: found.next, until: found.until }
  }
  if (!isPrinted) return
  const { customers, purchases: count, exact, by_record, before, after } = addBacktests(pages)
  const figures = {
    customers,
    purchases: count,
    exact,
    by_record,
    before,
    after,
    pages: pages.length,
  }
  console.log(JSON.stringify(figures))
}

async function anchor(url: string, { company_id }: StaffCall): Promise<void> {
  const client = new pg.Client({ connectionString: url, options: '-c search_path=fiel' })
  await client.connect()
  await client.query('set max_parallel_workers_per_gather = 0')
  await client.query(
    `select sum(purchases), sum(points)
       from (select customer_id, count(*) as purchases, sum(amount) as points
               from points_record
              where company_id = $1
                and type_id = 'GNR'
                and created_at >= now() - interval '12 months'
              group by customer_id) customer`,
    [company_id],
  )
  await client.end()
}

async function timed(work: () => Promise<void>): Promise<number> {
  const began = performance.now()
  await work()
  return (performance.now() - began) / 1000
}

function median(figures: number[]): number {
  return figures.toSorted((one, other) => one - other)[Math.floor(figures.length / 2)]!
}

function seconds(figures: number[]): string {
  return figures.map((one) => `${one.toFixed(1)} s`).join(', ')
}
