import pg from 'pg'
import { expect, test } from 'vitest'

import { createWorld, sale } from '#api/testing/worlds/world.ts'
import { verifyDistribution } from '#database/runtime-role.ts'
import { isDistributed, noteDistributed, openPool } from '#database/sql.ts'

import { distribute } from './distribute.ts'
import { rewriteSqlFunctions } from './functions.ts'

const world = await createWorld()
const { database, url: runtimeUrl, ownerUrl } = world

test('distribute refuses a database without the extension citus, and changes nothing [D19]', async () => {
  await expect(distribute({ ownerUrl, runtimeUrl })).rejects.toThrow(
    'The database has no extension citus: create it on every server first.',
  )
  const { rows } = await database.query('select from foreign_key_aside')
  expect(rows).toEqual([])
})

test('a database whose foreign keys are set aside is refused: its distribution is not complete [D19]', async () => {
  expect(await verifyDistribution(database)).toBe(false)
  const owner = new pg.Client({ connectionString: ownerUrl, options: '-c search_path=fiel' })
  await owner.connect()
  await owner.query("insert into foreign_key_aside values ('lot', 'lot_record', '')")
  await expect(verifyDistribution(database)).rejects.toThrow('its distribution is not complete')
  await owner.query('delete from foreign_key_aside')
  await owner.end()
})

test('a connection that was opened before its pool was marked as distributed is distributed too [D19]', async () => {
  const pool = openPool(runtimeUrl, 1)
  await pool.query('select 1')
  noteDistributed(pool)
  const connection = await pool.connect()
  expect(isDistributed(connection)).toBe(true)
  connection.release()
  await pool.end()
})

test('functions rewritten from SQL to PL/pgSQL for Citus answer as before [D19]', async () => {
  const { cafe, confirmed, generate, call } = world
  const customer = await confirmed(cafe, 100)
  const shown = async () =>
    Promise.all(
      (['GET /customer', 'GET /customer/balance', 'GET /customer/session'] as const).map(
        async (key) => (await call(key, { headers: customer.headers })).body,
      ),
    )
  const before = await shown()
  const client = new pg.Client({ connectionString: ownerUrl, options: '-c search_path=fiel' })
  await client.connect()
  const rewritten = await rewriteSqlFunctions(client)
  await client.end()
  expect(rewritten).toBeGreaterThan(30)
  expect(await shown()).toEqual(before)
  expect((await generate(cafe, sale(customer.document))).status).toBe(201)
  const { rows } = await database.query(
    `select proname from pg_proc join pg_language on pg_language.oid = prolang
      where pronamespace = 'fiel'::regnamespace and lanname = 'sql' and proname in ('session_of', 'person_of')`,
  )
  expect(rows).toEqual([])
})
