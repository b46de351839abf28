/** What a sale, a customer and the job ask of levels finds its rows by a key, among many, by PostgreSQL's own counters. */

import pg from 'pg'
import { beforeAll, expect, test } from 'vitest'

import { row, rows, sql, type Statement } from '#api/database/sql.ts'
import { levelWorld } from '#api/testing/level-world.ts'
import { createWorld } from '#api/testing/world.ts'

const world = await createWorld()
const { database } = world
const now = world.now()
const { lookback, renovation } = levelWorld(world)
const shops = { LOOKBACK: await lookback(365), RENOVATION: await renovation(1) }
const people = { LOOKBACK: '', RENOVATION: '' }
const customers = 2_000

/** Nothing is analysed: a connection may plan before the server has looked. */
beforeAll(async () => {
  for (const system of ['LOOKBACK', 'RENOVATION'] as const) {
    const { id } = shops[system]
    await rows(
      database,
      sql`with made as (
            insert into customer (company_id, login_type, created_at)
            select ${id}, 'PRE', ${now} from generate_series(1, ${customers})
            returning company_id, id),
          kept as (
            insert into balance (company_id, customer_id) select company_id, id from made)
          select 1`,
    )
    await rows(
      database,
      sql`select grant_points(company_id, customer_id, 600, 'promotion', null, '{}', null, ${now})
            from balance, generate_series(1, 2)
           where company_id = ${id}`,
    )
    await rows(
      database,
      sql`select settle_level(company_id, customer_id, ${now}) from balance where company_id = ${id}`,
    )
    people[system] = (await row<{ id: string }>(
      database,
      sql`select customer_id as id from balance where company_id = ${id} limit 1`,
    ))!.id
  }
}, 60_000)

/** The growing tables that were read from end to end. On a connection of its own, whose plans are its first and then kept. */
async function scanned(statement: () => Statement): Promise<string[]> {
  const connection = new pg.Client({ connectionString: world.url })
  await connection.connect()
  try {
    await connection.query('begin')
    // Six times: PostgreSQL keeps a plan for any values from the sixth on.
    for (let time = 0; time < 7; time += 1) await connection.query(statement())
    const { rows: tables } = await connection.query<{ name: string }>(
      `select relname as name
         from pg_stat_xact_user_tables
        where seq_scan > 0
          and relname in ('balance', 'customer', 'customer_level', 'level_change', 'points_record')`,
    )
    return tables.map(({ name }) => name)
  } finally {
    await connection.end()
  }
}

const later = new Date('2030-01-01T12:00:00Z')
const asked: Record<string, (company_id: string, customer_id: string) => Statement> = {
  'a level that nothing has changed': (company_id, customer_id) =>
    sql`select settle_level(${company_id}, ${customer_id}, ${now})`,
  'a sale’s level': (company_id, customer_id) =>
    sql`with given as materialized (
          select grant_points(${company_id}, ${customer_id}, 1, 'promotion', null, '{}', null, ${now}) as outcome)
        select level_multiplier(${company_id}, ${customer_id}, ${now}), settle_level(${company_id}, ${customer_id}, ${now})
          from given`,
  'a level that time has changed': (company_id, customer_id) =>
    sql`select level_multiplier(${company_id}, ${customer_id}, ${later}), settle_level(${company_id}, ${customer_id}, ${later})`,
  'what a customer sees': (company_id, customer_id) =>
    sql`select customer_levels(${company_id}, ${customer_id}, ${now}, false)`,
  'who is due': (company_id) =>
    sql`select customer_id, due_at
          from customer_level
         where company_id = ${company_id}
           and due_at <= ${now}
           and (due_at, customer_id) > ('-infinity', '00000000-0000-0000-0000-000000000000')
         order by due_at, customer_id
         limit 500`,
}

test.each(
  Object.keys(asked).flatMap((name) =>
    (['LOOKBACK', 'RENOVATION'] as const).map((system) => [name, system] as const),
  ),
)('D6 %s is found by keys, in %s', async (name, system) => {
  const statement = () => asked[name]!(shops[system].id, people[system])
  expect(await scanned(statement)).toEqual([])
  // And so once the server knows what is in them.
  await rows(database, sql`analyze`)
  expect(await scanned(statement)).toEqual([])
})
