/** By what a person proves that the account may be deleted: the password, or a sign-in of the last 10 minutes (D16). */

import { beforeEach, expect, test } from 'vitest'

import { asGuest, createWorld, errorOf } from '#api/testing/worlds/world.ts'
import type { ErasurePreview } from '#contract/privacy.ts'
import { rows, sql } from '#database/sql.ts'

const world = await createWorld()
const { cafe: shop, call, database } = world

beforeEach(() => world.moveClock('2026-11-20T15:00:00Z'))

async function preview({ headers }: { headers: Record<string, string> }): Promise<ErasurePreview> {
  return (await call('GET /customer/erasure', { headers })).body as ErasurePreview
}

test('an erasure with a wrong password, or without one 11 minutes after the sign-in, is refused [D16]', async () => {
  const customer = await world.confirmed(shop, 100)
  const { forfeits, asks_password } = await preview(customer)
  expect(asks_password).toBe(true)
  const refused = async (changes: object) =>
    errorOf(
      await call('DELETE /customer', {
        headers: customer.headers,
        body: { forfeits, ...changes },
      }),
    )
  expect(await refused({ current_password: 'errada-1' })).toMatchObject({
    status: 422,
    type: 'wrong_password',
  })
  const present = world.now()
  world.moveClock(new Date(present.getTime() + 11 * 60_000).toISOString())
  expect(await refused({})).toMatchObject({ status: 422, type: 'password_required' })
  world.moveClock(present.toISOString())
  expect((await call('GET /customer', { headers: customer.headers })).status).toBe(200)
  expect(await preview(customer)).toMatchObject({ forfeits })
})

test('an erasure within 10 minutes of the sign-in needs no password [D16]', async () => {
  const customer = await world.registered(shop)
  const { forfeits } = await preview(customer)
  const body = { forfeits }
  const answer = await call('DELETE /customer', { headers: customer.headers, body })
  expect(answer.status).toBe(204)
  expect((await call('GET /customer', { headers: customer.headers })).status).toBe(401)
})

test('an erasure counts wrong passwords, so that a thief of the session cannot guess [D16 T7]', async () => {
  const customer = await world.registered(shop)
  const { forfeits } = await preview(customer)
  const body = { forfeits, current_password: 'errada-1' }
  const guess = () =>
    call('DELETE /customer', { headers: customer.headers, body, address: '198.51.100.7' })
  for (let n = 0; n < 6; n += 1) await guess()
  expect(errorOf(await guess())).toMatchObject({ status: 429, type: 'too_many_requests' })
})

test('the erasure of an account without a password requires a sign-in in the last 10 minutes [D16]', async () => {
  const customer = await world.confirmed(shop)
  await rows(
    database,
    sql`update customer set password_hash = null where company_id = ${shop.id} and id = ${customer.id}`,
  )
  world.moveClock('2026-11-20T15:11:00Z')
  expect(await preview(customer)).toMatchObject({ asks_password: false, is_sign_in_fresh: false })
  const { forfeits } = await preview(customer)
  const body = { forfeits }
  const stale = await call('DELETE /customer', { headers: customer.headers, body })
  expect(errorOf(stale)).toMatchObject({ status: 422, type: 'sign_in_again' })
  const token = await world.mailedToken(shop, customer, 'LOGIN')
  const link = { token, email: customer.email }
  const login = await call('POST /customer/login', { headers: asGuest(shop), body: link })
  const fresh = {
    ...asGuest(shop),
    authorization: `Bearer ${(login.body as { token: string }).token}`,
  }
  expect((await call('DELETE /customer', { headers: fresh, body })).status).toBe(204)
})
