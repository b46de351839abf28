/** A customer whom the staff has blocked: sessions, every way to sign in, spending, and the traces of the act (D15). */

import { describe, expect, test } from 'vitest'

import { createProviderWorld, now, person } from '#api/testing/fakes/provider.ts'
import { fingerprint } from '#api/testing/refusal/fingerprint.ts'
import { capture, consume, hold, release } from '#api/testing/worlds/movement.ts'
import { wantsNotice } from '#api/testing/worlds/notice.ts'
import { actsOn, staffOf } from '#api/testing/worlds/staff.ts'
import {
  type Answer,
  asGuest,
  asPartner,
  errorOf,
  newCpf,
  registration,
  sale,
} from '#api/testing/worlds/world.ts'
import type { CustomerRecord } from '#contract/console/desk.ts'
import { cashierMessages, errorCodes } from '#contract/error.ts'
import type { TillIntention } from '#contract/intention.ts'
import { systemIo } from '#database/io.ts'
import { row, sql } from '#database/sql.ts'
import { createEngine } from '#engine/apply.ts'
import { audit } from '#engine/audit/audit.ts'

const world = await createProviderWorld()
const { cafe, call, database } = world
const ana = await staffOf(world, cafe, 'attendant', { name: 'Ana Prado' })
const refused = { status: 403, type: 'customer_blocked' }

function block(id: string, reason = 'fraud') {
  return call('POST /admin/customer/{id}/block', {
    headers: ana.headers,
    params: { id },
    body: { reason },
  })
}

async function blocked({ id }: { id: string }): Promise<void> {
  expect((await block(id)).status).toBe(204)
}

async function unblocked({ id }: { id: string }): Promise<void> {
  const params = { id }
  const answer = await call('DELETE /admin/customer/{id}/block', { headers: ana.headers, params })
  expect(answer.status, answer.text).toBe(204)
}

function login(identifier: string, password: string) {
  return call('POST /customer/login', { headers: asGuest(cafe), body: { identifier, password } })
}

function open(document: string, points_amount = 10) {
  return call('POST /partner/points/intention', {
    headers: asPartner(cafe),
    body: sale(document, { points_amount }),
  })
}

function captureIntention(id: string, body: object = {}) {
  const params = { id }
  const headers = asPartner(cafe)
  return call('POST /partner/points/intention/{id}/capture', { headers, params, body })
}

/** Sends a call that must answer 403 and change nothing. */
async function expectBlocked(send: () => Promise<Answer>): Promise<void> {
  const before = await fingerprint(database)
  const answer = await send()
  expect(errorOf(answer)).toMatchObject(refused)
  expect((answer.body as { message: string }).message).toBe(errorCodes.customer_blocked.message)
  expect(await fingerprint(database)).toEqual(before)
}

function balanceOf({ id }: { id: string }) {
  return row(
    database,
    sql`select amount::integer, held_amount::integer from balance where company_id = ${cafe.id} and customer_id = ${id}`,
  )
}

