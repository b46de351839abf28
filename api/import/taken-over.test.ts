import { randomUUID } from 'node:crypto'

import { expect, test } from 'vitest'

import { csv, importsOf, membersOf } from '#api/testing/worlds/import-world.ts'
import { staffOf } from '#api/testing/worlds/staff.ts'
import { asGuest, createWorld, newCpf } from '#api/testing/worlds/world.ts'

const world = await createWorld()
const { cafe, call, database } = world
const { imported } = importsOf(call, await staffOf(world, cafe))

test('a person takes an imported record over; an imported contact gives way to a registration [D3 D17]', async () => {
  const [ana, other] = [newCpf(), newCpf()]
  const email = `${randomUUID()}@exemplo.com.br`
  await imported(
    csv(
      `${ana};Ana;${email};;;;10;;;${randomUUID()}`,
      `${other};Rui;x${email};;;;20;;;${randomUUID()}`,
    ),
  )
  await world.registered(cafe, { document: ana, email })
  const stranger = await world.registered(cafe, { email: `x${email}` })
  expect(await membersOf(database, cafe, [ana, other, stranger.document])).toMatchObject([
    { login_type: 'EMAIL', email, amount: 10 },
    { login_type: 'PRE', email: null, amount: 20 },
    { login_type: 'EMAIL', email: `x${email}`, amount: 0 },
  ])
  const seen = await call('POST /customer/login', {
    headers: asGuest(cafe),
    body: { identifier: `x${email}`, password: 'segredo1' },
  })
  expect(seen.status).toBe(200)
})
