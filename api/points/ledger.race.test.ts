import { randomUUID } from 'node:crypto'

import { expect, test } from 'vitest'

import { somebodyWaits } from '#api/testing/worlds/lock.ts'
import {
  capture,
  consume,
  grant,
  hold,
  type Movement,
  release,
} from '#api/testing/worlds/movement.ts'
import { asPartner, createWorld, errorOf, sale } from '#api/testing/worlds/world.ts'
import type { GeneratedPoints } from '#contract/points.ts'
import { row, rows, sql } from '#database/sql.ts'
import { audit } from '#engine/audit/audit.ts'

const world = await createWorld()
const { cafe, call } = world

function times<Result>(count: number, work: (n: number) => Promise<Result>): Promise<Result[]> {
  return Promise.all(Array.from({ length: count }, (_, n) => work(n)))
}

/** Counts the outcomes, for example { ok: 1, insufficient_balance: 49 }. */
function tally(outcomes: Movement[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { error } of outcomes) counts[error ?? 'ok'] = (counts[error ?? 'ok'] ?? 0) + 1
  return counts
}

/** The points in all lots minus the deficit. The balance alone shows 0 while there is a deficit. */
async function remainingOf({ id }: { id: string }): Promise<number> {
  const found = await row<{ points: number }>(
    world.database,
    sql`select sum(remaining_amount)::int - min(deficit_amount)::int as points
          from lot
          join balance using (company_id, customer_id)
         where company_id = ${cafe.id} and customer_id = ${id}`,
  )
  return found!.points
}

async function pointsOf(customer: { id: string }) {
  return row(
    world.database,
    sql`select amount::int, held_amount::int as held, deficit_amount::int as deficit
          from current_balance(${cafe.id}, ${customer.id}, ${world.now()})`,
  )
}

async function auditClean(): Promise<void> {
  expect((await audit(world.database, world.now())).differences).toEqual([])
}

test('example 8: 50 parallel spends of all 100 points: 1 succeeds, 49 fail [D4]', async () => {
  for (let round = 0; round < 10; round += 1) {
    const customer = await world.registered(cafe)
    await grant(world, cafe, customer, 60, '2027-01-01')
    await grant(world, cafe, customer, 40)
    const outcomes = await times(50, () => consume(world, cafe, customer, 100))
    expect(tally(outcomes)).toEqual({ ok: 1, insufficient_balance: 49 })
    expect(await pointsOf(customer)).toEqual({ amount: 0, held: 0, deficit: 0 })
  }
  await auditClean()
})

test('example 7: a spend sent 50 times at once with one external_id debits once [D4]', async () => {
  const customer = await world.registered(cafe)
  await grant(world, cafe, customer, 1_000)
  const outcomes = await times(50, () => consume(world, cafe, customer, 10, 'resgate-1'))
  expect(new Set(outcomes.map(({ record }) => JSON.stringify(record))).size).toBe(1)
  expect(await pointsOf(customer)).toMatchObject({ amount: 990 })
  await auditClean()
})

test('a spend gets idempotency_mismatch if another transaction is writing its external_id [D4]', async () => {
  const customers = [await world.registered(cafe), await world.registered(cafe)] as const
  for (const customer of customers) await grant(world, cafe, customer, 100)
  const [first, second] = customers
  const connection = await world.database.connect()
  await connection.query('begin')
  const command = { verb: 'spend', caller_id: first.id, amount: 10, origin: 'voucher' }
  const commands = JSON.stringify([{ ...command, external_id: 'resgate-2' }])
  await rows(connection, sql`select error from apply(${cafe.id}, ${commands}, ${world.now()})`)
  const late = consume(world, cafe, second, 10, 'resgate-2')
  await somebodyWaits(world.database)
  await connection.query('commit')
  connection.release()
  expect(await late).toMatchObject({ error: 'idempotency_mismatch', record: null })
  expect(await pointsOf(first)).toMatchObject({ amount: 90 })
  expect(await pointsOf(second)).toMatchObject({ amount: 100 })
  await auditClean()
})

test('50 captures of one hold: 1 succeeds, 49 get intention_over [D5]', async () => {
  const customer = await world.registered(cafe)
  await grant(world, cafe, customer, 100)
  const id = randomUUID()
  await hold(world, cafe, customer, id, 80)
  const outcomes = await times(50, () => capture(world, cafe, id, 50))
  expect(tally(outcomes)).toEqual({ ok: 1, intention_over: 49 })
  expect(await pointsOf(customer)).toEqual({ amount: 50, held: 0, deficit: 0 })
  await auditClean()
})

