/** A connection keeps plans made while the tables were small. These plans must stay fast after the company has grown. */

import pg from 'pg'
import { expect, test } from 'vitest'

import { levelWorld } from '#api/testing/worlds/level-world.ts'
import { createWorld } from '#api/testing/worlds/world.ts'
import { inSchema, rows, sql } from '#database/sql.ts'

const world = await createWorld()
const { database } = world
const now = world.now()
const { lookback, renovation } = levelWorld(world)
const people = 200
const rounds = 5
/** Rows of points_record read per sale. */
const maxRows = 10

test.each([
  ['LOOKBACK', () => lookback(365)],
  ['RENOVATION', () => renovation(12)],
] as const)(
  'computing a sale’s level reads under 10 records by a plan made for an empty company (%s) [D6]',
  async (_, company) => {
    const shop = await company()
    await rows(
      database,
      sql`with made as (
            insert into customer (company_id, login_type, created_at)
            select ${shop.id}, 'PRE', ${now} from generate_series(1, ${people})
            returning company_id, id)
          insert into balance (company_id, customer_id) select company_id, id from made`,
    )
    const connection = new pg.Client({ connectionString: world.ownerUrl, ...inSchema })
    await connection.connect()
    /** The counters continue across transactions of a connection until PostgreSQL publishes them, so compare differences. */
    const rowsRead = async () => {
      const { rows: found } = await connection.query<{ rows_read: string }>(
        `select seq_tup_read + coalesce(idx_tup_fetch, 0) as rows_read
           from pg_stat_xact_user_tables
          where relname = 'points_record'`,
      )
      return Number(found[0]?.rows_read ?? 0)
    }
    const read: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      await connection.query('begin')
      const before = await rowsRead()
      await connection.query(
        sql`select outcome.*
              from (select jsonb_agg(jsonb_build_object(
                             'verb', 'grant', 'caller_id', customer_id, 'amount', 10, 'origin', 'promotion')) as commands
                      from balance where company_id = ${shop.id}) batch
             cross join apply(${shop.id}, batch.commands, ${now}) outcome`,
      )
      await connection.query(
        sql`select level_multiplier(company_id, customer_id, ${now}), settle_level(company_id, customer_id, 0, ${now})
              from balance where company_id = ${shop.id}`,
      )
      read.push(((await rowsRead()) - before) / people)
      await connection.query('commit')
    }
    await connection.end()
    // The reads of grant, multiplier and settlement. A scan of the company's records would read hundreds.
    expect(Math.max(...read.slice(1))).toBeLessThan(maxRows)
  },
)
