/** Level statements of a sale, a customer and the job read only that customer's rows, according to PostgreSQL's counters. */

import pg from 'pg'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'

import { levelWorld } from '#api/testing/worlds/level-world.ts'
import { createWorld } from '#api/testing/worlds/world.ts'
import { inSchema, row, rows, sql, type Statement } from '#database/sql.ts'

const world = await createWorld()
const { database } = world
const now = world.now()
const later = new Date('2030-01-01T12:00:00Z')
const { lookback, renovation, climber } = levelWorld(world)
const systems = ['LOOKBACK', 'RENOVATION'] as const
const climbers = {
  LOOKBACK: await climber(await lookback(365)),
  RENOVATION: await climber(await renovation(1)),
}
const customers = 2_000
/** Rows read by seven statements for one customer. A scan of all customers would read several thousand. */
const maxRows = 1_000

const statements: Record<string, (company_id: string, customer_id: string) => Statement> = {
  'settling an unchanged level': (company_id, customer_id) =>
    sql`select settle_level(${company_id}, ${customer_id}, 0, ${now})`,
  'computing a sale’s level': (company_id, customer_id) =>
    sql`with granted as materialized (
          select apply(${company_id}, jsonb_build_array(jsonb_build_object(
                   'verb', 'grant', 'caller_id', ${customer_id}::uuid, 'amount', 1, 'origin', 'promotion')), ${now}) as outcome)
        select level_multiplier(${company_id}, ${customer_id}, ${now}), settle_level(${company_id}, ${customer_id}, 0, ${now})
          from granted`,
  'settling a level that time has changed': (company_id, customer_id) =>
    sql`select level_multiplier(${company_id}, ${customer_id}, ${later}), settle_level(${company_id}, ${customer_id}, 0, ${later})`,
  'reading a customer’s level facts': (company_id, customer_id) =>
    sql`select customer_levels(${company_id}, ${customer_id}, ${now})`,
}
const cases = Object.keys(statements).flatMap((name) =>
  systems.map((system) => [name, system] as const),
)

/** Gives a company customers with records and levels. No time limit: a busy machine needs more than the pool's 17 s. */
async function fill(system: (typeof systems)[number]): Promise<void> {
  const { id } = climbers[system].shop
  const owner = new pg.Client({ connectionString: world.ownerUrl, ...inSchema })
  await owner.connect()
  await owner.query(
    sql`with made as (
          insert into customer (company_id, login_type, created_at)
          select ${id}, 'PRE', ${now} from generate_series(1, ${customers})
          returning company_id, id),
        balances as (
          insert into balance (company_id, customer_id) select company_id, id from made)
        select 1`,
  )
  await owner.query(
    sql`select outcome.n
          from (select jsonb_agg(jsonb_build_object(
                         'verb', 'grant', 'caller_id', customer_id, 'amount', 600, 'origin', 'promotion')) as commands
                  from (select customer_id, turn, row_number() over (partition by turn order by customer_id) as place
                          from balance, generate_series(1, 2) turn
                         where company_id = ${id}) numbered
                 group by turn, place / 100) batch
         cross join apply(${id}, batch.commands, ${now}) outcome`,
  )
  await owner.query(
    sql`select settle_level(company_id, customer_id, 0, ${now}) from balance where company_id = ${id}`,
  )
  await owner.end()
}

/** The growing tables with more than `maxRows` rows read. The work is rolled back. */
async function readBy(
  connection: pg.Client,
  name: string,
  system: (typeof systems)[number],
): Promise<object[]> {
  const { shop, id } = climbers[system]
  await connection.query('begin')
  // PostgreSQL may switch to a generic plan from the sixth execution on, so run each statement seven times.
  for (let time = 0; time < 7; time += 1) await connection.query(statements[name]!(shop.id, id))
  const { rows: tables } = await connection.query<object>(
    `select relname as name, seq_tup_read + coalesce(idx_tup_fetch, 0) as rows_read
       from pg_stat_xact_user_tables
      where relname in ('balance', 'customer', 'customer_level', 'level_change', 'lot', 'points_record')
        and seq_tup_read + coalesce(idx_tup_fetch, 0) > ${maxRows}`,
  )
  await connection.query('rollback')
  return tables
}

/** On a new connection, which makes its own first plans. */
async function expectFewRows(...[name, system]: (typeof cases)[number]): Promise<void> {
  const fresh = new pg.Client({ connectionString: world.ownerUrl, ...inSchema })
  await fresh.connect()
  onTestFinished(() => fresh.end())
  expect(await readBy(fresh, name, system)).toEqual([])
}

describe('for a company that filled up after ANALYZE', () => {
  beforeAll(async () => {
    await fill('LOOKBACK')
    await rows(database, sql`analyze`)
    await fill('RENOVATION')
  }, 60_000)

  test.each(cases)(
    '%s reads at most 1,000 rows of each table in seven runs (%s) [D6]',
    expectFewRows,
  )
})

describe('after ANALYZE', () => {
  beforeAll(() => rows(database, sql`analyze`))

  test.each(cases)(
    '%s reads at most 1,000 rows of each table in seven runs (%s) [D6]',
    expectFewRows,
  )
})

test('the query for the customers who are due uses the index customer_level_due [D6]', async () => {
  await rows(database, sql`analyze customer_level`)
  const plan = await row<{ 'QUERY PLAN': object }>(
    database,
    sql`explain (format json)
        select customer_id, due_at
          from customer_level
         where company_id = ${climbers.LOOKBACK.shop.id}
           and due_at <= ${now}
           and (due_at, customer_id) > ('-infinity', '00000000-0000-0000-0000-000000000000')
         order by due_at, customer_id
         limit 500`,
  )
  expect(JSON.stringify(plan)).toContain('"Index Name":"customer_level_due"')
})
