/** Every hot statement uses an index on growing tables, according to PostgreSQL's own counters, functions included. */

import { randomUUID } from 'node:crypto'

import pg from 'pg'
import { beforeAll, expect, test } from 'vitest'

import { secretHash } from '#api/http/caller.ts'
import { createWorld, newCpf } from '#api/testing/worlds/world.ts'
import { inSchema, row, rows, sql, type Statement } from '#database/sql.ts'
import { bytes } from '#engine/command.ts'

const world = await createWorld()
const { cafe, database } = world
const now = world.now()
const customers = 3_000
const person = { id: '' }
const grant = {
  verb: 'grant',
  amount: 10,
  origin: 'promotion',
  calculation: {},
  expires_on: '2027-06-30',
}

/** Does not run ANALYZE: a connection may plan before autovacuum has collected statistics. */
beforeAll(async () => {
  await rows(
    database,
    sql`with made as (
          insert into customer (company_id, login_type, created_at)
          select ${cafe.id}, 'PRE', ${now} from generate_series(1, ${customers})
          returning company_id, id),
        balances as (
          insert into balance (company_id, customer_id) select company_id, id from made)
        select 1`,
  )
  await rows(
    database,
    sql`select apply(${cafe.id}, grants.commands, ${now})
          from (select jsonb_agg(${JSON.stringify(grant)}::jsonb || jsonb_build_object('caller_id', customer_id)) as commands
                  from balance
                 where company_id = ${cafe.id}) grants
         cross join generate_series(1, 2)`,
  )
  // A webhook endpoint, so that every movement writes an event.
  await rows(
    database,
    sql`insert into webhook_endpoint (company_id, url, created_at) values (${cafe.id}, 'https://a.example/', ${now})`,
  )
  person.id = (await row<{ id: string }>(
    database,
    sql`select customer_id as id from balance where company_id = ${cafe.id} limit 1`,
  ))!.id
})

/** Tables that grow with customers and sales. A company has few levels, rules and keys. */
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

/** The growing tables with a sequential scan. A new connection is used, so that it makes its own plans. */
async function scanned(statements: () => Statement[]): Promise<string[]> {
  const connection = new pg.Client({ connectionString: world.ownerUrl, ...inSchema })
  await connection.connect()
  try {
    await connection.query('begin')
    // PostgreSQL may switch to a generic plan from the sixth execution on, so run each statement seven times.
    for (let time = 0; time < 7; time += 1) {
      for (const statement of statements()) await execute(connection, statement)
    }
    const { rows: tables } = await connection.query<{ name: string }>(
      'select relname as name from pg_stat_xact_user_tables where seq_scan > 0 order by 1',
    )
    return tables.map(({ name }) => name).filter((name) => growing.has(name))
  } finally {
    await connection.end()
  }
}

/** Fails on an error code, because a refused command reads few rows and would prove nothing. */
async function execute(connection: pg.Client, statement: Statement): Promise<void> {
  const { rows: outcomes } = await connection.query<{ error?: string | null }>(statement)
  expect(outcomes.filter(({ error }) => error)).toEqual([])
}

const till = { key_hash: bytes(secretHash(cafe.key)), scope: 'points', address: '127.0.0.1' }
const fingerprint = bytes(Buffer.alloc(1))

const applied = (...commands: object[]) =>
  sql`select * from apply(${cafe.id}, ${JSON.stringify(commands)}, ${now})`

const earning = () => ({
  ...till,
  verb: 'earn',
  document: newCpf(),
  purchase_value: 10_000,
  points_value: 0,
  external_id: randomUUID(),
  subsidiary_name: 'Loja 1',
  subsidiary_key: 'loja 1',
  fingerprint,
})
const own = () => ({ caller_id: person.id, origin: 'voucher' })
const spend = () => ({ ...own(), verb: 'spend', amount: 2 })

/** Applies `first`, then `second` with the id of the record that `first` made. */
const inSequence = (first: object, second: object) =>
  sql`with made as materialized (
        select result ->> 'id' as record_id from apply(${cafe.id}, ${JSON.stringify([first])}, ${now}))
      select outcome.*
        from made
       cross join lateral apply(
               ${cafe.id}, jsonb_build_array(${JSON.stringify(second)}::jsonb || to_jsonb(made)), ${now}) outcome`

