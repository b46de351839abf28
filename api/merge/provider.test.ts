/** Merges of customers who sign in through the identity provider (D15, R3.10). */

import { randomUUID } from 'node:crypto'

import { expect, test } from 'vitest'

import { createProviderWorld, now, person } from '#api/testing/fakes/provider.ts'
import { fingerprint } from '#api/testing/refusal/fingerprint.ts'
import { staffOf } from '#api/testing/worlds/staff.ts'
import { errorOf } from '#api/testing/worlds/world.ts'
import type { Merged } from '#contract/console/merge.ts'

const world = await createProviderWorld()
const { cafe, call, create, customerVia, database, provider, read } = world
const bruno = await staffOf(world, cafe, 'manager')

async function merged(staying: { id: string }, absorbed: { id: string }): Promise<Merged> {
  const answer = await call('POST /admin/customer/{id}/merge', {
    headers: bruno.headers,
    params: { id: staying.id },
    body: { absorbed_id: absorbed.id, proof: 'document', key: randomUUID() },
  })
  expect(answer.status, answer.text).toBe(201)
  return answer.body as Merged
}

test('a new sign-in reads nothing of an absorbed account, also by create-via-firebase [D15 R3.10]', async () => {
  const account = person()
  const absorbed = await customerVia(account)
  const { id } = await merged(await world.confirmed(cafe, 10), absorbed)
  const token = await provider.idToken(account, new Date(now.getTime() + 1_000))
  const before = await fingerprint(database)
  expect(errorOf(await read(token))).toEqual({ status: 401, type: 'unauthenticated' })
  expect(errorOf(await create(cafe, token))).toEqual({ status: 401, type: 'unauthenticated' })
  expect(await fingerprint(database)).toEqual(before)
  const undone = await call('POST /admin/merge/{id}/undo', {
    headers: bruno.headers,
    params: { id },
  })
  expect(undone.status, undone.text).toBe(201)
  const again = await create(cafe, token)
  expect(again).toMatchObject({ status: 201, body: { id: absorbed.id } })
})
