import { expect, test } from 'vitest'

import { createWorld, errorOf } from '#api/testing/worlds/world.ts'
import { rows, sql } from '#database/sql.ts'

const keys = { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) }
const world = await createWorld({ allowsPrivate: false })
const customer = await world.registered(world.cafe)

test.each([
  'http://push.example/um',
  'https://127.0.0.1/um',
  'https://10.0.0.7/um',
  'https://169.254.169.254/latest',
  'https://[::1]/um',
  'https://[::ffff:10.0.0.7]/um',
  'ftp://push.example/um',
  'um',
  'https://push.example/\u0000um',
  'https://push.example/\num',
  'https://push.example/\ud800um',
  'https://ana@push.example/um',
  'https://:senha@push.example/um',
  'https://push.example/um#dois',
  `https://push.example/${'é'.repeat(400)}`,
])('an address %j is refused for pushes and not stored [D21]', async (endpoint) => {
  const answer = await world.call('POST /notification/subscription', {
    headers: customer.headers,
    body: { endpoint, keys },
  })
  expect(errorOf(answer)).toMatchObject({
    status: 422,
    type: 'validation',
    fields: { endpoint: [expect.stringMatching(/^Use um endereço/)] },
  })
  expect(await rows(world.database, sql`select 1 from push_subscription`)).toEqual([])
})

test('a public address is stored in the normal form of a URL [D21]', async () => {
  const answer = await world.call('POST /notification/subscription', {
    headers: customer.headers,
    body: { endpoint: 'https://PUSH.example:443/a/../é', keys },
  })
  expect(answer.status).toBe(204)
  expect(await rows(world.database, sql`select endpoint from push_subscription`)).toEqual([
    { endpoint: 'https://push.example/%C3%A9' },
  ])
})
