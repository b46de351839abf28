import { expect, test } from 'vitest'

import { createWorld, errorOf } from '#api/testing/worlds/world.ts'
import { rows, sql } from '#database/sql.ts'

const world = await createWorld({ sendsPush: false })

test('a server without a VAPID key offers no push and stores no subscription [D21]', async () => {
  const { headers } = await world.registered(world.cafe)
  const preferences = await world.call('GET /notification/preferences', { headers })
  expect(preferences.body).toMatchObject({ push: null })
  const answer = await world.call('POST /notification/subscription', {
    headers,
    body: {
      endpoint: 'https://push.example/um',
      keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) },
    },
  })
  expect(errorOf(answer)).toMatchObject({ status: 501, type: 'not_implemented' })
  expect(await rows(world.database, sql`select 1 from push_subscription`)).toEqual([])
})
