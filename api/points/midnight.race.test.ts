/**
 * Movements that arrive before midnight but lock the customer after a movement from after midnight. A lot expires or matures
 * at that midnight.
 */

import { randomUUID } from 'node:crypto'

import { expect, test } from 'vitest'

import { consume, grant, hold, release } from '#api/testing/worlds/movement.ts'
import { asPartner, createWorld, sale, type TestCompany } from '#api/testing/worlds/world.ts'
import type { TillIntention } from '#contract/intention.ts'
import type { GeneratedPoints } from '#contract/points.ts'
import { row, sql } from '#database/sql.ts'
import { audit } from '#engine/audit/audit.ts'

const world = await createWorld()
const { cafe, call, database } = world
const before = '2027-01-01T02:59:59.999Z'
const midnight = '2027-01-01T03:00:00.001Z'

/** Expects that the balance equals the sum of valid lots and that the audit is clean. Returns the balance. */
async function consistentBalance(company: TestCompany, { id }: { id: string }): Promise<number> {
  const balance = await row<{ amount: number }>(
    database,
    sql`select amount from current_balance(${company.id}, ${id}, ${world.now()})`,
  )
  const lots = await row<{ amount: number }>(
    database,
    sql`select coalesce(sum(remaining_amount), 0)::bigint as amount
          from lot
         where company_id = ${company.id} and customer_id = ${id}
           and expires_at > ${midnight} and available_at <= ${midnight}`,
  )
  expect(balance).toEqual(lots)
  expect((await audit(database, world.now())).differences).toEqual([])
  return balance!.amount
}

/** A customer with 100 points until 31/12, 100 that never expire, and 1 granted after midnight. The clock is before midnight. */
async function customerAfterMidnight() {
  world.moveClock('2026-12-01T15:00:00Z')
  const customer = await world.confirmed(cafe)
  await grant(world, cafe, customer, 100, '2026-12-31')
  await grant(world, cafe, customer, 100)
  world.moveClock(midnight)
  await grant(world, cafe, customer, 1)
  world.moveClock(before)
  return customer
}

test('a spend timed before midnight, after a later grant, draws only lots valid after midnight [D4]', async () => {
  const customer = await customerAfterMidnight()
  const consumption = await consume(world, cafe, customer, 50)
  expect(consumption).toMatchObject({ error: null, record: { amount: -50 } })
  expect(await consistentBalance(cafe, customer)).toBe(51)
  world.moveClock('2028-01-01T15:00:00Z')
  expect(await consistentBalance(cafe, customer)).toBe(51)
})

test('a node with a clock before midnight cannot read, hold or spend points that expired at midnight [D4]', async () => {
  const customer = await customerAfterMidnight()
  expect(await consume(world, cafe, customer, 102)).toMatchObject({
    error: 'insufficient_balance',
    details: { missing: 1 },
  })
  const id = randomUUID()
  await hold(world, cafe, customer, id, 30)
  await release(world, cafe, id)
  expect(await consistentBalance(cafe, customer)).toBe(101)
})

test('a return timed before a lot’s maturity takes the lot’s points once they are available [D4]', async () => {
  world.moveClock('2026-12-31T15:00:00Z')
  const shop = await world.createCompany('espera', {
    calculation_rules: [{ name: 'Compra', type: 'POINTS_PER_REAL', rate: 1, waiting_days: 1 }],
  })
  const customer = await world.confirmed(shop)
  const { body } = await world.generate(shop, sale(customer.document))
  world.moveClock(midnight)
  await grant(world, shop, customer, 1)
  world.moveClock(before)
  const answer = await call('POST /partner/points/{id}/reverse', {
    params: { id: (body as GeneratedPoints).id },
    headers: asPartner(shop),
    body: { external_id: randomUUID() },
  })
  expect(answer.status).toBe(201)
  expect(await consistentBalance(shop, customer)).toBe(1)
})

test('a locked customer does not delay another customer’s hold of the same batch past midnight [D4 D5]', async () => {
  world.moveClock('2026-12-20T15:00:00Z')
  const shop = await world.createCompany('fim', {
    calculation_rules: [
      { name: 'Ano', type: 'POINTS_PER_REAL', rate: 1, expires_in: { end_of: 'YEAR' } },
      { name: 'Sempre', type: 'POINTS_PER_REAL', rate: 1 },
    ],
  })
  const [busy, customer] = [await world.confirmed(shop, 100), await world.confirmed(shop)]
  const rule = await row<{ id: string }>(
    database,
    sql`select id from calculation_rule where company_id = ${shop.id} and name = 'Sempre'`,
  )
  const never = { calculation_rule_id: rule!.id }
  await world.generate(shop, sale(customer.document))
  await world.generate(shop, sale(customer.document, never))
  const open = ({ document }: { document: string }) =>
    call('POST /partner/points/intention', {
      headers: asPartner(shop),
      body: {
        customer: { document },
        purchase_value: 5_000,
        points_amount: 50,
        external_id: randomUUID(),
        subsidiary_name: 'Loja 1',
      },
    })
  const connection = await database.connect()
  await connection.query('begin')
  const balance = [shop.id, busy.id]
  await connection.query(
    'select from balance where company_id = $1 and customer_id = $2 for no key update',
    balance,
  )
  world.moveClock(before)
  const waiting = open(busy)
  const opened = await open(customer)
  world.moveClock(midnight)
  await world.generate(shop, sale(customer.document, { purchase_value: 100, ...never }))
  await connection.query('commit')
  connection.release()

  expect(await waiting).toMatchObject({ status: 201 })
  const { id } = opened.body as TillIntention
  await call('POST /points/intention/{id}/confirm', { params: { id }, headers: customer.headers })
  const captured = await call('POST /partner/points/intention/{id}/capture', {
    params: { id },
    headers: asPartner(shop),
    body: {},
  })
  expect(captured).toMatchObject({ status: 200, body: { status: 'CAPTURED' } })
  // The held points expired with the year. 100 points that never expire and 1 earned since are left.
  expect(await consistentBalance(shop, customer)).toBe(101)
})
