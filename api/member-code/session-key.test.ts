/** Each session receives a key of its own for its member codes, which ends with it (D14). */

import { expect, test } from 'vitest'

import { createProviderWorld, now, person } from '#api/testing/fakes/provider.ts'
import { codesOf } from '#api/testing/worlds/phone.ts'
import { asCustomer, asGuest, asPartner, errorOf } from '#api/testing/worlds/world.ts'
import type { SignedIn } from '#contract/customer.ts'
import { memberCode, type MemberCodeKey, memberCodeStep } from '#contract/member-code.ts'

const world = await createProviderWorld()
const { provider, cafe, posto, call, customerVia, mailedToken, moveClock, registered } = world
const { phoneOf, codeOf } = codesOf(world)

/** The answer to a till that names a customer by the key's current code. */
async function lookUp({ key, session_ref }: MemberCodeKey) {
  const step = memberCodeStep(world.now().getTime())
  const code = await memberCode(key, { company_id: cafe.id, session_ref, step })
  return call('GET /partner/customer', { headers: asPartner(cafe), query: { code } })
}

async function read(headers: Record<string, string>): Promise<MemberCodeKey> {
  const answer = await call('GET /customer/member-code', { headers })
  expect(answer.status).toBe(200)
  return answer.body as MemberCodeKey
}

test('each way to sign in returns the member-code key that the session reads later [D14 R3]', async () => {
  const customer = await registered(cafe)
  const { email, password, id } = customer
  const guest = { headers: asGuest(cafe) }
  const confirmation = await mailedToken(cafe, customer, 'CONFIRMATION')
  const body = { token: confirmation, current_password: password }
  const answers = [
    await call('POST /customer/email-confirmation', { ...guest, body }),
    await call('POST /customer/login', { ...guest, body: { identifier: email, password } }),
    await call('POST /customer/login', {
      ...guest,
      body: { token: await mailedToken(cafe, customer, 'LOGIN'), email },
    }),
  ].map((answer) => answer.body as SignedIn)
  const refs = new Set<string>()
  for (const { token, member_code } of answers) {
    expect(await read(asCustomer(cafe, token))).toEqual(member_code)
    expect(await lookUp(member_code)).toMatchObject({ status: 200, body: { id } })
    refs.add(member_code.session_ref)
  }
  expect(refs.size).toBe(3)
})

test('a registration returns the member-code key that the session reads later [D14 R3.11]', async () => {
  const other = await call('POST /customer/create-via-email', {
    headers: asGuest(posto),
    body: { ...(await registered(cafe)), id: undefined, token: undefined, headers: undefined },
  })
  const { token, member_code } = other.body as SignedIn
  expect(await read(asCustomer(posto, token))).toEqual(member_code)
})

test('all tokens of one provider sign-in have one member-code key, which ends with the sign-in [D14 R3.5]', async () => {
  const account = person({ auth_time: now.getTime() / 1000 })
  const { headers, id } = await customerVia(account)
  const key = await read(headers)
  const generated = await call('GET /customer/generate-token', { headers })
  const { token, member_code } = generated.body as SignedIn
  expect(member_code).toEqual(key)
  moveClock('2026-11-20T15:50:00Z')
  const renewed = asCustomer(cafe, await provider.idToken(account, world.now()))
  const { server_time, ...same } = await read(renewed)
  expect({ ...same, server_time: key.server_time }).toEqual(key)
  expect(server_time).toBe('2026-11-20T15:50:00.000Z')
  // The first ID token has expired, but the sign-in has not.
  moveClock('2026-11-20T18:00:00Z')
  expect(await lookUp(key)).toMatchObject({ status: 200, body: { id } })
  await call('DELETE /customer/session', { headers: asCustomer(cafe, token) })
  expect(errorOf(await lookUp(key)).type).toBe('customer_not_found')
})

test('a member-code key ends with its session: sign-out here or remotely, new password, 60 days [D14 D10]', async () => {
  const phone = await phoneOf(cafe)
  const { email, password, headers } = phone
  const signIn = async (secret: string) => {
    const answer = await call('POST /customer/login', {
      headers: asGuest(cafe),
      body: { identifier: email, password: secret },
    })
    return answer.body as SignedIn
  }
  const signedOut = await signIn(password)
  await call('DELETE /customer/session', { headers: asCustomer(cafe, signedOut.token) })
  expect((await lookUp(signedOut.member_code)).status).toBe(404)

  const lostPhone = await signIn(password)
  const devices = await call('GET /customer/session', {
    headers: asCustomer(cafe, lostPhone.token),
  })
  const { id } = (devices.body as { id: string; is_current: boolean }[]).find(
    (device) => device.is_current,
  )!
  await call('DELETE /customer/session/{id}', { headers, params: { id }, body: {} })
  expect((await lookUp(lostPhone.member_code)).status).toBe(404)

  const before = await signIn(password)
  const changed = {
    current_password: password,
    password: 'outra123',
    password_confirmation: 'outra123',
  }
  expect((await call('PUT /customer', { headers, body: changed })).status).toBe(200)
  expect((await lookUp(before.member_code)).status).toBe(404)
  expect((await lookUp(phone.member_code)).status).toBe(200)

  moveClock('2027-01-19T14:59:00Z')
  expect((await lookUp(phone.member_code)).status).toBe(200)
  moveClock('2027-01-19T15:00:30Z')
  expect((await lookUp(phone.member_code)).status).toBe(404)
})

test('member-code keys of two sessions differ; without a token of the company there is none (401) [D14]', async () => {
  const [one, another] = [await phoneOf(cafe), await phoneOf(cafe)]
  expect(one.member_code.key).not.toBe(another.member_code.key)
  const { session_ref } = another.member_code
  const forged = await codeOf({ ...one, member_code: { ...one.member_code, session_ref } })
  const headers = asPartner(cafe)
  const answer = await call('GET /partner/customer', { headers, query: { code: forged } })
  expect(errorOf(answer).type).toBe('customer_not_found')
  const elsewhere = { ...one.headers, 'company-id': posto.id }
  for (const refused of [asGuest(cafe), elsewhere]) {
    expect(errorOf(await call('GET /customer/member-code', { headers: refused })).status).toBe(401)
  }
})
