import { expect, test } from 'vitest'

import { createWorld, errorOf } from '#api/testing/worlds/world.ts'
import { rows, sql } from '#database/sql.ts'

const keys = { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) }
const world = await createWorld({ allowsPrivate: false })
const customer = await world.registered(world.cafe)

test.each([
  'http://updates.push.services.mozilla.com/um',
  'https://127.0.0.1/um',
  'https://10.0.0.7/um',
  'https://169.254.169.254/latest',
  'https://[::1]/um',
  'https://[::ffff:10.0.0.7]/um',
  'ftp://updates.push.services.mozilla.com/um',
  'um',
  'https://push.example/um',
  'https://push.services.mozilla.com.example/um',
  'https://notpush.apple.com/um',
  'https://updates.push.services.mozilla.com/\u0000um',
  'https://updates.push.services.mozilla.com/\num',
  'https://updates.push.services.mozilla.com/\ud800um',
  'https://ana@updates.push.services.mozilla.com/um',
  'https://:senha@updates.push.services.mozilla.com/um',
  'https://updates.push.services.mozilla.com/um#dois',
  `https://updates.push.services.mozilla.com/${'é'.repeat(400)}`,
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

test.each([
  'https://fcm.googleapis.com/fcm/send/um',
  'https://updates.push.services.mozilla.com/wpush/v2/um',
  'https://web.push.apple.com/um',
  'https://wns2-par02p.notify.windows.com/w/?token=um',
])('the push service of a browser, as %s, is accepted [D21]', async (endpoint) => {
  const { headers } = await world.registered(world.cafe)
  const answer = await world.call('POST /notification/subscription', {
    headers,
    body: { endpoint, keys },
  })
  expect(answer.status).toBe(204)
})

test('a public address is stored in the normal form of a URL [D21]', async () => {
  const answer = await world.call('POST /notification/subscription', {
    headers: customer.headers,
    body: { endpoint: 'https://UPDATES.push.services.mozilla.com:443/a/../é', keys },
  })
  expect(answer.status).toBe(204)
  const stored = sql`select endpoint from push_subscription where company_id = ${world.cafe.id} and customer_id = ${customer.id}`
  expect(await rows(world.database, stored)).toEqual([
    { endpoint: 'https://updates.push.services.mozilla.com/%C3%A9' },
  ])
})