const hot: Record<string, () => Statement[]> = {
  generate: () => [applied(earning())],
  simulate: () => [
    sql`select * from simulate(${cafe.id}, ${JSON.stringify([{ ...earning(), verb: 'simulate' }])}, ${now})`,
  ],
  balance: () => [sql`select * from current_balance(${cafe.id}, ${person.id}, ${now})`],
  'balance when lots have left': () => [
    sql`select * from current_balance(${cafe.id}, ${person.id}, '2027-07-02')`,
  ],
  consume: () => [applied({ ...spend(), external_id: randomUUID() })],
  'hold and capture': () => {
    const holdCommand = { ...own(), hold_id: randomUUID() }
    return [
      applied({ ...holdCommand, verb: 'hold', amount: 3, expires_at: 'infinity' }),
      applied({ ...holdCommand, verb: 'finish_hold', amount: 2 }),
    ]
  },
  'spend and undo': () => [inSequence(spend(), { verb: 'undo', origin: 'voucher' })],
  history: () => [
    sql`select * from history(${cafe.id}, ${person.id}, 2147483647, '-infinity', 20, '2027-07-02')`,
  ],
  statement: () => [sql`select * from statement(${cafe.id}, ${person.id}, '2026-11-20', ${now})`],
  'claim of due webhook deliveries': () => [
    applied(earning()),
    sql`select * from claim_deliveries('{}', 8, 64, ${now})`,
  ],
  'return of a purchase': () => [
    inSequence(earning(), {
      ...till,
      verb: 'return',
      returned_value: 100,
      external_id: randomUUID(),
      fingerprint,
    }),
  ],
}

test.each(Object.keys(hot))('%s makes no sequential scan of a growing table [D4]', async (name) => {
  expect(await scanned(hot[name]!)).toEqual([])
  // Repeat the check with statistics.
  await rows(database, sql`analyze`)
  expect(await scanned(hot[name]!)).toEqual([])
})

test('the counters used by these tests detect a search without an index [D4]', async () => {
  expect(
    await scanned(() => [sql`select 1 from lot where company_id = ${cafe.id} and value = 77`]),
  ).toEqual(['lot'])
})

test.each<[name: string, counted: string, read: (at: Date) => Statement]>([
  [
    'a balance',
    'seq_scan + idx_scan',
    (at) => sql`select * from current_balance(${cafe.id}, ${person.id}, ${at})`,
  ],
  // The index tells that no lot has expired.
  [
    'a history',
    'seq_tup_read + idx_tup_fetch',
    (at) =>
      sql`select * from history(${cafe.id}, ${person.id}, 2147483647, '-infinity', 20, ${at})`,
  ],
])('%s reads no lot before a lot has expired [D4]', async (_, counted, read) => {
  const connection = new pg.Client({ connectionString: world.url, ...inSchema })
  await connection.connect()
  const lots = async (at: Date) => {
    await connection.query('begin')
    await connection.query(read(at))
    const { rows: found } = await connection.query<{ count: number }>(
      `select (${counted})::integer as count from pg_stat_xact_user_tables where relname = 'lot'`,
    )
    await connection.query('rollback')
    return found[0]!.count
  }
  expect(await lots(now)).toBe(0)
  expect(await lots(new Date('2027-07-01T03:00:00Z'))).toBeGreaterThan(0)
  await connection.end()
})

test('a claim of deliveries planned on an empty outbox later reads only the events that it claims [D4]', async () => {
  const connection = new pg.Client({ connectionString: world.ownerUrl, ...inSchema })
  await connection.connect()
  const claim = async () => {
    const claimed = await connection.query(
      sql`select event_id from claim_deliveries('{}', 8, 64, ${now})`,
    )
    return claimed.rowCount
  }
  await connection.query('begin')
  await connection.query('delete from webhook_attempt')
  await connection.query('truncate webhook_delivery, webhook_event cascade')
  expect(await claim()).toBe(0)
  await connection.query(
    sql`select add_events(${cafe.id}, array_agg(row('points.earned', '{}', ${now}::timestamptz)::event))
          from generate_series(1, ${customers})`,
  )
  const read = async () => {
    const { rows: counted } = await connection.query<{ rows: number }>(
      `select idx_tup_fetch::integer as rows from pg_stat_xact_user_tables where relname = 'webhook_event'`,
    )
    return counted[0]!.rows
  }
  const before = await read()
  expect(await claim()).toBe(8)
  expect((await read()) - before).toBe(8)
  await connection.query('rollback')
  await connection.end()
})