describe('a blocked customer', () => {
  test('is signed out everywhere, and the record and the audit log say why [D15]', async () => {
    const customer = await world.registered(cafe)
    await login(customer.email, customer.password)
    await blocked(customer)
    expect((await call('GET /customer', { headers: customer.headers })).status).toBe(401)
    const { count } = (await row<{ count: number }>(
      database,
      sql`select count(*) as count from session where customer_id = ${customer.id}`,
    ))!
    expect(count).toBe(0)
    const params = { id: customer.id }
    const { body } = await call('GET /admin/customer/{id}', { headers: ana.headers, params })
    expect((body as CustomerRecord).block).toEqual({
      reason: 'fraud',
      blocked_by: 'Ana Prado',
      blocked_at: now.toISOString(),
    })
    expect(await actsOn(database, cafe, customer.id)).toEqual([
      {
        action: 'customer.blocked',
        actor: 'Ana Prado',
        sentence: 'Ana Prado bloqueou Ana L. — motivo: suspeita de fraude',
      },
    ])
  })

  test('learns it with the right password alone, and signs in again once unblocked [D15]', async () => {
    const customer = await world.registered(cafe)
    await blocked(customer)
    await expectBlocked(() => login(customer.email, customer.password))
    await expectBlocked(() => login(customer.document, customer.password))
    const wrong = await login(customer.email, 'outra-senha')
    expect(errorOf(wrong)).toMatchObject({ status: 422, type: 'wrong_credentials' })
    await unblocked(customer)
    expect((await login(customer.email, customer.password)).status).toBe(200)
    expect(await actsOn(database, cafe, customer.id)).toMatchObject([
      { action: 'customer.blocked' },
      { action: 'customer.unblocked', sentence: 'Ana Prado desbloqueou Ana L.' },
    ])
  })

  test('is refused with a mailed link and with a confirmation link, which stay valid [D15]', async () => {
    const customer = await world.registered(cafe)
    const { email, password } = customer
    const token = await world.mailedToken(cafe, customer, 'LOGIN')
    const confirmation = await world.mailedToken(cafe, customer, 'CONFIRMATION')
    await blocked(customer)
    const byLink = () =>
      call('POST /customer/login', { headers: asGuest(cafe), body: { token, email } })
    const byConfirmation = () =>
      call('POST /customer/email-confirmation', {
        headers: asGuest(cafe),
        body: { token: confirmation, current_password: password },
      })
    await expectBlocked(byLink)
    await expectBlocked(byConfirmation)
    await unblocked(customer)
    expect((await byConfirmation()).status).toBe(200)
    expect((await byLink()).status).toBe(200)
  })

  test('is refused with every ID token of the identity provider, known or new [D15 R3.10]', async () => {
    const account = person()
    const second = now.getTime() / 1000
    const { headers, ...customer } = await world.customerVia({ ...account, auth_time: second - 60 })
    expect((await call('GET /customer', { headers })).status).toBe(200)
    await blocked(customer)
    await expectBlocked(() => call('GET /customer', { headers }))
    const token = await world.provider.idToken({ ...account, auth_time: second }, now)
    await expectBlocked(() => world.read(token))
    await expectBlocked(() => world.create(cafe, token))
    await unblocked(customer)
    expect((await world.read(token)).status).toBe(200)
    // The sign-in of before the block has ended.
    expect((await call('GET /customer', { headers })).status).toBe(401)
  })

  test('of a pre-registered document is not taken over, in any way to register [D15 D3]', async () => {
    const document = newCpf()
    await world.generate(cafe, sale(document))
    const waiting = (await row<{ id: string }>(
      database,
      sql`select id from customer where company_id = ${cafe.id} and document = ${document}`,
    ))!
    await blocked(waiting)
    const body = { ...registration(), document }
    await expectBlocked(() =>
      call('POST /customer/create-via-email', { headers: asGuest(cafe), body }),
    )
    const token = await world.provider.idToken(person(), now)
    await expectBlocked(() => world.create(cafe, token, { document }))
    const other = await world.customerVia(person())
    expect((await world.read(other.token)).status).toBe(200)
    await expectBlocked(() => call('PUT /customer', { headers: other.headers, body: { document } }))
  })

  test('is not told to somebody who registers with the document [D15]', async () => {
    const customer = await world.registered(cafe)
    await blocked(customer)
    const body = { ...registration(), document: customer.document }
    const answer = await call('POST /customer/create-via-email', { headers: asGuest(cafe), body })
    expect(errorOf(answer)).toMatchObject({ status: 422, type: 'used_document' })
  })

  test('goes on earning, and the till is told that no points can be used [D15 D3]', async () => {
    const customer = await world.confirmed(cafe, 100)
    await blocked(customer)
    expect((await world.generate(cafe, sale(customer.document))).status).toBe(201)
    const seen = await call('GET /partner/customer', {
      headers: asPartner(cafe),
      query: { document: customer.document },
    })
    expect(seen.body).toMatchObject({ can_spend: false })
    const before = await balanceOf(customer)
    const answer = await open(customer.document)
    expect(errorOf(answer)).toMatchObject(refused)
    expect((answer.body as { message: string }).message).toBe(cashierMessages.customer_blocked)
    expect(await balanceOf(customer)).toEqual(before)
  })

  test('gets no notices outside the portal until unblocked [D15 D21]', async () => {
    const customer = await world.confirmed(cafe, 100)
    expect(await wantsNotice(world, cafe, customer, 'points_expiring', 'mail')).toBe(true)
    await blocked(customer)
    expect(await wantsNotice(world, cafe, customer, 'points_expiring', 'mail')).toBe(false)
    await unblocked(customer)
    expect(await wantsNotice(world, cafe, customer, 'points_expiring', 'mail')).toBe(true)
  })

  test('a second block changes nothing, and neither does a second end of it [D15]', async () => {
    const customer = await world.registered(cafe)
    await blocked(customer)
    const once = await fingerprint(database)
    expect((await block(customer.id, 'rules')).status).toBe(204)
    expect(await fingerprint(database)).toEqual(once)
    await unblocked(customer)
    const free = await fingerprint(database)
    await unblocked(customer)
    expect(await fingerprint(database)).toEqual(free)
  })
})

