/** Adjustments in the ledger (D15). The API's own look at an earlier undoing stands before the engine: api/desk/adjust.test.ts. */

import { expect, test } from 'vitest'

import { adjust } from '#api/testing/worlds/movement.ts'
import { createWorld } from '#api/testing/worlds/world.ts'
import { row, sql, transaction } from '#database/sql.ts'
import { applyEach } from '#engine/apply.ts'

const world = await createWorld()
const { cafe, database } = world

test('an adjustment is undone once, also by a caller that does not look before [D15]', async () => {
  const ana = await world.confirmed(cafe, 100)
  const { record } = await adjust(world, cafe, ana, 30)
  const undo = { verb: 'undo_adjustment', record_id: record!.id } as const
  const apply = () =>
    transaction(database, (connection) => applyEach(connection, cafe.id, [undo], world.now()))
  expect(await apply()).toMatchObject([{ error: null, result: { balance_amount: 100 } }])
  expect(await apply()).toMatchObject([{ error: 'already_reversed' }])
  const balance = await row(
    database,
    sql`select amount from balance where company_id = ${cafe.id} and customer_id = ${ana.id}`,
  )
  expect(balance).toEqual({ amount: 100 })
})
