/** The views for BI tools (D18), read by a role that has the rights of docs/operating-guide.md and no others. */

import pg from 'pg'
import { afterAll, expect, test } from 'vitest'

import { createWorld, sale } from '#api/testing/worlds/world.ts'
import { rows, sql } from '#database/sql.ts'

import { blockOf } from '../../docs/blocks.ts'
import { foldReports } from './fold.ts'

const world = await createWorld()
const { cafe, database } = world
const role = `bi_${cafe.id.replaceAll('-', '')}`

/** The statements of the guide, with a role of this test. */
const run = (block: string) => database.query(block.replaceAll(/\b(to|role) bi\b/g, `$1 ${role}`))
await run(blockOf('docs/operating-guide.md: create role bi'))
const tool = new pg.Client({ connectionString: world.ownerUrl })
await tool.connect()
await tool.query(`set role ${role}`)
afterAll(async () => {
  await tool.end()
  await database.query(`drop owned by ${role}`)
  await database.query(`drop role ${role}`)
})

test('the role of a BI tool reads the views, and neither tables nor writes [D18]', async () => {
  await world.generate(cafe, sale((await world.registered(cafe)).document))
  await foldReports(database, world.now(), undefined, {
    only: cafe.id,
    before: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
  })
  const { rows: daily } = await tool.query(
    `select kind, points, centavos from report.daily where company_id = '${cafe.id}' and kind = 'earn'`,
  )
  expect(daily).toEqual([{ kind: 'earn', points: '100', centavos: '100' }])
  const { rows: active } = await tool.query(
    `select customers from report.active where company_id = '${cafe.id}' and kind = 'active_30' order by day`,
  )
  expect(active).toEqual([{ customers: '1' }, { customers: '0' }])
  await run(blockOf('docs/operating-guide.md: create schema bi_cafe'))
  await database.query(`grant usage on schema bi_cafe to ${role}`)
  await database.query(`grant select on bi_cafe.daily to ${role}`)
  const { rows: own } = await tool.query('select distinct company_id from bi_cafe.daily')
  expect(own).toEqual([{ company_id: cafe.id }])
  for (const statement of [
    'select * from fiel.customer',
    'select * from fiel.report_buyer',
    'delete from report.daily',
    'update report.closing set month = now()',
  ]) {
    await expect(tool.query(statement)).rejects.toThrow(/permission denied/)
  }
})

test('a view for one company shows no row of another to a function of the reader’s statement [D18 D2]', async () => {
  for (const company of [cafe, world.posto]) {
    await world.generate(company, sale((await world.registered(company)).document))
    await foldReports(database, world.now(), undefined, {
      only: company.id,
      before: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
    })
  }
  await tool.query('set default_transaction_read_only = off')
  // So cheap that PostgreSQL would call it before the filter of an ordinary view.
  await tool.query(`create function pg_temp.peek(company uuid) returns boolean cost 0.0000001
                    language plpgsql as $$ begin raise notice '%', company; return true; end $$`)
  const seen = new Set<string>()
  tool.on('notice', ({ message }) => seen.add(message!))
  await tool.query('select day from bi_cafe.daily where pg_temp.peek(company_id)')
  expect([...seen]).toEqual([cafe.id])
})

test('every view and column for BI tools says what it holds, and none names a person [D18 D16]', async () => {
  const columns = await rows<{ view: string; name: string; comment: string | null }>(
    database,
    sql`select pg_class.relname::text as view, attname::text as name,
               col_description(pg_class.oid, attnum) as comment
          from pg_attribute
          join pg_class on pg_class.oid = attrelid
         where relnamespace = 'report'::regnamespace and attnum > 0`,
  )
  const open = await rows(
    database,
    sql`select relname::text from pg_class
         where relnamespace = 'report'::regnamespace and relkind = 'v'
           and not coalesce('security_barrier=true' = any (reloptions), false)`,
  )
  expect(open).toEqual([])
  expect(columns.length).toBeGreaterThan(40)
  expect(columns.filter(({ comment }) => !comment)).toEqual([])
  expect(columns.filter(({ name }) => /customer_id|document|email|phone|staff/.test(name))).toEqual(
    [],
  )
  expect(columns.filter(({ name }) => name === 'company_id').length).toBe(
    new Set(columns.map(({ view }) => view)).size,
  )
})
