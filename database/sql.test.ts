import { randomUUID } from 'node:crypto'

import pg from 'pg'
import { expect, test } from 'vitest'

import { createWorld } from '#api/testing/worlds/world.ts'

import { isContention, isDatabaseAway, row, rows, sql, transaction } from './sql.ts'

const { database } = await createWorld()

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => 'it went well',
    (error: unknown) => error,
  )
}

test.each(['at work', 'between two statements'])(
  'a connection that breaks %s counts as an unavailable database, so the answer is 503',
  async (when) => {
    const failure = await failureOf(
      transaction(database, async (connection) => {
        const ended = new Promise<void>((resolve) => connection.once('end', resolve))
        const own = await row<{ pid: number }>(connection, sql`select pg_backend_pid() as pid`)
        const killed = rows(database, sql`select pg_terminate_backend(${own!.pid})`)
        if (when === 'between two statements') await Promise.all([killed, ended])
        await rows(connection, sql`select pg_sleep(5)`)
      }),
    )
    expect(isDatabaseAway(failure), String(failure)).toBe(true)
  },
)

test('a statement that fails does not count as an unavailable database', async () => {
  const failure = await failureOf(rows(database, sql`select 1 / 0`))
  expect(isDatabaseAway(failure)).toBe(false)
})

test('a statement whose function a migration replaces may be repeated, so the answer is 503 [D20]', async () => {
  const name = `pg_temp.answer_${randomUUID().slice(0, 8)}`
  const failure = await failureOf(
    transaction(database, async (connection) => {
      await connection.query(`create function ${name}() returns table (a integer) return 1`)
      const call = { name: 'answer', text: `select * from ${name}()` }
      await connection.query(call)
      await connection.query(`drop function ${name}()`)
      await connection.query(`create function ${name}() returns table (a text) return 'b'`)
      await connection.query(call)
    }),
  )
  expect(isContention(failure), String(failure)).toBe(true)
})

test.each([
  'could not find valid entry for shard 102074',
  'connection to the remote node fiel_runtime@10.0.0.2:5432 failed with the following error: another command is already in progress',
])(
  'a transaction whose shard moves meanwhile may be repeated, so the answer is 503 [D19]',
  async (message) => {
    const raise = `do $$ begin raise exception using message = ${pg.escapeLiteral(message)}, errcode = '08006'; end $$`
    const failure = await failureOf(database.query(raise))
    expect(isContention(failure), String(failure)).toBe(true)
    expect(isDatabaseAway(failure)).toBe(false)
  },
)

test('a transaction that PostgreSQL ends because of a deadlock runs again, and both are committed [T1]', async () => {
  const keys = [randomUUID(), randomUUID()]
  const runs: string[] = []
  const holdFirst = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  /** Locks both keys, starting with key `own`. Both transactions hold their first key before they request the second. */
  function locks(own: 0 | 1): Promise<string> {
    return transaction(database, async (connection) => {
      runs.push(keys[own]!)
      await rows(connection, sql`select pg_advisory_xact_lock(hashtext(${keys[own]!}))`)
      holdFirst[own]!.resolve()
      await holdFirst[1 - own]!.promise
      await rows(connection, sql`select pg_advisory_xact_lock(hashtext(${keys[1 - own]!}))`)
      return keys[own]!
    })
  }
  expect(await Promise.all([locks(0), locks(1)])).toEqual(keys)
  expect(runs.length).toBe(3)
})
