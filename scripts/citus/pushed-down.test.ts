/** Each verb of the engine, and each read that is batched, is sent to the company's worker as a whole. */

import { readFileSync } from 'node:fs'

import { afterAll, expect, test } from 'vitest'

import { createWorld } from '#api/testing/worlds/world.ts'
import { noteDistributed, openPool, rows, sql } from '#database/sql.ts'

const { cafe, url, now } = await createWorld()
const pool = openPool(url, 1)
noteDistributed(pool)
const notices: string[] = []
pool.on('connect', (client) => client.on('notice', ({ message }) => notices.push(message ?? '')))
await pool.query('set client_min_messages = debug1')
afterAll(() => pool.end())

const dispatch = readFileSync(new URL('../../engine/dispatch.sql', import.meta.url), 'utf8')
const verbs = [...dispatch.matchAll(/^ {6}when '(\w+)' then/gm)].map(([, verb]) => verb!)

test('this test reads more than 15 verbs from the engine’s dispatch', () => {
  expect(verbs.length).toBeGreaterThan(15)
})

const id = '00000000-0000-0000-0000-000000000000'

test.each(verbs)('the verb %s is sent to the worker [D19]', async (verb) => {
  notices.length = 0
  const command = { verb, caller_id: id, record_id: id, intention_id: id, code: 'X', products: [] }
  await rows(
    pool,
    sql`select n, error from apply(${cafe.id}, ${JSON.stringify([command])}, ${now()})`,
  )
  expect(notices).toContain('pushing down the function call')
})

test('a balance is read on the worker [D19]', async () => {
  notices.length = 0
  await rows(pool, sql`select n, error from balances(${cafe.id}, ${[Buffer.alloc(32)]}, ${now()})`)
  expect(notices).toContain('pushing down the function call')
})
