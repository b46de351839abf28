import { afterAll, expect, test } from 'vitest'

import { reseal } from '#api/reseal/reseal.ts'
import { openSealed } from '#api/secret/sealed-database.ts'
import { staffOf, staffPassword, withCookieOf } from '#api/testing/worlds/staff.ts'
import { asGuest, createWorld } from '#api/testing/worlds/world.ts'
import { openPool } from '#database/sql.ts'

const world = await createWorld()
const { cafe } = world
const older = world.secret.first.bytes
const newer = Buffer.alloc(32, 'nova')
const pool = openPool(world.url, 5)
afterAll(() => pool.end())

test('an authenticator is sealed again by fiel reseal and works with the new secret alone [D15 D20]', async () => {
  for (const list of [[older], [older, newer]]) await openSealed(pool, list)
  const ana = await staffOf(world, cafe)
  const rui = await staffOf(world, cafe)
  const lines: string[] = []
  const print = (line: string) => void lines.push(line)
  const secret = await openSealed(pool, [newer, older])
  const options = { database: pool, secret, print, now: new Date(), watch_ms: 0, batchSize: 1 }
  expect(await reseal(options)).toBe(true)
  expect(lines.slice(0, 2)).toEqual([
    'To seal: 2 authenticators of staff.',
    'Sealed: 2 authenticators of staff.',
  ])
  const { call } = await world.nodeWith(undefined, await openSealed(pool, [newer]))
  for (const member of [ana, rui]) {
    const body = { email: member.email, password: staffPassword }
    const headers = withCookieOf(
      cafe,
      await call('POST /admin/session', { headers: asGuest(cafe), body }),
    )
    const code = { code: member.totpCode() }
    expect((await call('POST /admin/session/totp', { headers, body: code })).status).toBe(200)
  }
})
