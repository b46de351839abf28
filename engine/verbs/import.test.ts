/** Imported balances in the ledger (D17). */

import { randomUUID } from 'node:crypto'

import { expect, test } from 'vitest'

import { balanceLine, csv, importsOf, membersOf } from '#api/testing/worlds/import-world.ts'
import { consume } from '#api/testing/worlds/movement.ts'
import { staffOf } from '#api/testing/worlds/staff.ts'
import { asPartner, createWorld, sale } from '#api/testing/worlds/world.ts'
import { row, rows, sql, transaction } from '#database/sql.ts'
import { applyEach } from '#engine/apply.ts'
import { audit } from '#engine/audit/audit.ts'

const world = await createWorld()
const { cafe, call, database } = world
/** By a new session, because tests move the clock. */
const imported = async (file: string) => importsOf(call, await staffOf(world, cafe)).imported(file)

test('draws take imported lots in order of expiry, between those of sales [D4 D17]', async () => {
  const ana = await world.confirmed(cafe, 100)
  await imported(
    csv(
      balanceLine(ana.document, 30, randomUUID(), '2026-12-01'),
      balanceLine(ana.document, 40, randomUUID()),
    ),
  )
  await consume(world, cafe, ana, 50)
  const lots = await rows(
    database,
    sql`select amount, remaining_amount from lot where customer_id = ${ana.id} order by amount`,
  )
  expect(lots).toEqual([
    { amount: 30, remaining_amount: 0 },
    { amount: 40, remaining_amount: 40 },
    { amount: 100, remaining_amount: 80 },
  ])
  world.moveClock('2026-12-02T15:00:00Z')
  expect(await audit(database, world.now())).toMatchObject({ differences: [] })
})

test('a repeated balance is the first one; with another amount, value or last day it is refused [D2 D17]', async () => {
  const ana = await world.confirmed(cafe)
  const id = randomUUID()
  await imported(csv(balanceLine(ana.document, 30, id)))
  const first = await row<{ id: string; value: number; import_id: string; external_id: string }>(
    database,
    sql`select id, value, source_id as import_id, external_id
          from points_record where customer_id = ${ana.id}`,
  )
  const { value, import_id, external_id } = first!
  const balance = {
    import_id,
    external_id,
    document: ana.document,
    amount: 30,
    value,
    expires_on: null,
  }
  const apply = (changes: object) =>
    transaction(database, (connection) =>
      applyEach(connection, cafe.id, [{ verb: 'import', ...balance, ...changes }], world.now()),
    )
  expect(await apply({})).toMatchObject([{ error: null, result: { id: first!.id } }])
  for (const changes of [{ amount: 31 }, { value: value + 1 }, { expires_on: '2027-12-01' }]) {
    expect(await apply(changes)).toMatchObject([{ error: 'idempotency_mismatch' }])
  }
  expect(await membersOf(database, cafe, [ana.document])).toMatchObject([{ amount: 30 }])
})

test('imported points count for no level and begin no cycle; a later sale counts alone [D6 D17]', async () => {
  const levels = [
    { name: 'Bronze', trigger_amount: 0 },
    { name: 'Prata', trigger_amount: 100 },
  ]
  for (const settings of [
    { levels_system: 'LOOKBACK', update_lookback: 365 },
    { levels_system: 'RENOVATION', renovation_interval: 12 },
  ]) {
    const slug = settings.levels_system.toLowerCase()
    const company = await world.createCompany(slug, { settings, levels })
    const of = importsOf(call, await staffOf(world, company))
    const ana = await world.confirmed(company)
    const lines = Array.from({ length: 25 }, () => balanceLine(ana.document, 1_000, randomUUID()))
    await of.imported(csv(...lines))
    const level = async () =>
      (
        await call('GET /partner/customer', {
          headers: asPartner(company),
          query: { document: ana.document },
        })
      ).body
    expect(await level()).toMatchObject({ level: { name: 'Bronze' } })
    await world.generate(company, sale(ana.document, { purchase_value: 9_900 }))
    expect(await level()).toMatchObject({ level: { name: 'Bronze' } })
    await world.generate(company, sale(ana.document, { purchase_value: 100 }))
    expect(await level()).toMatchObject({ level: { name: 'Prata' } })
  }
  expect(await audit(database, world.now())).toMatchObject({ differences: [] })
})

test('an import sends no webhook event and writes no notice [D17]', async () => {
  const ana = await world.confirmed(cafe)
  await imported(csv(balanceLine(ana.document, 30, randomUUID())))
  const found = await row(
    database,
    sql`select count(*)::integer as notices from notification where customer_id = ${ana.id}`,
  )
  expect(found).toEqual({ notices: 0 })
})

test('a till cannot return an imported balance: it belongs to no purchase [D17]', async () => {
  const ana = await world.confirmed(cafe)
  await imported(csv(balanceLine(ana.document, 30, randomUUID())))
  const record = await row<{ id: string }>(
    database,
    sql`select id from points_record where customer_id = ${ana.id}`,
  )
  const answer = await call('POST /partner/points/{id}/reverse', {
    headers: asPartner(cafe),
    params: { id: record!.id },
    body: { external_id: randomUUID() },
  })
  expect(answer.status).toBe(404)
  expect(await membersOf(database, cafe, [ana.document])).toMatchObject([{ amount: 30 }])
})
