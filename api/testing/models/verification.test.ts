import { randomUUID } from 'node:crypto'

import { expect, test } from 'vitest'

import { asPartner, createWorld, sale } from '#api/testing/worlds/world.ts'
import type { GeneratedPoints } from '#contract/points.ts'
import type { Voucher } from '#contract/voucher.ts'
import { rows, sql } from '#database/sql.ts'

import { type Received, verify } from './verification.ts'

const world = await createWorld()
const { database } = world
const shop = await world.createCompany('contas', {
  prizes: [{ key: 'um', name: 'Um', value: 10, stock: 100 }],
})

/** The answers that a client received for a sale and a redemption. */
async function written(): Promise<[Received, Received]> {
  const customer = await world.confirmed(shop)
  const body = sale(customer.document)
  const sold = await world.call('POST /partner/points/generate', {
    headers: asPartner(shop),
    body,
  })
  const [prize] = await rows<{ id: string }>(
    database,
    sql`select id from prize where company_id = ${shop.id}`,
  )
  const redeemed = await world.call('POST /voucher/generate', {
    headers: { ...customer.headers, 'idempotency-key': randomUUID() },
    body: {
      customer_document: customer.document,
      products: [{ prize_id: prize!.id, quantity: 2 }],
    },
  })
  return [
    { verb: 'generate', subject: null, ...sold },
    { verb: 'redeem', subject: null, ...redeemed },
  ]
}

test('the verification finds lost, doubled and partial writes, and balances that differ from records [I5]', async () => {
  const [sold, redeemed] = await written()
  const clean = { lost: [], doubled: [], halves: [], differences: [] }
  const verified = (...told: Received[]) => verify(world, shop.id, told, world.now())
  const now = () => verified(sold, redeemed)
  expect(await now()).toEqual(clean)

  const purchase = sold.body as GeneratedPoints
  const other = { ...sold, body: { ...purchase, id: randomUUID() } }
  expect(await verified(sold, redeemed, other)).toMatchObject({
    lost: [expect.stringMatching(/^record .* 100 100$/)],
  })
  expect((await verified(sold, redeemed, sold)).lost).toHaveLength(1)
  expect((await verified(sold)).doubled).toHaveLength(2)

  const [voucher] = redeemed.body as [Voucher]
  const wrong = { ...sold, body: { ...purchase, points_value: purchase.points_value + 1 } }
  expect(await verified(wrong, redeemed)).toMatchObject({
    lost: [expect.stringMatching(/ 100 101$/)],
    doubled: [expect.stringMatching(/ 100 100$/)],
  })

  await rows(database, sql`update prize set issued = 1 where company_id = ${shop.id}`)
  expect((await now()).halves).toEqual(['stock of um 1'])
  await rows(database, sql`update prize set issued = 2 where company_id = ${shop.id}`)
  await rows(
    database,
    sql`update voucher set cancelled_at = now(), cancelled_by = (select id from partner_key where company_id = ${shop.id})
         where company_id = ${shop.id} and id = ${voucher.id}`,
  )
  expect((await now()).halves).toContain(`cancelled voucher without its points ${voucher.id}`)
  await rows(
    database,
    sql`update voucher set cancelled_at = null, cancelled_by = null
         where company_id = ${shop.id} and id = ${voucher.id}`,
  )
  await rows(
    database,
    sql`update lot set remaining_amount = remaining_amount - 1 where company_id = ${shop.id}`,
  )
  expect((await now()).differences).toHaveLength(1)
})
