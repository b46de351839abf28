import { randomUUID } from 'node:crypto'

import { expect, test } from 'vitest'

import { createProviderWorld, now, person } from '#api/testing/fakes/provider.ts'
import { asCustomer, newCpf, errorOf, sale } from '#api/testing/worlds/world.ts'
import type { ResponseOf } from '#contract/endpoints/endpoints.ts'
import { rows, sql } from '#database/sql.ts'

const {
  provider,
  cafe,
  call,
  create,
  createCompany,
  customerVia,
  database,
  generate,
  read,
  registered,
  mails,
} = await createProviderWorld()

test('an account gets 404 from customer calls until create-via-firebase creates its customer [R3.10]', async () => {
  const account = person()
  const token = await provider.idToken(account, now)
  for (const key of ['GET /customer', 'GET /customer/balance', 'GET /points'] as const) {
    const answer = await call(key, { headers: asCustomer(cafe, token) })
    expect(errorOf(answer)).toMatchObject({ status: 404, type: 'customer_not_found' })
  }
  const created = await create(cafe, token)
  expect(created).toMatchObject({
    status: 201,
    body: {
      name: 'Rui Prado',
      email: account.email,
      emailVerified: true,
      login_type: 'GOOGLE',
      document: null,
      opt_in: false,
      require_password: false,
    },
  })
  expect((await read(token)).body).toEqual(created.body)
  const balance = await call('GET /customer/balance', { headers: asCustomer(cafe, token) })
  expect(balance.body).toEqual({ amount_balance: 0, value_balance: 0 })
})

test.each([
  ['google.com', 'GOOGLE'],
  ['facebook.com', 'FACEBOOK'],
  ['password', 'EMAIL'],
  ['phone', 'PHONE'],
  ['apple.com', 'UNKNOWED'],
  ['constructor', 'UNKNOWED'],
])(
  'a customer who signs in through %s has the login_type %s [R3.10]',
  async (sign_in_provider, login_type) => {
    expect(await customerVia(person({ sign_in_provider }))).toMatchObject({ login_type })
  },
)

test('the phone of a sign-in by phone counts as proven; a foreign number is not stored [R3.10]', async () => {
  const sub = randomUUID()
  const phone_number = '+5511987654321'
  const by_phone = { sub, phone_number, sign_in_provider: 'phone' }
  const token = await provider.idToken(by_phone, now)
  expect((await create(cafe, token)).body).toMatchObject({ phone: phone_number, email: null })
  const [{ proven }] = (await rows<{ proven: boolean }>(
    database,
    sql`select phone_verified_at is not null as proven from customer where company_id = ${cafe.id} and phone = ${phone_number}`,
  )) as [{ proven: boolean }]
  expect(proven).toBe(true)
  const foreign = await provider.idToken(
    { ...by_phone, sub: randomUUID(), phone_number: '+15551234567' },
    now,
  )
  expect((await create(cafe, foreign)).body).toMatchObject({ phone: null })
})

test('a resend of the confirmation to an account without an email is refused and mails nothing [R3.14]', async () => {
  const account = { sub: randomUUID(), phone_number: '+5511977776666', sign_in_provider: 'phone' }
  const { headers } = await customerVia(account)
  const sent = mails.length
  const answer = await call('POST /customer/email-confirmation/resend', { headers })
  expect(errorOf(answer)).toEqual({ status: 422, type: 'validation' })
  expect(mails).toHaveLength(sent)
})

test('a proven phone is taken from a customer who has only entered it [R3.10]', async () => {
  const phone = '+5511912345678'
  const squatter = await registered(cafe)
  await call('PUT /customer', { headers: squatter.headers, body: { phone } })
  const token = await provider.idToken(
    { sub: randomUUID(), phone_number: phone, sign_in_provider: 'phone' },
    now,
  )
  expect((await create(cafe, token)).body).toMatchObject({ phone })
  expect((await call('GET /customer', { headers: squatter.headers })).body).toMatchObject({
    phone: null,
  })
})

test('an unproven phone is taken also from a customer without an email [R3.10]', async () => {
  const phone_number = '+5511955556666'
  const squatter = await provider.idToken(
    { sub: randomUUID(), sign_in_provider: 'facebook.com' },
    now,
  )
  await create(cafe, squatter, { phone: phone_number })
  const owner = { sub: randomUUID(), phone_number, sign_in_provider: 'phone' }
  const made = await create(cafe, await provider.idToken(owner, now))
  expect(made).toMatchObject({ status: 201, body: { phone: phone_number } })
  expect((await read(squatter)).body).toMatchObject({ phone: null })
})

