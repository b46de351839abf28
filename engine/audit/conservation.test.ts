/** The check of I1 on a ledger whose rules are wrong. The test writes the rows that such rules would, with a valid hash chain. */

import { randomUUID } from 'node:crypto'

import { expect, test } from 'vitest'

import { consume } from '#api/testing/worlds/movement.ts'
import { rehash } from '#api/testing/worlds/rewrite.ts'
import { asPartner, createWorld, sale } from '#api/testing/worlds/world.ts'
import type { GeneratedPoints } from '#contract/points.ts'
import { rows, type Statement, sql } from '#database/sql.ts'

import { audit } from './audit.ts'

const world = await createWorld()
const { database } = world

/** R$ 100,00 earn 100 points worth R$ 5,00. R$ 4,25 are returned, 96 points are spent, and the rest is returned. */
async function returned(name: string, reversal: string) {
  const shop = await world.createCompany(name, {
    points_per_real: 20,
    reversal,
    calculation_rules: [{ name: 'Compra', type: 'POINTS_PER_REAL', rate: 1 }],
  })
  const customer = await world.registered(shop)
  const purchase = (await world.generate(shop, sale(customer.document))).body as GeneratedPoints
  const giveBack = (body: object) =>
    world.call('POST /partner/points/{id}/reverse', {
      params: { id: purchase.id },
      body: { external_id: randomUUID(), ...body },
      headers: asPartner(shop),
    })
  await giveBack({ returned_value: 425 })
  await consume(world, shop, customer, 96)
  await giveBack({})
  return { shop, customer, purchase: purchase.id }
}

/** Changes rows as the tables' owner, updates the hashes of the record chain, and returns what the audit finds. */
async function foundAfter(customer_id: string, statements: Statement[]): Promise<string[]> {
  const connection = await database.connect()
  try {
    await connection.query('begin')
    for (const statement of statements) {
      expect((await connection.query(statement)).rowCount, statement.text).toBe(1)
    }
    await rehash(connection, customer_id)
    return (await audit(connection, world.now())).differences.map(({ reason }) => reason)
  } finally {
    await connection.query('rollback')
    connection.release()
  }
}

test('the audit names the purchase whose return lost a centavo by a wrong rule [I1, D4]', async () => {
  const { customer, purchase } = await returned('centavo', 'deficit')
  const of = customer.id
  expect((await audit(database, world.now())).differences).toEqual([])
  const reversals = await rows(
    database,
    sql`select amount, value from points_record where customer_id = ${of} and type_id = 'GNR_REVERSAL' order by sequence`,
  )
  expect(reversals).toEqual([
    { amount: -4, value: -20 },
    { amount: -96, value: -480 },
  ])
  // Store what a wrong rule would: the second return takes 479 centavos, not 480, as if the first 4 points were worth 21, not 20.
  const [found] = await foundAfter(of, [
    sql`update points_record set value = -479 where customer_id = ${of} and sequence = 4`,
    sql`update return_shortfall set owed_value = 479 where lot_id = ${purchase}`,
    sql`update balance set deficit_value = 479 where customer_id = ${of}`,
  ])
  expect(found).toContain(
    `purchase ${purchase}, undone in whole: 0 points and 1 centavos are unaccounted for`,
  )
  expect(found).not.toContain('not as it was written')
})

test('the audit finds a point or centavo missing from a lot, record, deficit or difference [I1]', async () => {
  const { customer, purchase } = await returned('rastro', 'deficit')
  const of = customer.id
  const [lot, record, deficit, difference] = [
    await foundAfter(of, [
      sql`update allocation set value = value - 1 where amount = -4 and lot_id = ${purchase}`,
    ]),
    await foundAfter(of, [
      sql`update return_shortfall set owed_amount = owed_amount - 1 where lot_id = ${purchase}`,
    ]),
    await foundAfter(of, [
      sql`update balance set deficit_value = deficit_value - 1 where customer_id = ${of}`,
    ]),
    await foundAfter(of, [sql`update balance set difference_value = 1 where customer_id = ${of}`]),
  ]
  expect(lot[0]).toContain(`generation ${purchase}: 0 points and -1 centavos are unaccounted for`)
  expect(record[0]).toMatch(/record \S+: -1 points and 0 centavos are unaccounted for/)
  expect(deficit[0]).toContain('the deficit: 0 points and 1 centavos are unaccounted for')
  expect(difference[0]).toContain('the difference between lots and records: 0 points and -1')
})

test('the audit finds points that a return could not take and that no shortfall records [I1, D4]', async () => {
  const { customer, purchase } = await returned('esquecido', 'clamp')
  expect((await audit(database, world.now())).differences).toEqual([])
  const [found] = await foundAfter(customer.id, [
    sql`update return_shortfall set let_go_amount = 0, let_go_value = 0 where lot_id = ${purchase}`,
  ])
  expect(found).toContain(
    `purchase ${purchase}, undone in whole: 96 points and 480 centavos are unaccounted for`,
  )
})
