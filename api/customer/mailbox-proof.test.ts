/** The first proof of a mailbox ends earlier credentials, unless the caller knows the password (T10, D13). */

import { describe, expect, test } from 'vitest'

import { createProviderWorld, now as present } from '#api/testing/fakes/provider.ts'
import { asCustomer, asGuest, errorOf } from '#api/testing/worlds/world.ts'
import type { ResponseOf } from '#contract/endpoints/endpoints.ts'
import { rows, sql } from '#database/sql.ts'

const world = await createProviderWorld()
const { cafe, call } = world
world.moveClock(present.toISOString())

type Registered = Awaited<ReturnType<typeof world.registered>>
type Credentials = { current_password?: string; password?: string; password_confirmation?: string }

const forgotten = { password: 'margarida7', password_confirmation: 'margarida7' }
/** One address, so that the limits apply. */
const address = '203.0.113.140'

/** The two links that prove a mailbox, used by a browser without a session. */
const links = [
  {
    name: 'a confirmation link',
    purpose: 'CONFIRMATION',
    use: (token: string, _: Registered, body: Credentials = {}, sent: object = {}) =>
      call('POST /customer/email-confirmation', {
        headers: asGuest(cafe),
        ...sent,
        body: { token, ...body },
      }),
  },
  {
    name: 'a login link',
    purpose: 'LOGIN',
    use: (token: string, { email }: Registered, body: Credentials = {}, sent: object = {}) =>
      call('POST /customer/login', {
        headers: asGuest(cafe),
        ...sent,
        body: { token, email, keep_password: true, ...body },
      }),
  },
] as const

function passwordLogin({ email }: Registered, password: string, sent: object = {}) {
  const body = { identifier: email, password }
  return call('POST /customer/login', { headers: asGuest(cafe), body, ...sent })
}

async function statusOf(headers: Record<string, string>): Promise<number> {
  return (await call('GET /customer', { headers })).status
}

function signedIn(answer: { body: unknown }) {
  const { token, data } = answer.body as ResponseOf<'POST /customer/login'>
  return { data, headers: asCustomer(cafe, token) }
}

describe.each(links)('$name', ({ purpose, use }) => {
  test('a link without a password is refused, changes nothing and stays valid [D13]', async () => {
    const customer = await world.registered(cafe)
    const token = await world.mailedToken(cafe, customer, purpose)
    for (let opened = 0; opened < 2; opened += 1) {
      const answer = await use(token, customer)
      expect(errorOf(answer)).toMatchObject({
        status: 422,
        type: 'password_required',
        fields: { current_password: ['Informe sua senha'] },
      })
      expect(answer.body).toMatchObject({ message: 'Informe a senha da conta ou crie uma nova.' })
    }
    expect((await call('GET /customer', { headers: customer.headers })).body).toMatchObject({
      emailVerified: false,
    })
    expect((await passwordLogin(customer, customer.password)).status).toBe(200)
    expect((await use(token, customer, { current_password: customer.password })).status).toBe(200)
  })

  test('a link with the right password confirms the email, keeps sessions and signs in [D13]', async () => {
    const customer = await world.registered(cafe)
    const token = await world.mailedToken(cafe, customer, purpose)
    const answer = await use(token, customer, { current_password: customer.password })
    expect(answer.status).toBe(200)
    if (purpose === 'CONFIRMATION') expect(answer.body).toMatchObject({ password_ended: false })
    const { data, headers } = signedIn(answer)
    expect(data).toMatchObject({ id: customer.id, emailVerified: true, require_password: true })
    expect(await statusOf(headers)).toBe(200)
    expect(await statusOf(customer.headers)).toBe(200)
    expect((await passwordLogin(customer, customer.password)).status).toBe(200)
    const again = await use(token, customer, { current_password: customer.password })
    expect(errorOf(again).type).toBe(
      purpose === 'CONFIRMATION' ? 'already_confirmed' : 'expired_token',
    )
  })

  test('a link with a wrong password is refused, changes nothing and stays valid [T10]', async () => {
    const squatter = await world.registered(cafe)
    const token = await world.mailedToken(cafe, squatter, purpose)
    const wrong = await use(token, squatter, { current_password: 'errada1' })
    expect(errorOf(wrong)).toEqual({ status: 422, type: 'wrong_password' })
    expect((await call('GET /customer', { headers: squatter.headers })).body).toMatchObject({
      emailVerified: false,
    })
    expect((await use(token, squatter, forgotten)).status).toBe(200)
  })

  test('a link with a new password ends the old password, the sessions and the provider’s phone [T10]', async () => {
    const squatter = await world.registered(cafe)
    await rows(
      world.database,
      sql`update customer
             set phone = '+5511955554444', phone_verified_at = ${present}
           where company_id = ${cafe.id} and id = ${squatter.id}`,
    )
    const token = await world.mailedToken(cafe, squatter, purpose)
    const answer = await use(token, squatter, forgotten)
    if (purpose === 'CONFIRMATION') expect(answer.body).toMatchObject({ password_ended: true })
    const { data, headers } = signedIn(answer)
    expect(data).toMatchObject({ id: squatter.id, emailVerified: true, phone: null })
    expect(await statusOf(headers)).toBe(200)
    expect(await statusOf(squatter.headers)).toBe(401)
    expect(errorOf(await passwordLogin(squatter, squatter.password)).type).toBe('wrong_credentials')
    expect((await passwordLogin(squatter, forgotten.password)).status).toBe(200)
    await rows(
      world.database,
      sql`update customer set phone = null where company_id = ${cafe.id} and id = ${squatter.id}`,
    )
  })

  test('of 8 concurrent uses of a link with the right password, 1 succeeds [D10]', async () => {
    const customer = await world.registered(cafe)
    const token = await world.mailedToken(cafe, customer, purpose)
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        use(token, customer, { current_password: customer.password }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const { status } of answers) expect([200, 422]).toContain(status)
    expect(await statusOf(customer.headers)).toBe(200)
  })

  test('wrong passwords at a link are counted together with those at the login [T8]', async () => {
    const customer = await world.registered(cafe)
    const token = await world.mailedToken(cafe, customer, purpose)
    for (let tries = 0; tries < 3; tries += 1) {
      const wrong = await use(token, customer, { current_password: 'errada1' }, { address })
      expect(errorOf(wrong).type).toBe('wrong_password')
      const login = await passwordLogin(customer, 'errada1', { address })
      expect(errorOf(login).type).toBe('wrong_credentials')
    }
    const right = { current_password: customer.password }
    expect(errorOf(await use(token, customer, right, { address })).type).toBe('too_many_requests')
    // From another network the owner is not locked out, and the link is still valid.
    expect((await use(token, customer, right)).status).toBe(200)
  })

  test('a confirmation or login link needs no password if the email is already confirmed [R3.4] [R3.14]', async () => {
    const customer = await world.confirmed(cafe)
    const token = await world.mailedToken(cafe, customer, purpose)
    const answer = await use(token, customer)
    if (purpose === 'CONFIRMATION') expect(errorOf(answer).type).toBe('already_confirmed')
    else expect(answer.status).toBe(200)
    expect(await statusOf(customer.headers)).toBe(200)
    expect((await passwordLogin(customer, customer.password)).status).toBe(200)
  })
})