describe('the points of a blocked customer', () => {
  test('leave a hold at once, also an authorised one, and its capture is refused [D15 D5]', async () => {
    const customer = await world.confirmed(cafe, 100)
    const { id } = (await open(customer.document, 40)).body as TillIntention
    const params = { id }
    await call('POST /points/intention/{id}/confirm', { headers: customer.headers, params })
    await blocked(customer)
    expect(await balanceOf(customer)).toEqual({ amount: 100, held_amount: 0 })
    const before = await fingerprint(database)
    expect(errorOf(await captureIntention(id))).toMatchObject(refused)
    expect(await fingerprint(database)).toEqual(before)
    await unblocked(customer)
    expect(errorOf(await captureIntention(id))).toMatchObject({
      status: 409,
      type: 'intention_over',
    })
    expect((await audit(database, world.now())).differences).toEqual([])
  })

  test('that a till has used stay used: the repeated capture gets its first answer [D15 D2]', async () => {
    const customer = await world.confirmed(cafe, 100)
    const { id } = (await open(customer.document, 40)).body as TillIntention
    const params = { id }
    await call('POST /points/intention/{id}/confirm', { headers: customer.headers, params })
    const first = await captureIntention(id)
    await blocked(customer)
    const again = await captureIntention(id)
    expect(again).toMatchObject({ status: 200, body: first.body })
  })

  test('are spent by no verb of the engine, and a hold is released [D15 I5]', async () => {
    const customer = await world.confirmed(cafe, 100)
    await hold(world, cafe, customer, crypto.randomUUID(), 10)
    const held = crypto.randomUUID()
    await hold(world, cafe, customer, held, 20)
    await blocked(customer)
    const engine = createEngine(systemIo(database))
    const caller_id = customer.id
    const redeemed = await engine.apply(
      cafe.id,
      {
        verb: 'redeem',
        caller_id,
        document: customer.document,
        products: [{ prize_id: crypto.randomUUID(), quantity: 1 }],
        codes: [],
      },
      now,
    )
    const errors = [
      redeemed.error,
      (await consume(world, cafe, customer, 5)).error,
      (await hold(world, cafe, customer, crypto.randomUUID(), 5)).error,
      (await capture(world, cafe, held, 20)).error,
    ]
    expect(errors).toEqual(errors.map(() => 'customer_blocked'))
    await release(world, cafe, held)
    expect(await balanceOf(customer)).toEqual({ amount: 90, held_amount: 10 })
  })
})
