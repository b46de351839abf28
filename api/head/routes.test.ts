/** The daily heads in the console: who reads them, page by page. */

import { expect, test } from 'vitest'

import { headsOf } from '#api/testing/worlds/head.ts'
import { staffOf } from '#api/testing/worlds/staff.ts'
import { createWorld, errorOf, sale } from '#api/testing/worlds/world.ts'
import { staffRoles } from '#contract/console/staff.ts'

const world = await createWorld()
const { call } = world
const { taken } = await headsOf(world)

test('an owner reads the heads, newest first and by page, and no head of another company [I8 D15]', async () => {
  const [shop, other] = [
    await world.createCompany('selos', {}),
    await world.createCompany('ao-lado', {}),
  ]
  const owner = await staffOf(world, shop, 'owner')
  const read = (query: Record<string, string> = {}) =>
    call('GET /admin/head', { headers: owner.headers, query })
  expect(await read()).toMatchObject({ status: 200, body: [] })

  const { document } = await world.confirmed(shop, 10)
  await world.confirmed(other, 10)
  const first = await taken(shop)
  await world.generate(shop, sale(document))
  const second = await taken(shop, '2026-11-22T03:11:00Z')
  await taken(other)
  expect((await read()).body).toEqual([second, first])
  expect((await read({ per_page: '1' })).body).toEqual([second])
  expect((await read({ before: '2', per_page: '1' })).body).toEqual([first])
  expect((await read({ before: '1' })).body).toEqual([])
})

test('no other role reads the heads [D15]', async () => {
  for (const role of staffRoles.filter((name) => name !== 'owner')) {
    const { headers } = await staffOf(world, world.cafe, role)
    expect(errorOf(await call('GET /admin/head', { headers })), role).toMatchObject({
      status: 403,
      type: 'forbidden',
    })
  }
})
