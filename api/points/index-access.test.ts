/** Every hot statement finds its rows by a key, among many: PostgreSQL's own counters say so, statements in functions among them. */

import { createHash, randomUUID } from 'node:crypto'

import pg from 'pg'
import { beforeAll, expect, test } from 'vitest'

import { createWorld, newCpf } from '#api/testing/world.ts'
import { inSchema, row, rows, sql, type Statement } from '#database/sql.ts'

const world = await createWorld()
const { cafe, database } = world
const now = world.now()
const customers = 3_000
const person = { id: '' }

/** Nothing is analysed: a connection may plan before the server has looked. */
beforeAll(async () => {
  await rows(
    database,
    sql`with made as (
          insert into customer (company_id, login_type, created_at)
          select ${cafe.id}, 'PRE', ${now} from generate_series(1, ${customers})
          returning company_id, id),
        kept as (
          insert into balance (company_id, customer_id) select company_id, id from made)
        select 1`,
  )
  await rows(
    database,
    sql`select grant_points(company_id, customer_id, 10, 'promotion', null, '{}', '2027-06-30', ${now})
          from balance, generate_series(1, 2)
         where company_id = ${cafe.id}`,
  )
  // Who is told of it all.
  await rows(
    database,
    sql`insert into webhook_endpoint (company_id, url, created_at) values (${cafe.id}, 'https://a.example/', ${now})`,
  )
  person.id = (await row<{ id: string }>(
    database,
    sql`select customer_id as id from balance where company_id = ${cafe.id} limit 1`,
  ))!.id
})

/** Grows with customers and sales; a company has few levels, rules and keys. */
const growing = new Set([
  'allocation',
  'balance',
  'customer',
  'hold',
  'hold_allocation',
  'lot',
  'notification',
  'points_record',
  'session',
  'webhook_delivery',
  'webhook_event',
])

/** The growing tables that were read from end to end. On a connection of its own, whose plans are its first and then kept. */
async function scanned(statement: () => Statement): Promise<string[]> {
  const connection = new pg.Client({ connectionString: world.owner_url, ...inSchema })
  await connection.connect()
  try {
    await connection.query('begin')
    // Six times: PostgreSQL keeps a plan for any values from the sixth on.
    for (let time = 0; time < 7; time += 1) await connection.query(statement())
    const { rows: tables } = await connection.query<{ name: string }>(
      'select relname as name from pg_stat_xact_user_tables where seq_scan > 0 order by 1',
    )
    return tables.map(({ name }) => name).filter((name) => growing.has(name))
  } finally {
    await connection.end()
  }
}

const till = {
  company_id: cafe.id,
  key_hash: createHash('sha256').update(cafe.key).digest('hex'),
  scope: 'points',
  address: '127.0.0.1',
}

const reversal = () =>
  JSON.stringify({ ...till, returned_value: 100, external_id: randomUUID(), fingerprint: '00' })

const asked = () =>
  JSON.stringify([
    {
      ...till,
      document: newCpf(),
      purchase_value: 10_000,
      points_value: 0,
      external_id: randomUUID(),
      subsidiary_name: 'Loja 1',
      fingerprint: '00',
    },
  ])

const hot: Record<string, () => Statement> = {
  generate: () => sql`select * from generate_points_batch(${asked()}, ${now})`,
  simulate: () => sql`select * from simulate_points_batch(${asked()}, ${now})`,
  balance: () => sql`select * from current_balance(${cafe.id}, ${person.id}, ${now})`,
  'balance when lots have left': () =>
    sql`select * from current_balance(${cafe.id}, ${person.id}, '2027-07-02')`,
  consume: () =>
    sql`select consume_points(${cafe.id}, ${person.id}, 3, 'voucher', null, null, null, null, ${randomUUID()}, ${now})`,
  'hold and capture': () =>
    sql`with held as (select ${randomUUID()}::uuid as id),
             promised as materialized (
               select id, hold_points(${cafe.id}, ${person.id}, id, 3, 'infinity', ${now}) as outcome from held)
        select capture_hold(${cafe.id}, id, 2, 'api:/points/intention', id, null, null, null, null, ${now})
          from promised
         where (outcome).refusal is null`,
  'spend and undo': () =>
    sql`with spent as materialized (
          select consume_points(${cafe.id}, ${person.id}, 3, 'voucher', null, null, null, null, null, ${now}) as outcome)
        select reverse_consumption(${cafe.id}, ((outcome).record).id, 'voucher', null, ${now}) from spent`,
  history: () =>
    sql`select * from history(${cafe.id}, ${person.id}, 2147483647, '-infinity', 20, '2027-07-02')`,
  statement: () => sql`select * from statement(${cafe.id}, ${person.id}, '2026-11-20', ${now})`,
  'claim of what is to be told': () =>
    sql`with sold as materialized (select (record).id from generate_points_batch(${asked()}, ${now}))
        select * from sold, claim_deliveries('{}', 8, 64, ${now})`,
  'return of a purchase': () =>
    sql`with sold as materialized (select (record).id from generate_points_batch(${asked()}, ${now}))
        select refusal
          from sold
         cross join lateral reverse_points_batch(
                 jsonb_build_array(${reversal()}::jsonb || jsonb_build_object('record_id', id)), ${now})`,
}

test.each(Object.keys(hot))('D4 %s reads no growing table from end to end', async (name) => {
  expect(await scanned(hot[name]!)).toEqual([])
  // And so once the server knows what is in them.
  await rows(database, sql`analyze`)
  expect(await scanned(hot[name]!)).toEqual([])
})

test('D4 the counters would tell: a search by what no index has is seen', async () => {
  expect(
    await scanned(() => sql`select 1 from lot where company_id = ${cafe.id} and value = 77`),
  ).toEqual(['lot'])
})

test('D4 a balance is read from its own row: no lot is looked at until a date has passed', async () => {
  const lots = async (at: Date) => {
    const plan = await rows<{ 'QUERY PLAN': string }>(
      database,
      sql`explain (analyze, costs off, timing off)
          select current.* from current_balance(${cafe.id}, ${person.id}, ${at}) current`,
    )
    return plan.map((line) => line['QUERY PLAN']).filter((line) => line.includes('on lot'))
  }
  expect(await lots(now)).toEqual([expect.stringContaining('(never executed)')])
  expect(await lots(new Date('2027-07-01T03:00:00Z'))).toEqual([
    expect.not.stringContaining('(never executed)'),
  ])
})