describe('a confirmation link', () => {
  const confirm = links[0].use

  test('a confirmation link needs the password also in the session of another account [T10]', async () => {
    const [customer, other] = [await world.registered(cafe), await world.registered(cafe)]
    const token = await world.mailedToken(cafe, customer, 'CONFIRMATION')
    const sent = { headers: other.headers }
    expect(errorOf(await confirm(token, customer, {}, sent)).type).toBe('password_required')
    const right = { current_password: customer.password }
    const answer = await confirm(token, customer, right, sent)
    expect(answer.body).toEqual({ password_ended: false })
    expect(await statusOf(other.headers)).toBe(200)
    expect(await statusOf(customer.headers)).toBe(200)
  })

  test('a confirmation link in the account’s session can set a password and opens no session [R3.14]', async () => {
    const [first, second] = [await world.registered(cafe), await world.registered(cafe)]
    const token = await world.mailedToken(cafe, first, 'CONFIRMATION')
    const answer = await confirm(token, first, {}, { headers: first.headers })
    expect(answer.body).toEqual({ password_ended: false })
    const other = await world.mailedToken(cafe, second, 'CONFIRMATION')
    const replaced = await confirm(other, second, forgotten, { headers: second.headers })
    expect(await statusOf(second.headers)).toBe(401)
    expect(await statusOf(signedIn(replaced).headers)).toBe(200)
  })
})

describe('a login link', () => {
  test('a login link alone signs in, and ends the old credentials of an unconfirmed account [R3.4] [T10]', async () => {
    const squatter = await world.registered(cafe)
    const { email } = squatter
    const token = await world.mailedToken(cafe, squatter, 'LOGIN')
    const answer = await call('POST /customer/login', {
      headers: asGuest(cafe),
      body: { token, email },
    })
    expect(answer.status).toBe(200)
    expect(await statusOf(squatter.headers)).toBe(401)
    expect(errorOf(await passwordLogin(squatter, squatter.password)).type).toBe('wrong_credentials')
  })

  test('a login link with a new password replaces a confirmed account’s password and sessions [R3.4]', async () => {
    const customer = await world.confirmed(cafe)
    const token = await world.mailedToken(cafe, customer, 'LOGIN')
    const answer = await links[1].use(token, customer, forgotten)
    expect(await statusOf(signedIn(answer).headers)).toBe(200)
    expect(await statusOf(customer.headers)).toBe(401)
    expect((await passwordLogin(customer, forgotten.password)).status).toBe(200)
  })

  test('a login link ignores a session of the account, which may be a squatter’s [T10]', async () => {
    const squatter = await world.registered(cafe)
    const token = await world.mailedToken(cafe, squatter, 'LOGIN')
    const sent = { headers: squatter.headers }
    expect(errorOf(await links[1].use(token, squatter, {}, sent)).type).toBe('password_required')
  })
})
