/** The points that a till's request for a value in centavos needs. */

import { expect, test } from 'vitest'

import { grant } from '#api/testing/worlds/movement.ts'
import { asPartner, createWorld, errorOf, sale } from '#api/testing/worlds/world.ts'
import type { TillIntention } from '#contract/intention.ts'
import { rows, sql } from '#database/sql.ts'

const world = await createWorld()

test('an intention holds points worth at most the purchase, except for the last point’s rounding [D5]', async () => {
  const shop = await world.createCompany('troco', { points_per_real: 30 })
  const customer = await world.confirmed(shop, 100) // 100 points, worth 3 1/3 centavos each
  const ask = (asked: object) =>
    world.call('POST /partner/points/intention', {
      headers: asPartner(shop),
      body: sale(customer.document, { purchase_value: 10, ...asked }),
    })
  const dear = await ask({ points_amount: 5 })
  expect(errorOf(dear)).toMatchObject({ status: 422, type: 'points_exceed_purchase' })
  const money = await ask({ points_value: 11 })
  expect(errorOf(money)).toMatchObject({ status: 422, type: 'points_exceed_purchase' })
  const { body } = await world.call('GET /customer/balance', { headers: customer.headers })
  expect(body).toMatchObject({ amount_balance: 100 })
  const worth = await ask({ points_amount: 4 })
  expect(worth).toMatchObject({ status: 201, body: { points_amount: 4, points_value: 13 } })

  // The till sends the centavos of its capture with the sale, as the guide says.
  const params = { id: (worth.body as { id: string }).id }
  await world.call('POST /points/intention/{id}/confirm', { headers: customer.headers, params })
  const till = { headers: asPartner(shop), params }
  const taken = await world.call('POST /partner/points/intention/{id}/capture', {
    ...till,
    body: {},
  })
  const { captured } = taken.body as TillIntention
  expect(captured).toMatchObject({ points_value: 13 })
  const sold = sale(customer.document, { purchase_value: 10, points_value: captured!.points_value })
  expect((await world.generate(shop, sold)).body).toMatchObject({
    points_amount: 0,
    calculation: { points_value: 10 },
  })
})

test('an intention for a value up to 42 centavos holds the fewest points that are worth it [D5]', async () => {
  const shop = await world.createCompany('valor', { points_per_real: 30 })
  const customer = await world.confirmed(shop)
  for (const [amount, until] of [
    [3, '2027-01-01'],
    [1, '2027-01-02'],
    [7, null],
    [2, null],
  ] as const) {
    await grant(world, shop, customer, amount, until)
  }
  const found = await rows<{ value: number; tried: number; worth: number }>(
    world.database,
    sql`select value,
               points_worth(lots_to_draw(${shop.id}, ${customer.id}, null, value, ${world.now()}), value)::int as worth,
               (select min(n)::int from generate_series(1, 13) n
                 where value_of((draw_from(
                         lots_to_draw(${shop.id}, ${customer.id}, n, null, ${world.now()}), n)).draws) >= value) as tried
          from generate_series(1, (select balance.value from balance where customer_id = ${customer.id})) value`,
  )
  expect(found).toHaveLength(42)
  expect(found.map(({ worth }) => worth)).toEqual(found.map(({ tried }) => tried))
})
