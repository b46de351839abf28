/** A verb that writes and then refuses is found. The verbs here are false ones, on paths of the contract. */

import Fastify from 'fastify'
import { afterAll, describe, expect, inject, test } from 'vitest'

import { createWorld } from '#api/testing/worlds/world.ts'
import { openPool, sql, transaction } from '#database/sql.ts'

import { observeRefusals, type Refusal } from './record-writes.ts'
import { unlistedWrites } from './refusal-writes.ts'

const world = await createWorld()
const { cafe, database } = world
const ana = await world.registered(cafe)
const pool = openPool(world.url, 3)

const refusals: Refusal[] = []
const app = Fastify()
let verb: () => Promise<unknown> = async () => undefined
for (const url of ['/api/voucher/generate', '/api/customer/login']) {
  app.post(url, async (_request, reply) => {
    await verb()
    return reply.status(422).send({ data: { type: 'used_email' } })
  })
}
observeRefusals(inject('tables'), (refusal) => refusals.push(refusal))(app, pool)
afterAll(async () => {
  await app.close()
  await pool.end()
})

const rename = (name: string) =>
  sql`update customer set name = ${name} where company_id = ${cafe.id} and id = ${ana.id}`
const count = sql`
  insert into attempt (company_id, action, subject_hash, failures, last_at, free_at)
  values (${cafe.id}, 'login', sha256(random()::text::bytea), 1, ${world.now()}, 'epoch')`

/** Returns the writes by which the refused answer of a verb is judged. */
async function writesOf(own: () => Promise<unknown>): Promise<string[] | undefined> {
  verb = own
  refusals.length = 0
  const { statusCode } = await app.inject({ method: 'POST', url: '/api/voucher/generate' })
  expect(statusCode).toBe(422)
  expect(refusals).toMatchObject([{ key: 'POST /voucher/generate', code: 'used_email' }])
  return refusals[0]!.writes
}

describe('a call that writes and then answers 422', () => {
  test('a call that writes and then answers 422 is found with its writes', async () => {
    const writes = await writesOf(() => pool.query(rename('Bia')))
    expect(writes).toEqual(['update customer'])
    expect(unlistedWrites('POST /voucher/generate used_email', writes!)).toEqual([
      'update customer',
    ])
  })

  test('a call that answers 422 may end a hold, but may not begin one or write a points record', () => {
    const end = ['update hold', 'update hold_allocation', 'update lot', 'update balance']
    expect(unlistedWrites('POST /voucher/generate used_email', end)).toEqual([])
    const writes = ['insert hold', ...end, 'insert points_record', 'insert lot']
    expect(unlistedWrites('POST /voucher/generate used_email', writes)).toEqual([
      'insert hold',
      'insert points_record',
      'insert lot',
    ])
  })

  test('the forbidden writes of a refused call are found in each of its transactions, beside allowed writes', async () => {
    const writes = await writesOf(async () => {
      await transaction(pool, async (connection) => {
        await connection.query(count)
        await connection.query(rename('Bia'))
      })
      await pool.query(
        sql`delete from session where company_id = ${cafe.id} and customer_id = ${ana.id}`,
      )
    })
    expect(writes!.toSorted()).toEqual(['delete session', 'insert attempt', 'update customer'])
    expect(unlistedWrites('POST /voucher/generate used_email', writes!).toSorted()).toEqual([
      'delete session',
      'update customer',
    ])
  })
})

test.each<[string, () => Promise<unknown>]>([
  ['reads', () => pool.query(sql`select from customer where company_id = ${cafe.id}`)],
  [
    'changes no row',
    () => pool.query(sql`update customer set name = 'Bia' where company_id = ${cafe.id} and false`),
  ],
  [
    'rolls back',
    () =>
      transaction(pool, async (connection) => {
        await connection.query(rename('Bia'))
        throw new Error('refused')
      }).catch(() => undefined),
  ],
  [
    'rolls back to a savepoint',
    () =>
      transaction(pool, async (connection) => {
        await transaction(connection, async () => {
          await connection.query(rename('Bia'))
          throw new Error('refused')
        }).catch(() => undefined)
      }),
  ],
  [
    'only notes the day of a key’s last use',
    () =>
      pool.query(
        sql`update partner_key set last_used_on = '2030-01-01' where company_id = ${cafe.id}`,
      ),
  ],
  ['runs beside a write of the test itself', () => database.query(rename('Bia'))],
])('a refused call that %s has changed nothing', async (_title, own) => {
  expect(await writesOf(own)).toEqual([])
})

test('the writes of a refused call are not judged while another call runs', async () => {
  let isFirst = true
  const writes = await writesOf(async () => {
    if (!isFirst) return
    isFirst = false
    await app.inject({ method: 'POST', url: '/api/customer/login' })
  }).catch(() => refusals.map(({ writes }) => writes))
  expect(writes).toEqual([undefined, undefined])
})
