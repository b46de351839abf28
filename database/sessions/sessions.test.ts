/** Connections through a pooler in transaction mode. docs/operating-guide.md has a configuration of PgBouncer. */

import { afterAll, expect, test } from 'vitest'

import { createWorld } from '#api/testing/worlds/world.ts'
import {
  listenerOf,
  listenOn,
  openPool,
  row,
  rows,
  sql,
  timeLimits,
  transaction,
} from '#database/sql.ts'

import { hears, sessionMistake, shareSessions, verifySessions } from './sessions.ts'

const world = await createWorld()
const direct = openPool(world.url, 3)
const pooled = openPool(world.url, 2, timeLimits, { isBehindPooler: true })
afterAll(() => Promise.all([direct.end(), pooled.end()]))

test('Fiel recognises whether two connections have sessions of their own or share one [D20]', async () => {
  const [one, other] = [await direct.connect(), await direct.connect()]
  expect(await shareSessions(one, other)).toBe(false)
  // One connection in both places stands for a pooler: the session of the first serves the transaction of the second.
  expect(await shareSessions(one, one)).toBe(true)
  one.release()
  other.release()
  await verifySessions(direct, null, 5_000)
})

test('a pooler without a direct address is refused with a sentence [D20]', async () => {
  const session = await direct.connect()
  const connection = { query: session.query.bind(session), release: () => undefined }
  const pooler = { connect: async () => connection } as unknown as typeof direct
  await expect(verifySessions(pooler, null, 5_000)).rejects.toThrow(
    'it is a pooler, and LISTEN needs a session of its own: name the database itself in DATABASE_LISTEN_URL.',
  )
  expect(sessionMistake(new Error('unsupported startup parameter: options'))).toContain('pooler')
  expect(sessionMistake(new Error('connect ECONNREFUSED'))).toBe(undefined)
  session.release()
})

test('a direct address is accepted if it hears the database; another database’s hears nothing [D20]', async () => {
  await verifySessions(pooled, direct, 5_000)
  const elsewhere = openPool(
    Object.assign(new URL(world.ownerUrl), { pathname: '/postgres' }).href,
    1,
  )
  expect(await hears(elsewhere, pooled, 200)).toBe(false)
  await elsewhere.end()
})

test('a pool behind a pooler prepares no statement by name, and one with sessions does [D20]', async () => {
  const named = async (pool: typeof direct) => {
    const statement = sql`select 1 as one from pg_prepared_statements where name <> ${''}`
    return transaction(pool, async (connection) => {
      await rows(connection, statement)
      const found = await row<{ count: number }>(
        connection,
        sql`select count(*) as count from pg_prepared_statements`,
      )
      return found!.count
    })
  }
  expect(await named(direct)).toBeGreaterThan(0)
  expect(await named(pooled)).toBe(0)
})

test('a pool behind a pooler listens on its direct pool [D20]', () => {
  expect(listenerOf(pooled)).toBe(pooled)
  listenOn(pooled, direct)
  expect(listenerOf(pooled)).toBe(direct)
})