test('a concurrent capture and release of one hold lose and create no points [D5]', async () => {
  for (let round = 0; round < 20; round += 1) {
    const customer = await world.registered(cafe)
    await grant(world, cafe, customer, 100)
    const id = randomUUID()
    await hold(world, cafe, customer, id, 100)
    const [captured] = await Promise.all([
      capture(world, cafe, id, 30),
      release(world, cafe, id),
      release(world, cafe, id),
    ])
    const amount = captured.error ? 100 : 70
    expect(await pointsOf(customer)).toEqual({ amount, held: 0, deficit: 0 })
  }
  await auditClean()
})

test('64 concurrent spends, holds and captures: exactly as many succeed as points allow [T1 I2]', async () => {
  const customer = await world.registered(cafe)
  await grant(world, cafe, customer, 320)
  const outcomes = await times(64, async (n) => {
    if (n % 2) return consume(world, cafe, customer, 10)
    const id = randomUUID()
    const opening = await hold(world, cafe, customer, id, 10)
    return opening.error ? opening : capture(world, cafe, id, 10)
  })
  expect(tally(outcomes)).toEqual({ ok: 32, insufficient_balance: 32 })
  expect(await pointsOf(customer)).toEqual({ amount: 0, held: 0, deficit: 0 })
  await auditClean()
})

test('60 concurrent returns of R$ 2,00 of R$ 100,00: 50 succeed and take all points [D4]', async () => {
  const customer = await world.registered(cafe)
  const { body } = await world.generate(cafe, sale(customer.document))
  const answers = await times(60, () => reverse((body as GeneratedPoints).id, 200))
  const refused = answers.filter(({ status }) => status !== 201)
  expect(refused).toHaveLength(10)
  expect(await pointsOf(customer)).toEqual({ amount: 0, held: 0, deficit: 0 })
  await auditClean()
})

test('of racing sales, spends and returns, each successful one counts once [D4]', async () => {
  for (let round = 0; round < 5; round += 1) {
    const customer = await world.registered(cafe)
    const { body } = await world.generate(cafe, sale(customer.document))
    const { id } = body as GeneratedPoints
    const outcomes = await Promise.all([
      times(10, () => world.generate(cafe, sale(customer.document))),
      times(10, () => consume(world, cafe, customer, 30)),
      times(5, () => reverse(id, 2_000)),
    ])
    const captureCount = outcomes[1].filter(({ error }) => !error).length
    expect(await remainingOf(customer)).toBe(1_000 - 30 * captureCount)
  }
  await auditClean()
})

test('of racing sales and 10 equal returns, each sale counts once and 1 return succeeds [D4]', async () => {
  for (let round = 0; round < 5; round += 1) {
    const customer = await world.registered(cafe)
    const { body } = await world.generate(cafe, sale(customer.document))
    const { id } = body as GeneratedPoints
    expect((await consume(world, cafe, customer, 90)).error).toBe(null)
    const sales = Array.from({ length: 10 }, () =>
      sale(customer.document, { purchase_value: 1_500 }),
    )
    const [bought, returned] = await Promise.all([
      times(30, (n) => world.generate(cafe, sales[n % 10]!)),
      times(10, () => reverse(id, 10_000)),
    ])
    // Each sale was sent three times and has one record.
    const records = bought.map((answer) => (answer.body as GeneratedPoints).id)
    expect(new Set(records).size).toBe(10)
    const refusals = returned.filter(({ status }) => status !== 201).map(errorOf)
    expect(refusals).toEqual(Array(9).fill({ status: 422, type: 'already_reversed' }))
    // 100 earned − 90 spent − 100 returned + 150 earned = 60.
    expect(await remainingOf(customer)).toBe(60)
  }
  await auditClean()
})

test('refused sales in a batch do not affect the other sales [D4]', async () => {
  const customer = await world.registered(cafe)
  const answers = await times(40, (n) =>
    world.generate(
      cafe,
      sale(customer.document, n % 2 ? { calculation_rule_id: randomUUID() } : {}),
    ),
  )
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(20)
  expect(await pointsOf(customer)).toMatchObject({ amount: 2_000 })
  const sequences = await rows<{ sequence: number }>(
    world.database,
    sql`select sequence from points_record where company_id = ${cafe.id} and customer_id = ${customer.id} order by 1`,
  )
  expect(sequences.map(({ sequence }) => sequence)).toEqual(
    Array.from({ length: 20 }, (_, n) => n + 1),
  )
})

function reverse(id: string, returned_value: number) {
  const body = { returned_value, external_id: randomUUID() }
  return call('POST /partner/points/{id}/reverse', {
    params: { id },
    body,
    headers: asPartner(cafe),
  })
}
