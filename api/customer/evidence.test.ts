/** A session may be stolen: what needs the password or a sign-in of the last 10 minutes (ASVS 7.5.1, 7.5.2). */

import { afterEach, describe, expect, test } from 'vitest'

import { asCustomer, asGuest, createWorld, errorOf, newCpf } from '#api/testing/worlds/world.ts'
import type { Session } from '#contract/session.ts'
import { rows, sql } from '#database/sql.ts'

const world = await createWorld()
const { cafe, call, database } = world
const began = world.now().toISOString()
const minutesLater = (minutes: number) =>
  world.moveClock(new Date(Date.parse(began) + minutes * 60_000).toISOString())
afterEach(() => world.moveClock(began))

let numbers = 0
const newPhone = () => `119876${String((numbers += 1)).padStart(5, '0')}`

type Customer = Awaited<ReturnType<typeof world.registered>>

const change = ({ headers }: Pick<Customer, 'headers'>, body: object) =>
  call('PUT /customer', { headers, body })

async function forgetPassword({ id }: Customer): Promise<void> {
  await rows(
    database,
    sql`update customer set password_hash = null where company_id = ${cafe.id} and id = ${id}`,
  )
}

async function phoneOf({ headers }: Customer): Promise<string | null> {
  return ((await call('GET /customer', { headers })).body as { phone: string | null }).phone
}

describe('a new phone', () => {
  test('needs the password once the sign-in is older than 10 minutes, and changes nothing without [R4.3]', async () => {
    const customer = await world.registered(cafe)
    const [first, second] = [newPhone(), newPhone()]
    minutesLater(10)
    expect((await change(customer, { phone: first })).status).toBe(200)
    minutesLater(11)
    for (const phone of [second, null]) {
      expect(errorOf(await change(customer, { phone }))).toEqual({
        status: 422,
        type: 'password_required',
        fields: { current_password: ['Informe sua senha'] },
      })
    }
    const wrong = { phone: second, current_password: 'errada1' }
    expect(errorOf(await change(customer, wrong))).toMatchObject({ type: 'wrong_password' })
    expect(await phoneOf(customer)).toBe(`+55${first}`)
    const right = { phone: second, current_password: customer.password }
    expect((await change(customer, right)).status).toBe(200)
    expect(await phoneOf(customer)).toBe(`+55${second}`)
  })

  test('or a document in place of another needs it too, and a first document does not [R4.3]', async () => {
    const customer = await world.registered(cafe)
    const first = customer.document
    minutesLater(11)
    const document = newCpf()
    expect(errorOf(await change(customer, { document })).type).toBe('password_required')
    const { headers } = customer
    expect((await call('GET /customer', { headers })).body).toMatchObject({ document: first })
    const right = { document, current_password: customer.password }
    expect((await change(customer, right)).status).toBe(200)
    await rows(
      database,
      sql`update customer set document = null where company_id = ${cafe.id} and id = ${customer.id}`,
    )
    expect((await change(customer, { document: newCpf() })).status).toBe(200)
  })

  test('that is the stored one needs no password, and neither has a name [R4.3]', async () => {
    const customer = await world.registered(cafe)
    const phone = newPhone()
    await change(customer, { phone })
    minutesLater(11)
    expect((await change(customer, { phone, name: 'Ana Luz' })).status).toBe(200)
  })
})

test('an account without a password needs a sign-in of the last 10 minutes for email, phone and password [R4.3]', async () => {
  const customer = await world.confirmed(cafe)
  await forgetPassword(customer)
  const changes = [
    { email: `nova-${customer.email}` },
    { phone: newPhone() },
    { password: 'margarida7', password_confirmation: 'margarida7' },
  ]
  minutesLater(11)
  for (const body of changes) {
    expect(errorOf(await change(customer, body))).toEqual({ status: 422, type: 'sign_in_again' })
  }
  const token = await world.mailedToken(cafe, customer, 'LOGIN')
  const link = { token, email: customer.email }
  const login = await call('POST /customer/login', { headers: asGuest(cafe), body: link })
  const fresh = { headers: asCustomer(cafe, (login.body as { token: string }).token) }
  for (const body of changes) expect((await change(fresh, body)).status).toBe(200)
})

describe('the end of another device’s session', () => {
  async function withTwoDevices() {
    const customer = await world.registered(cafe)
    const body = { identifier: customer.email, password: customer.password }
    const login = await call('POST /customer/login', { headers: asGuest(cafe), body })
    const other = { headers: asCustomer(cafe, (login.body as { token: string }).token) }
    const { headers } = customer
    const sessions = (await call('GET /customer/session', { headers })).body as Session[]
    const { id } = sessions.find(({ is_current }) => !is_current)!
    // One address, so that the limits apply.
    const address = '203.0.113.7'
    const end = (typed: object) =>
      call('DELETE /customer/session/{id}', { headers, params: { id }, body: typed, address })
    const isOpen = async () => (await call('GET /customer', other)).status === 200
    return { customer, end, isOpen }
  }

  test('needs the password once the own sign-in is older than 10 minutes [D10]', async () => {
    const { customer, end, isOpen } = await withTwoDevices()
    minutesLater(11)
    expect(errorOf(await end({}))).toEqual({
      status: 422,
      type: 'password_required',
      fields: { current_password: ['Informe sua senha'] },
    })
    expect(errorOf(await end({ current_password: 'errada1' }))).toMatchObject({
      type: 'wrong_password',
    })
    expect(await isOpen()).toBe(true)
    expect((await end({ current_password: customer.password })).status).toBe(204)
    expect(await isOpen()).toBe(false)
  })

  test('needs a new sign-in for an account without a password [D10]', async () => {
    const { customer, end, isOpen } = await withTwoDevices()
    await forgetPassword(customer)
    minutesLater(11)
    expect(errorOf(await end({}))).toEqual({ status: 422, type: 'sign_in_again' })
    expect(await isOpen()).toBe(true)
    minutesLater(10)
    // There is no password that a typed one could differ from.
    expect((await end({ current_password: 'qualquer1' })).status).toBe(204)
  })

  test('counts wrong passwords as a change does, and then answers too_many_requests [T7]', async () => {
    const { end, isOpen } = await withTwoDevices()
    minutesLater(11)
    const statuses = []
    for (let n = 0; n < 8; n += 1)
      statuses.push((await end({ current_password: 'errada1' })).status)
    expect(statuses.at(-1)).toBe(429)
    expect(await isOpen()).toBe(true)
  })
})
