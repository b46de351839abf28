import { randomUUID } from 'node:crypto'

import { expect, test } from 'vitest'

import { createProviderWorld, now, person } from '#api/testing/fakes/provider.ts'
import { asCustomer, asGuest, errorOf } from '#api/testing/worlds/world.ts'
import { rows, sql } from '#database/sql.ts'

import { purgeExpired } from './purge.ts'

const {
  provider,
  cafe,
  call,
  create,
  customerVia,
  database,
  mailedToken,
  moveClock,
  now: present,
  read,
  registered,
} = await createProviderWorld()

/** The number of devices that the customer's own list shows. */
async function devicesOf(token: string): Promise<number> {
  const { body } = await call('GET /customer/session', { headers: asCustomer(cafe, token) })
  return (body as unknown[]).length
}

async function customerCount(): Promise<number> {
  const found = await rows(database, sql`select id from customer where company_id = ${cafe.id}`)
  return found.length
}

test('a sign-in stays one device through all its renewed ID tokens [T12]', async () => {
  const account = person({ auth_time: now.getTime() / 1000 })
  const { headers } = await customerVia(account)
  await call('GET /customer', { headers })
  moveClock('2026-11-20T15:50:00Z')
  const renewed = asCustomer(cafe, await provider.idToken(account, present()))
  const devices = await call('GET /customer/session', { headers: renewed })
  expect(devices.body).toMatchObject([{ is_current: true }])
  expect(devices.body).toHaveLength(1)
})

test('a sign-in at the provider counts as activity of the customer [D16]', async () => {
  const account = person({ auth_time: now.getTime() / 1000 })
  const { token } = await customerVia(account)
  await rows(database, sql`delete from customer_activity where company_id = ${cafe.id}`)
  moveClock('2026-11-21T15:00:00Z')
  const renewed = await provider.idToken(account, present())
  expect(renewed).not.toBe(token)
  expect((await read(renewed)).status).toBe(200)
  const seen = await rows(
    database,
    sql`select last_seen_on from customer_activity where company_id = ${cafe.id}`,
  )
  expect(seen).toEqual([{ last_seen_on: '2026-11-21' }])
  moveClock(now.toISOString())
})

test('a logout ends all ID tokens of the sign-in, unseen ones too; a new sign-in works [R3.7 T12]', async () => {
  const account = person({ auth_time: now.getTime() / 1000 })
  const { headers, token } = await customerVia(account)
  const renewed = await provider.idToken(account, new Date(now.getTime() + 1000))
  expect((await read(renewed)).status).toBe(200)
  const unseen = await provider.idToken(account, new Date(now.getTime() + 2000))
  await call('DELETE /customer/session', { headers })
  for (const dead of [token, renewed, unseen]) expect((await read(dead)).status).toBe(401)
  const again = await provider.idToken({ ...account, auth_time: now.getTime() / 1000 + 60 }, now)
  expect((await read(again)).status).toBe(200)
  expect(await devicesOf(again)).toBe(1)
})

test('a sign-in can be ended from another device, by its own customer only [T12]', async () => {
  const account = person({ auth_time: now.getTime() / 1000 })
  const { headers, token } = await customerVia(account)
  await call('GET /customer', { headers })
  const [device] = (await call('GET /customer/session', { headers })).body as { id: string }[]
  const stranger = await registered(cafe)
  const strangersCall = { headers: stranger.headers, params: { id: device!.id }, body: {} }
  expect((await call('DELETE /customer/session/{id}', strangersCall)).status).toBe(404)
  expect((await read(token)).status).toBe(200)
  const phone = asCustomer(
    cafe,
    await provider.idToken({ ...account, auth_time: account.auth_time + 9 }, now),
  )
  expect((await call('GET /customer/session', { headers: phone })).body).toHaveLength(2)
  await call('DELETE /customer/session/{id}', {
    headers: phone,
    params: { id: device!.id },
    body: {},
  })
  expect((await read(token)).status).toBe(401)
  expect((await call('GET /customer/session', { headers: phone })).body).toHaveLength(1)
})

