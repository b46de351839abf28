import { expect, test } from 'vitest'

import { createProviderWorld, now, person } from '#api/testing/provider.ts'
import { asCustomer, asGuest } from '#api/testing/world.ts'

const {
  provider,
  cafe,
  call,
  customerVia,
  moveClock,
  now: present,
  read,
  registered,
} = await createProviderWorld()

test('T12 is one device through all the ID tokens that it is renewed by', async () => {
  const account = person({ auth_time: now.getTime() / 1000 })
  const { headers } = await customerVia(account)
  await call('GET /customer', { headers })
  moveClock('2026-11-20T15:50:00Z')
  const renewed = asCustomer(cafe, await provider.idToken(account, present()))
  const devices = await call('GET /customer/session', { headers: renewed })
  expect(devices.body).toMatchObject([{ is_current: true }])
  expect(devices.body).toHaveLength(1)
})

test('R3.7 T12 that is logged out is over with every ID token of it, those not seen yet among them; a new one lets in', async () => {
  const account = person({ auth_time: now.getTime() / 1000 })
  const { headers, token } = await customerVia(account)
  const renewed = await provider.idToken(account, new Date(now.getTime() + 1000))
  expect((await read(renewed)).status).toBe(200)
  const unseen = await provider.idToken(account, new Date(now.getTime() + 2000))
  await call('DELETE /customer/session', { headers })
  for (const dead of [token, renewed, unseen]) expect((await read(dead)).status).toBe(401)
  const again = await provider.idToken({ ...account, auth_time: now.getTime() / 1000 + 60 }, now)
  expect((await read(again)).status).toBe(200)
})

test('T12 can be ended from another device, and only by its own person', async () => {
  const account = person({ auth_time: now.getTime() / 1000 })
  const { headers, token } = await customerVia(account)
  await call('GET /customer', { headers })
  const [device] = (await call('GET /customer/session', { headers })).body as { id: string }[]
  const stranger = await registered(cafe)
  const theirs = { headers: stranger.headers, params: { id: device!.id } }
  expect((await call('DELETE /customer/session/{id}', theirs)).status).toBe(404)
  expect((await read(token)).status).toBe(200)
  const phone = asCustomer(
    cafe,
    await provider.idToken({ ...account, auth_time: account.auth_time + 9 }, now),
  )
  expect((await call('GET /customer/session', { headers: phone })).body).toHaveLength(2)
  await call('DELETE /customer/session/{id}', { headers: phone, params: { id: device!.id } })
  expect((await read(token)).status).toBe(401)
  expect((await call('GET /customer/session', { headers: phone })).body).toHaveLength(1)
})

test('T12 D10 a new password ends all sign-ins but the one that set it, those that were never seen here among them', async () => {
  const account = person({ auth_time: now.getTime() / 1000 - 600 })
  const { headers, token } = await customerVia(account)
  await call('GET /customer', { headers })
  const other = await provider.idToken({ ...account, auth_time: account.auth_time - 60 }, now)
  expect((await read(other)).status).toBe(200)
  const unseen = await provider.idToken({ ...account, auth_time: account.auth_time - 120 }, now)
  const body = { password: 'segredo2', password_confirmation: 'segredo2' }
  expect((await call('PUT /customer', { headers, body })).status).toBe(200)
  expect((await read(token)).status).toBe(200)
  const renewed = await provider.idToken(account, new Date(now.getTime() + 5000))
  expect((await read(renewed)).status).toBe(200)
  expect((await read(other)).status).toBe(401)
  expect((await read(unseen)).status).toBe(401)
})

test('T12 that nobody has used for 30 days is over', async () => {
  const account = person({ auth_time: now.getTime() / 1000 })
  const { token } = await customerVia(account)
  expect((await read(token)).status).toBe(200)
  moveClock('2026-12-21T15:00:00Z')
  expect((await read(await provider.idToken(account, present()))).status).toBe(401)
})

test("R3.5 gives a token of Fiel's own to who cannot renew it; a guest gets none", async () => {
  const { headers, id } = await customerVia(person())
  const { token } = (await call('GET /customer/generate-token', { headers })).body as {
    token: string
  }
  expect((await read(token)).body).toMatchObject({ id })
  moveClock('2026-11-25T15:00:00Z')
  expect((await read(token)).status).toBe(200)
  const guest = await call('GET /customer/generate-token', { headers: asGuest(cafe) })
  expect(guest.status).toBe(401)
})