test('a phone that another account has proven gets used_phone, and no customer is created [R3.10]', async () => {
  const phone_number = '+5511911112222'
  const first = { sub: randomUUID(), phone_number, sign_in_provider: 'phone' }
  await create(cafe, await provider.idToken(first, now))
  const token = await provider.idToken({ ...first, sub: randomUUID() }, now)
  expect(errorOf(await create(cafe, token))).toMatchObject({ status: 422, type: 'used_phone' })
  expect((await read(token)).status).toBe(404)
})

test('a registered email, proven or not, gets used_email: accounts are never joined [R3.10 T10]', async () => {
  const customer = await registered(cafe)
  for (const email_verified of [true, false]) {
    const account = person({ email: customer.email, email_verified })
    const token = await provider.idToken(account, now)
    expect(errorOf(await create(cafe, token))).toMatchObject({ status: 422, type: 'used_email' })
    expect((await read(token)).status).toBe(404)
  }
  expect((await call('GET /customer', { headers: customer.headers })).body).toMatchObject({
    login_type: 'EMAIL',
  })
})

test('an email that was typed, or that the provider has not proven, must be confirmed [R3.10]', async () => {
  mails.length = 0
  const unproven = await customerVia(
    person({ email_verified: false, sign_in_provider: 'facebook.com' }),
  )
  const token = await provider.idToken({ sub: randomUUID(), sign_in_provider: 'facebook.com' }, now)
  const email = `${randomUUID()}@exemplo.com.br`
  const answer = (await create(cafe, token, { email, name: 'Lia' }))
    .body as ResponseOf<'GET /customer'>
  expect(answer).toMatchObject({ email, name: 'Lia', emailVerified: false })
  expect(unproven.emailVerified).toBe(false)
  expect(mails).toMatchObject([
    { kind: 'email_confirmation', customer_id: unproven.id },
    { kind: 'email_confirmation', customer_id: answer.id },
  ])
})

test('create-via-firebase accepts null for fields that the portal does not know [R3.10]', async () => {
  const nothing = { name: null, address: null, email: null, phone: null, birthdate: null }
  const account = person()
  const token = await provider.idToken(account, now)
  const body = { ...nothing, document: null, password: null, company_id: cafe.id }
  expect(await create(cafe, token, body)).toMatchObject({
    status: 201,
    body: { name: 'Rui Prado', email: account.email, birthdate: null, require_password: false },
  })
})

test('concurrent calls of create-via-firebase create one customer [R3.10]', async () => {
  const token = await provider.idToken(person(), now)
  const answers = await Promise.all(Array.from({ length: 8 }, () => create(cafe, token)))
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(201))
  expect(new Set(answers.map(({ body }) => (body as { id: string }).id)).size).toBe(1)
})

test('a pre-registered document gives its points to the customer, also when it is added later [D3]', async () => {
  const [atOnce, later] = [newCpf(), newCpf()]
  await generate(cafe, sale(atOnce))
  await generate(cafe, sale(later))
  const first = await customerVia(person(), { document: atOnce })
  expect(first.balance.amount_balance).toBe(100)
  const second = await customerVia(person())
  await call('PUT /customer', { headers: second.headers, body: { document: later } })
  expect((await read(second.token)).body).toMatchObject({
    document: later,
    balance: { amount_balance: 100 },
  })
  // Adding the document opens no second session.
  const devices = await call('GET /customer/session', { headers: second.headers })
  expect(devices.body).toHaveLength(1)
})

test.each([
  ['underage', '2015-01-01'],
  ['overage', '1930-01-01'],
])(
  '%s applies age limits if a birthdate is sent, and registers no customer outside them [R5.4]',
  async (type, birthdate) => {
    const adults = await createCompany(type, {
      settings: { is_age_restriction_enabled: true, allow_from_age: 18, allow_to_age: 80 },
    })
    const token = await provider.idToken(person(), now)
    const answer = await create(adults, token, { birthdate })
    expect(errorOf(answer)).toMatchObject({ status: 422, type })
    expect((await read(token, adults)).status).toBe(404)
  },
)

test('the CPF of a registered customer gets used_document, and no customer is created [R3.10]', async () => {
  const { document } = await registered(cafe)
  const token = await provider.idToken(person(), now)
  const answer = await create(cafe, token, { document })
  expect(errorOf(answer)).toMatchObject({ status: 422, type: 'used_document' })
  expect((await read(token)).status).toBe(404)
})

test('create-via-firebase stores the given consents and no others [D12]', async () => {
  const { headers } = await customerVia(person(), { opt_in: true })
  const consents = await call('GET /customer/consent', { headers })
  expect(consents.body).toMatchObject([{ kind: 'OPT_IN', is_granted: true }])
})