test('a new password ends all other sign-ins, also those of which Fiel has seen no token [T12 D10]', async () => {
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
  expect(await devicesOf(token)).toBe(1)
})

test('a sign-in ends after 60 days, even if its last ID token is still valid [R3.1]', async () => {
  const account = person({ auth_time: now.getTime() / 1000 })
  await customerVia(account)
  moveClock('2027-01-19T14:30:00Z')
  const last = await provider.idToken(account, present())
  expect((await read(last)).status).toBe(200)
  moveClock('2027-01-19T15:00:00Z')
  expect((await read(last)).status).toBe(401)
  const later = { ...account, auth_time: present().getTime() / 1000 }
  expect(await devicesOf(await provider.idToken(later, present()))).toBe(1)
})

test('a logout that races with the admission of renewed tokens ends all of them [T12]', async () => {
  for (let round = 0; round < 15; round += 1) {
    const account = person({ auth_time: now.getTime() / 1000 })
    const { headers } = await customerVia(account)
    await call('GET /customer', { headers })
    const renewed = await Promise.all(
      [1, 2, 3].map((s) => provider.idToken(account, new Date(now.getTime() + s * 1000))),
    )
    await Promise.all([
      ...renewed.map((token) => read(token)),
      call('DELETE /customer/session', { headers }),
    ])
    for (const token of renewed) expect((await read(token)).status).toBe(401)
    const later = { ...account, auth_time: account.auth_time + 60 }
    expect(await devicesOf(await provider.idToken(later, now))).toBe(1)
  }
})

test('an ended sign-in cannot create a customer [T12]', async () => {
  const account = person({ auth_time: now.getTime() / 1000 })
  const { headers, token } = await customerVia(account)
  await call('GET /customer', { headers })
  await call('DELETE /customer/session', { headers })
  const before = await customerCount()
  expect((await create(cafe, token)).status).toBe(401)
  expect(await customerCount()).toBe(before)
})

test('generate-token issues a token of Fiel that lives beyond the ID token and ends with a logout [R3.5]', async () => {
  const { headers, id } = await customerVia(person({ auth_time: now.getTime() / 1000 }))
  const { token } = (await call('GET /customer/generate-token', { headers })).body as {
    token: string
  }
  expect((await read(token)).body).toMatchObject({ id })
  expect((await call('GET /customer/session', { headers })).body).toHaveLength(1)
  moveClock('2026-12-15T15:00:00Z')
  expect((await read(token)).status).toBe(200)
  await call('DELETE /customer/session', { headers: asCustomer(cafe, token) })
  expect((await read(token)).status).toBe(401)
})

test('a token of Fiel lasts at most 60 days; guests and customers without a provider get none [R3.1 R3.5]', async () => {
  const by_email = await registered(cafe)
  const own = await call('GET /customer/generate-token', { headers: by_email.headers })
  expect(own.status).toBe(404)
  expect(await devicesOf(by_email.token)).toBe(1)
  const guest = await call('GET /customer/generate-token', { headers: asGuest(cafe) })
  expect(guest.status).toBe(401)
  const { headers } = await customerVia(person({ auth_time: now.getTime() / 1000 }))
  let { token } = (await call('GET /customer/generate-token', { headers })).body as {
    token: string
  }
  for (const day of ['2026-12-10', '2027-01-05']) {
    moveClock(`${day}T15:00:00Z`)
    const next = await call('GET /customer/generate-token', { headers: asCustomer(cafe, token) })
    ;({ token } = next.body as { token: string })
  }
  moveClock('2027-01-20T15:00:00Z')
  expect((await read(token)).status).toBe(401)
})

test('a provider account with an unproven email is detached once the owner proves the mailbox [T10]', async () => {
  const squatter = person({
    email_verified: false,
    sign_in_provider: 'password',
    auth_time: now.getTime() / 1000 - 10,
  })
  const made = await customerVia(squatter)
  const token = await mailedToken(cafe, { id: made.id, email: squatter.email }, 'LOGIN')
  const body = { token, email: squatter.email }
  expect((await call('POST /customer/login', { headers: asGuest(cafe), body })).status).toBe(200)
  expect((await read(made.token)).status).toBe(404)
  moveClock('2026-11-20T15:10:00Z')
  const again = await provider.idToken(
    { ...squatter, auth_time: now.getTime() / 1000 + 590 },
    present(),
  )
  expect((await read(again)).status).toBe(404)
  expect(errorOf(await create(cafe, again)).type).toBe('used_email')
})

