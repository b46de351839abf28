/** Concurrent subscriptions of one customer. The test locks the oldest device until 4 calls wait. */

import { expect, test } from 'vitest'

import { somebodyWaits } from '#api/testing/worlds/lock.ts'
import { type Answer, createWorld } from '#api/testing/worlds/world.ts'
import { row, rows, sql, transaction } from '#database/sql.ts'

const world = await createWorld({ poolSize: 40 })
const { cafe, call, database } = world
const keys = { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) }

test('after 25 concurrent subscriptions a customer with ten devices still has ten [D21]', async () => {
  const { id, headers } = await world.registered(cafe)
  const subscribe = (name: string) =>
    call('POST /notification/subscription', {
      headers,
      body: { endpoint: `https://push.example/${name}`, keys },
    })
  for (let n = 1; n <= 10; n += 1) await subscribe(`before-${n}`)
  let answers: Promise<Answer[]> = Promise.resolve([])
  await transaction(database, async (connection) => {
    await row(
      connection,
      sql`select id from push_subscription
           where company_id = ${cafe.id} and endpoint = 'https://push.example/before-1' for update`,
    )
    answers = Promise.all(Array.from({ length: 25 }, (_, n) => subscribe(`race-${n}`)))
    // A tenth of the pool: as many of these calls as a node answers at a time.
    await somebodyWaits(database, 4)
  })
  expect(new Set((await answers).map(({ status }) => status))).toEqual(new Set([204]))
  const devices = await rows(
    database,
    sql`select id from push_subscription where company_id = ${cafe.id} and customer_id = ${id}`,
  )
  expect(devices).toHaveLength(10)
})
