/** Merges beside each other, beside sales, returns and an erasure (D15). */

import { randomUUID } from 'node:crypto'

import { expect, test } from 'vitest'

import { staffOf } from '#api/testing/worlds/staff.ts'
import { asPartner, createWorld, errorOf, sale } from '#api/testing/worlds/world.ts'
import type { Merged } from '#contract/console/merge.ts'
import type { GeneratedPoints } from '#contract/points.ts'
import { row, sql } from '#database/sql.ts'
import { audit } from '#engine/audit/audit.ts'

const world = await createWorld()
const { cafe, call, database } = world
const bruno = await staffOf(world, cafe, 'manager', { name: 'Bruno Reis' })
const nodes = [call, await world.anotherNode()]

type Customer = { id: string }

function merge(staying: Customer, absorbed: Customer, key: string = randomUUID(), node = 0) {
  return nodes[node % 2]!('POST /admin/customer/{id}/merge', {
    headers: bruno.headers,
    params: { id: staying.id },
    body: { absorbed_id: absorbed.id, proof: 'receipts', key },
  })
}

function undo(id: string, node = 0) {
  return nodes[node % 2]!('POST /admin/merge/{id}/undo', {
    headers: bruno.headers,
    params: { id },
  })
}

async function pointsOf(...customers: Customer[]): Promise<number[]> {
  return Promise.all(
    customers.map(async ({ id }) => {
      const balance = await row<{ amount: number }>(
        database,
        sql`select amount from current_balance(${cafe.id}, ${id}, ${world.now()})`,
      )
      return balance!.amount
    }),
  )
}

function statusesOf(answers: { status: number }[]): number[] {
  return answers.map(({ status }) => status).toSorted((one, other) => one - other)
}

async function auditIsClean(): Promise<void> {
  expect((await audit(database, world.now())).differences).toEqual([])
}

test('of two opposite merges at once one is carried out, and neither deadlocks [D15]', async () => {
  for (let round = 0; round < 10; round += 1) {
    const [one, two] = [await world.confirmed(cafe, 30), await world.confirmed(cafe, 50)]
    const answers = await Promise.all([
      merge(one, two, randomUUID(), 0),
      merge(two, one, randomUUID(), 1),
    ])
    expect(statusesOf(answers)).toEqual([201, 409])
    const points = await pointsOf(one, two)
    expect(points.toSorted((a, b) => a - b)).toEqual([0, 80])
  }
  await auditIsClean()
})

test('a merge sent twice with one key is carried out once [D15 I5]', async () => {
  const [one, two] = [await world.confirmed(cafe, 30), await world.confirmed(cafe, 50)]
  const key = randomUUID()
  const answers = await Promise.all([0, 1, 2, 3].map((node) => merge(one, two, key, node)))
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201])
  expect(answers.filter(({ body }) => !(body as Merged).is_repeat)).toHaveLength(1)
  expect(await pointsOf(one, two)).toEqual([80, 0])
  await auditIsClean()
})

test('sales and returns during a merge and its undoing lose and create no point [D15 I1]', async () => {
  const [one, two] = [await world.confirmed(cafe, 30), await world.confirmed(cafe, 50)]
  const sold: string[] = []
  const sell = async (document: string, node: number) => {
    const answer = await nodes[node % 2]!('POST /partner/points/generate', {
      headers: asPartner(cafe),
      body: sale(document, { purchase_value: 1_000 }),
    })
    expect(answer.status, answer.text).toBe(201)
    sold.push((answer.body as GeneratedPoints).id)
  }
  const giveBack = async (id: string, node: number) => {
    const answer = await nodes[node % 2]!('POST /partner/points/{id}/reverse', {
      headers: asPartner(cafe),
      params: { id },
      body: { external_id: randomUUID() },
    })
    expect(answer.status, answer.text).toBe(201)
  }
  for (let round = 0; round < 4; round += 1) {
    const from = sold.splice(0, 4)
    const [answer] = await Promise.all([
      merge(one, two),
      ...[0, 1, 2].flatMap((node) => [sell(one.document, node), sell(two.document, node)]),
      ...from.map(giveBack),
    ])
    expect(answer.status, answer.text).toBe(201)
    const [undone] = await Promise.all([
      undo((answer.body as Merged).id),
      ...[0, 1].flatMap((node) => [sell(one.document, node), sell(two.document, node)]),
    ])
    expect(undone.status, undone.text).toBe(201)
  }
  const [first, second] = await pointsOf(one, two)
  // 10 sales a round are 10 points each; three rounds return 4 of them.
  expect(first! + second!).toBe(80 + 4 * 100 - 3 * 40)
  await auditIsClean()
})

test('of two undoings at once one is carried out [D15]', async () => {
  const [one, two] = [await world.confirmed(cafe, 30), await world.confirmed(cafe, 50)]
  const { id } = (await merge(one, two)).body as Merged
  const answers = await Promise.all([undo(id, 0), undo(id, 1)])
  expect(statusesOf(answers)).toEqual([201, 409])
  expect(errorOf(answers.find(({ status }) => status === 409)!).type).toBe('merge_over')
  expect(await pointsOf(one, two)).toEqual([30, 50])
  await auditIsClean()
})

test('a merge beside a sign-in of the absorbed account leaves it no session [D15]', async () => {
  for (let round = 0; round < 5; round += 1) {
    const [one, two] = [await world.confirmed(cafe, 5), await world.confirmed(cafe, 5)]
    const [merged] = await Promise.all([
      merge(one, two),
      call('POST /customer/login', {
        headers: { 'company-id': cafe.id },
        body: { identifier: two.document, password: two.password },
      }),
    ])
    expect(merged.status).toBe(201)
    const sessions = await row<{ count: number }>(
      database,
      sql`select count(*) as count from session where company_id = ${cafe.id} and customer_id = ${two.id}`,
    )
    expect(sessions).toEqual({ count: 0 })
  }
})
