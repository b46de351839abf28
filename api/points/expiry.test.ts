/** No job expires points: reads and spends ignore points after their last day (D4). */

import { expect, test } from 'vitest'

import { createWorld, sale } from '#api/testing/worlds/world.ts'
import { audit } from '#engine/audit/audit.ts'

const world = await createWorld()
const { call, generate } = world

async function pointsOf(headers: Record<string, string>) {
  return (await call('GET /customer/balance', { headers })).body
}

/** A company whose only rule gives 1 point per R$ 1, with this expiry. */
function companyWith(slug: string, expires_in: object) {
  const calculation_rules = [{ name: 'Compra', type: 'POINTS_PER_REAL', rate: 1, expires_in }]
  return world.createCompany(slug, { calculation_rules })
}

test('points valid for one month, earned on 31/01/2027, last until the end of 28/02 local time [D4]', async () => {
  const company = await companyWith('mensal', { months: 1 })
  world.moveClock('2027-01-31T12:00:00Z')
  const customer = await world.registered(company)
  const answer = await generate(company, sale(customer.document))
  expect(answer.body).toMatchObject({ expires_at: '2027-02-28' })

  world.moveClock('2027-03-01T02:59:59.999Z')
  expect(await pointsOf(customer.headers)).toEqual({ amount_balance: 100, value_balance: 100 })
  world.moveClock('2027-03-01T03:00:00Z')
  expect(await pointsOf(customer.headers)).toEqual({ amount_balance: 0, value_balance: 0 })
  const me = await call('GET /customer', { headers: customer.headers })
  expect(me.body).toMatchObject({ balance: { amount_balance: 0, received_amount: 100 } })
  expect(await audit(world.database, world.now())).toMatchObject({ differences: [] })
})

test('expired points do not return with the next purchase [D4]', async () => {
  const company = await companyWith('diaria', { days: 10 })
  world.moveClock('2027-06-01T12:00:00Z')
  const customer = await world.registered(company)
  await generate(company, sale(customer.document, { purchase_value: 10_000 }))
  world.moveClock('2027-06-06T12:00:00Z')
  await generate(company, sale(customer.document, { purchase_value: 5_000 }))
  expect(await pointsOf(customer.headers)).toEqual({ amount_balance: 150, value_balance: 150 })
  world.moveClock('2027-06-13T12:00:00Z')
  expect(await pointsOf(customer.headers)).toEqual({ amount_balance: 50, value_balance: 50 })
  const answer = await generate(company, sale(customer.document, { purchase_value: 700 }))
  expect(answer.body).toMatchObject({ balance: { amount_balance: 57, value_balance: 57 } })
  world.moveClock('2027-06-17T12:00:00Z')
  expect(await pointsOf(customer.headers)).toEqual({ amount_balance: 7, value_balance: 7 })
  expect(await audit(world.database, world.now())).toMatchObject({ differences: [] })
})
