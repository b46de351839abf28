/** The counter names a customer by the id of a look-up. The account may be merged before the sale arrives (D15). */

import { randomUUID } from 'node:crypto'

import { expect, test } from 'vitest'

import { createMergeWorld } from '#api/testing/worlds/merge-world.ts'
import { actsOn, staffOf } from '#api/testing/worlds/staff.ts'
import type { CountedSale, CounterPreview } from '#contract/console/counter.ts'
import type { EndpointKey } from '#contract/endpoints/endpoints.ts'

const { world, call, database, shop, merged, undone, pointsOf, auditIsClean } =
  await createMergeWorld()
const rui = await staffOf(world, shop, 'cashier')

function at(key: EndpointKey, { id }: { id: string }, changes: object = {}) {
  const body = { shop: 'padaria', customer: { id }, purchase_value: 5_000, ...changes }
  return call(key, { headers: rui.headers, body })
}

const sell = (customer: { id: string }, external_id: string) =>
  at('POST /admin/counter/sale', customer, { external_id })

test('a sale that names an absorbed account goes to the staying one [D15 D4]', async () => {
  const [staying, absorbed] = [await world.confirmed(shop, 30), await world.confirmed(shop, 1)]
  const before = randomUUID()
  const first = await sell(absorbed, before)
  const merge = await merged(staying, absorbed)
  const late = randomUUID()
  const answer = await sell(absorbed, late)
  expect(answer.status, answer.text).toBe(201)
  expect((answer.body as CountedSale).customer_id).toBe(staying.id)
  expect(await pointsOf(staying)).toEqual([131, 0, 0])
  for (const [id, expected] of [
    [before, first],
    [late, answer],
  ] as const) {
    expect((await sell(absorbed, id)).body).toEqual(expected.body)
  }
  expect((await actsOn(database, shop, staying.id)).map(({ action }) => action)).toEqual([
    'customer.merged',
    'customer.sold',
  ])
  await undone(merge.id)
  expect((await sell(absorbed, late)).body).toEqual(answer.body)
  await auditIsClean()
})

test('points are shown and asked for from the account that stays [D15 D5]', async () => {
  const [staying, absorbed] = [await world.confirmed(shop, 30), await world.confirmed(shop, 1)]
  await merged(staying, absorbed)
  const shown = await at('POST /admin/counter/preview', absorbed, { points_amount: 20 })
  expect(shown.body as CounterPreview).toMatchObject({
    most: { points_amount: 31 },
    use: { points_amount: 20 },
  })
  const asked = await at('POST /admin/counter/intention', absorbed, {
    points_amount: 20,
    external_id: randomUUID(),
  })
  expect(asked.status, asked.text).toBe(201)
  expect(asked.body).toMatchObject({ points_amount: 20, balance_after: { amount_balance: 11 } })
  expect((await actsOn(database, shop, staying.id)).at(-1)!.action).toBe('customer.asked')
})