test('when a provider account is detached, the customer’s phone from it is removed too [T10]', async () => {
  const email = `${randomUUID()}@vitima.com.br`
  const phone_number = '+5511933334444'
  const by_phone = { sub: randomUUID(), phone_number, sign_in_provider: 'phone' }
  const made = await customerVia(by_phone, { email })
  const token = await mailedToken(cafe, { id: made.id, email }, 'LOGIN')
  const answer = await call('POST /customer/login', {
    headers: asGuest(cafe),
    body: { token, email },
  })
  expect(answer.body).toMatchObject({ data: { email, phone: null } })
  expect((await read(made.token)).status).toBe(404)
})

test('a sign-in that proves the mailbox at the provider ends the earlier password and sessions [T10]', async () => {
  const account = person({
    email_verified: false,
    sign_in_provider: 'password',
    auth_time: now.getTime() / 1000 - 60,
  })
  const squatter = await customerVia(account, { password: 'doladrao1' })
  expect((await read(squatter.token)).status).toBe(200)
  const owner = await provider.idToken(
    {
      ...account,
      email_verified: true,
      sign_in_provider: 'google.com',
      auth_time: now.getTime() / 1000,
    },
    now,
  )
  expect((await read(owner)).body).toMatchObject({ emailVerified: true, require_password: false })
  const body = { identifier: account.email, password: 'doladrao1' }
  expect((await call('POST /customer/login', { headers: asGuest(cafe), body })).status).toBe(422)
  expect((await read(squatter.token)).status).toBe(401)
  expect((await read(owner)).status).toBe(200)
})

test('confirming the email in a session keeps password and session, also with a new ID token [T10 R3.14]', async () => {
  const account = person({ email_verified: false, auth_time: now.getTime() / 1000 })
  const made = await customerVia(account, { password: 'girassol9' })
  const token = await mailedToken(cafe, { id: made.id, email: account.email }, 'CONFIRMATION')
  const renewed = await provider.idToken(account, new Date(now.getTime() + 2000))
  const confirmed = await call('POST /customer/email-confirmation', {
    headers: asCustomer(cafe, renewed),
    body: { token },
  })
  expect(confirmed.body).toEqual({ password_ended: false })
  expect((await read(renewed)).body).toMatchObject({ emailVerified: true, require_password: true })
})

test('a guest endpoint ignores an invalid ID token', async () => {
  const forged = await provider.idToken(person(), now, {}, await provider.newKey('nobody'))
  const count = () =>
    rows(database, sql`select id from provider_sign_in where company_id = ${cafe.id}`)
  const before = await count()
  const answer = await call('GET /level', { headers: asCustomer(cafe, forged) })
  const asNobody = await call('GET /level', { headers: asGuest(cafe) })
  expect(answer).toMatchObject({ status: 200, body: asNobody.body })
  expect(await count()).toEqual(before)
})

test('the purge deletes a sign-in after its end, even if a late ID token was used', async () => {
  const account = person({ auth_time: now.getTime() / 1000 })
  const { headers } = await customerVia(account)
  await call('GET /customer', { headers })
  for (const day of ['2026-12-15T15:00', '2027-01-05T15:00', '2027-01-19T14:30']) {
    moveClock(`${day}:00Z`)
    expect((await read(await provider.idToken(account, present()))).status).toBe(200)
  }
  for (const day of ['2027-01-20T15:10', '2027-01-25T15:10']) {
    moveClock(`${day}:00Z`)
    await purgeExpired(database, present())
  }
  const signIns = await rows(
    database,
    sql`select 1 from provider_sign_in where company_id = ${cafe.id} and subject = ${account.sub}`,
  )
  expect(signIns).toEqual([])
})
