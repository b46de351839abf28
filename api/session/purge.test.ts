import { expect, test } from 'vitest'

import { asGuest, createWorld } from '#api/testing/worlds/world.ts'
import { row, sql } from '#database/sql.ts'

import { purgeExpired } from './purge.ts'

const world = await createWorld()
const { cafe, database, call } = world

async function remainingRows() {
  return row(
    database,
    sql`select (select count(*) from mailed_token) as tokens,
               (select count(*) from attempt) as attempts,
               (select count(*) from integration_token) as codes,
               (select count(*) from session) as sessions`,
  )
}

test('the purge deletes sessions, tokens and attempts that expired a day ago, and no others [D10 D12]', async () => {
  const customer = await world.registered(cafe)
  await world.mailedToken(cafe, customer, 'LOGIN')
  await world.mailedToken(cafe, customer, 'CONFIRMATION')
  const wrong = { identifier: customer.email, password: 'outra-senha' }
  await call('POST /customer/login', { headers: asGuest(cafe), body: wrong })
  await call('GET /customer/generate-integration-token', { headers: customer.headers })
  const all = await remainingRows()
  expect(all).toMatchObject({ tokens: 2, codes: 1, sessions: 1 })

  await purgeExpired(database, new Date('2026-11-21T15:00:00Z'))
  expect(await remainingRows()).toEqual(all)
  await purgeExpired(database, new Date('2026-11-21T15:30:00Z'))
  expect(await remainingRows()).toEqual({ tokens: 1, attempts: 0, codes: 0, sessions: 1 })
  await purgeExpired(database, new Date('2026-11-28T15:30:00Z'))
  expect(await remainingRows()).toEqual({ tokens: 0, attempts: 0, codes: 0, sessions: 1 })
  await purgeExpired(database, new Date('2027-01-20T14:30:00Z'))
  expect(await remainingRows()).toMatchObject({ sessions: 1 })
  await purgeExpired(database, new Date('2027-01-20T15:30:00Z'))
  expect(await remainingRows()).toMatchObject({ sessions: 0 })
})
