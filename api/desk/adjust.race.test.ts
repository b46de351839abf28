/** Adjustments beside each other, beside sales and beside an erasure (D15). */

import { randomUUID } from 'node:crypto'

import { expect, test } from 'vitest'

import { somebodyWaits } from '#api/testing/worlds/lock.ts'
import { staffOf } from '#api/testing/worlds/staff.ts'
import { createWorld, errorOf, sale } from '#api/testing/worlds/world.ts'
import type { MadeAdjustment } from '#contract/console/desk.ts'
import type { Forfeit } from '#contract/privacy.ts'
import { row, rows, sql, transaction } from '#database/sql.ts'
import { audit } from '#engine/audit/audit.ts'

const world = await createWorld()
const { cafe, call, database } = world
const staff = await Promise.all([
  staffOf(world, cafe, 'attendant'),
  staffOf(world, cafe, 'manager'),
])

function adjust(id: string, points_amount: number, by: number, key: string = randomUUID()) {
  return call('POST /admin/customer/{id}/adjustment', {
    headers: staff[by % 2]!.headers,
    params: { id },
    body: { points_amount, reason: 'Cortesia', key },
  })
}

function balanceOf(id: string) {
  return row<{ amount: number; sequence: number }>(
    database,
    sql`select amount, sequence from balance where company_id = ${cafe.id} and customer_id = ${id}`,
  )
}

function entriesOn(id: string) {
  return row<{ count: number }>(
    database,
    sql`select count(*) as count from audit_entry where company_id = ${cafe.id} and subject = ${id}`,
  )
}

function namesBesideEntriesOn(id: string) {
  return row<{ count: number }>(
    database,
    sql`select count(*) as count
          from audit_entry
          join audit_personal using (company_id, sequence)
         where company_id = ${cafe.id} and subject = ${id}`,
  )
}

async function auditIsClean(): Promise<void> {
  expect((await audit(database, world.now())).differences).toEqual([])
}

test('two staff members who take the last points of a customer take them once [D15 I5]', async () => {
  const customer = await world.confirmed(cafe, 100)
  const answers = await Promise.all([0, 1, 2, 3].map((by) => adjust(customer.id, -100, by)))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    201, 422, 422, 422,
  ])
  expect(await balanceOf(customer.id)).toMatchObject({ amount: 0, sequence: 2 })
  expect(await entriesOn(customer.id)).toEqual({ count: 1 })
  await auditIsClean()
})

test('one key sent eight times at once is one adjustment with one entry [D15 I5]', async () => {
  const customer = await world.confirmed(cafe)
  const key = randomUUID()
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => adjust(customer.id, 40, 0, key)),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 201))
  const made = answers.map(({ body }) => body as MadeAdjustment)
  expect(new Set(made.map(({ id }) => id)).size).toBe(1)
  expect(made.filter(({ is_repeat }) => !is_repeat)).toHaveLength(1)
  expect(await balanceOf(customer.id)).toMatchObject({ amount: 40, sequence: 1 })
  expect(await entriesOn(customer.id)).toEqual({ count: 1 })
})

test.each([
  [40, 40],
  [40, -40],
])(
  'one key sent at once to give %i and %i points to two customers is one adjustment [D15 I5]',
  async (first, second) => {
    for (let time = 0; time < 4; time += 1) {
      const customers = [await world.confirmed(cafe, 100), await world.confirmed(cafe, 100)]
      const key = randomUUID()
      const answers = await Promise.all([
        adjust(customers[0]!.id, first, 0, key),
        adjust(customers[1]!.id, second, 0, key),
      ])
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 422])
      const refused = answers.findIndex(({ status }) => status === 422)
      expect(errorOf(answers[refused]!)).toMatchObject({ type: 'idempotency_mismatch' })
      expect(await balanceOf(customers[refused]!.id)).toMatchObject({ amount: 100, sequence: 1 })
      expect(await entriesOn(customers[refused]!.id)).toEqual({ count: 0 })
    }
    await auditIsClean()
  },
)

test('an adjustment above the limit is refused if the manager is demoted meanwhile [D15]', async () => {
  const customer = await world.confirmed(cafe, 100)
  const given = (await adjust(customer.id, 600, 1)).body as { id: string }
  const before = await balanceOf(customer.id)
  for (const act of [
    (headers: Record<string, string>) =>
      call('POST /admin/customer/{id}/adjustment', {
        headers,
        params: { id: customer.id },
        body: { points_amount: 600, reason: 'Cortesia', key: randomUUID() },
      }),
    (headers: Record<string, string>) =>
      call('POST /admin/adjustment/{id}/undo', { headers, params: { id: given.id } }),
  ]) {
    const manager = await staffOf(world, cafe, 'manager')
    const answer = await transaction(database, async (connection) => {
      await rows(connection, sql`update staff set role = 'attendant' where id = ${manager.id}`)
      const answering = act(manager.headers)
      await somebodyWaits(database)
      return { answering }
    })
    expect(errorOf(await answer.answering)).toMatchObject({
      status: 403,
      type: 'adjustment_above_limit',
    })
  }
  expect(await balanceOf(customer.id)).toEqual(before)
})

test('adjustments, undoings and sales of one customer at once are each counted once [D15 I1]', async () => {
  const customer = await world.confirmed(cafe)
  const calls = Array.from({ length: 24 }, (_, n) => async () => {
    if (n % 3 === 0) {
      return (await world.generate(cafe, sale(customer.document, { purchase_value: 1_000 }))).status
    }
    const answer = await adjust(customer.id, 20, n)
    if (n % 3 === 1 || answer.status !== 201) return answer.status
    const { id } = answer.body as { id: string }
    const { headers } = staff[1]
    return (await call('POST /admin/adjustment/{id}/undo', { headers, params: { id } })).status
  })
  const statuses = await Promise.all(calls.map((send) => send()))
  expect(new Set(statuses)).toEqual(new Set([201]))
  // 8 sales of R$ 10, 8 adjustments, and 8 that were undone.
  expect(await balanceOf(customer.id)).toEqual({ amount: 8 * 10 + 8 * 20, sequence: 32 })
  await auditIsClean()
})

test('an adjustment beside an erasure is whole or refused, and the audit stays clean [D15 D16]', async () => {
  for (let time = 0; time < 5; time += 1) {
    const customer = await world.registered(cafe)
    const preview = await call('GET /customer/erasure', { headers: customer.headers })
    const { forfeits } = preview.body as { forfeits: Forfeit }
    const [answer, gone] = await Promise.all([
      adjust(customer.id, 30, time),
      call('DELETE /customer', {
        headers: customer.headers,
        body: { forfeits, current_password: customer.password },
      }),
    ])
    expect([201, 404]).toContain(answer.status)
    expect([204, 409]).toContain(gone.status)
    const isGiven = answer.status === 201
    expect(await balanceOf(customer.id)).toMatchObject({ sequence: isGiven ? 1 : 0 })
    expect(await entriesOn(customer.id)).toEqual({ count: isGiven ? 1 : 0 })
    // The erasure leaves no name in the entry of an adjustment that was committed before it.
    const names = isGiven && gone.status === 409 ? 1 : 0
    expect(await namesBesideEntriesOn(customer.id)).toEqual({ count: names })
  }
  await auditIsClean()
})
