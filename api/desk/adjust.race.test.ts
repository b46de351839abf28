/** Adjustments beside each other, beside sales and beside an erasure (D15). */

import { randomUUID } from 'node:crypto'

import { expect, test } from 'vitest'

import { staffOf } from '#api/testing/worlds/staff.ts'
import { createWorld, sale } from '#api/testing/worlds/world.ts'
import type { Forfeit } from '#contract/privacy.ts'
import { row, sql } from '#database/sql.ts'
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
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
  expect(answers[0]!.status).toBe(201)
  expect(await balanceOf(customer.id)).toMatchObject({ amount: 40, sequence: 1 })
  expect(await entriesOn(customer.id)).toEqual({ count: 1 })
})

test('adjustments, undoings and sales of one customer at once are each counted once [D15 I1]', async () => {
  const customer = await world.confirmed(cafe)
  const deeds = Array.from({ length: 24 }, (_, n) => async () => {
    if (n % 3 === 0) {
      return (await world.generate(cafe, sale(customer.document, { purchase_value: 1_000 }))).status
    }
    const answer = await adjust(customer.id, 20, n)
    if (n % 3 === 1 || answer.status !== 201) return answer.status
    const { id } = answer.body as { id: string }
    const { headers } = staff[1]
    return (await call('POST /admin/adjustment/{id}/undo', { headers, params: { id } })).status
  })
  const statuses = await Promise.all(deeds.map((deed) => deed()))
  expect(new Set(statuses)).toEqual(new Set([201]))
  // 8 sales of R$ 10, 8 adjustments, and 8 that were undone.
  expect(await balanceOf(customer.id)).toEqual({ amount: 8 * 10 + 8 * 20, sequence: 32 })
  await auditIsClean()
})

test('an adjustment beside an erasure is whole or refused, and the audit stays clean [D15 D16]', async () => {
  for (let round = 0; round < 5; round += 1) {
    const customer = await world.registered(cafe)
    const preview = await call('GET /customer/erasure', { headers: customer.headers })
    const { forfeits } = preview.body as { forfeits: Forfeit }
    const [answer, gone] = await Promise.all([
      adjust(customer.id, 30, round),
      call('DELETE /customer', {
        headers: customer.headers,
        body: { forfeits, current_password: customer.password },
      }),
    ])
    expect([201, 404]).toContain(answer.status)
    expect([204, 409]).toContain(gone.status)
    expect(await balanceOf(customer.id)).toMatchObject({ sequence: answer.status === 201 ? 1 : 0 })
  }
  await auditIsClean()
})
