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
])('refuses to push to %s, and stores nothing [D21]', async (endpoint) => {
  const answer = await world.call('POST /notification/subscription', {
    headers: customer.headers,
    body: { endpoint, keys },
  })
  expect(errorOf(answer)).toMatchObject({ status: 422, type: 'validation' })
  expect(await rows(world.database, sql`select 1 from push_subscription`)).toEqual([])
})

test('accepts a public address [D21]', async () => {
  const answer = await world.call('POST /notification/subscription', {
    headers: customer.headers,
    body: { endpoint: 'https://push.example/um', keys },
  })
  expect(answer.status).toBe(204)
})
