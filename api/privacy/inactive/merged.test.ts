/** The announced erasure of an account that the staff then merges into an account in use. */

import { randomUUID } from 'node:crypto'

import { beforeEach, expect, test } from 'vitest'

import { createInactiveWorld, day } from '#api/testing/worlds/inactive-world.ts'
import { staffOf } from '#api/testing/worlds/staff.ts'
import type { TestCompany } from '#api/testing/worlds/world.ts'
import { rows, sql } from '#database/sql.ts'

const world = await createInactiveWorld()
const { announce, announcements, call, createShop, database, isErased, run } = world

beforeEach(() => world.moveClock(day.first))

type Person = { id: string }

async function merge(company: TestCompany, staying: Person, absorbed: Person): Promise<string> {
  const manager = await staffOf(world, company, 'manager')
  const answer = await call('POST /admin/customer/{id}/merge', {
    headers: manager.headers,
    params: { id: staying.id },
    body: { absorbed_id: absorbed.id, proof: 'document', key: randomUUID() },
  })
  expect(answer.status, answer.text).toBe(201)
  return (answer.body as { id: string }).id
}

/** An account whose erasure is announced, and an account in use of the same person. */
async function twoAccounts() {
  const company = await createShop()
  const old = await world.confirmed(company)
  expect(await announce(company)).toHaveLength(1)
  const used = await world.confirmed(company, 5_000)
  return { company, old, used }
}

test('a merge withdraws the announced erasure; neither account is erased [D16 D15]', async () => {
  const { company, old, used } = await twoAccounts()
  await merge(company, used, old)
  expect(await announcements(company)).toEqual([])
  world.moveClock(day.erased)
  expect(await run(company)).toMatchObject({ jobs: [], erased: 0 })
  expect(await isErased(company, used)).toBe(false)
  expect(await isErased(company, old)).toBe(false)
})

test('an announcement that an older release left at a merged account erases nobody [D16 D15]', async () => {
  const { company, old, used } = await twoAccounts()
  // As the older release: the accounts are merged and the announcement stays.
  const merged = sql`select note_merged(${company.id}, ${old.id}, ${used.id})`
  await rows(database, merged)
  world.moveClock(day.erased)
  expect(await run(company)).toMatchObject({ jobs: [], erased: 0, withdrawn: 1 })
  expect(await announcements(company)).toEqual([])
  expect(await isErased(company, used)).toBe(false)
})

test('an account whose merge was undone is not erased by the announcement from before the merge [D16 D15]', async () => {
  const { company, old, used } = await twoAccounts()
  const id = await merge(company, used, old)
  const manager = await staffOf(world, company, 'manager')
  const undone = await call('POST /admin/merge/{id}/undo', {
    headers: manager.headers,
    params: { id },
  })
  expect(undone.status, undone.text).toBe(201)
  world.moveClock(day.erased)
  expect(await run(company)).toMatchObject({ erased: 0 })
  expect(await isErased(company, old)).toBe(false)
})
