import { randomUUID } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import { createPartnerKey } from '#api/partner/partner-key.ts'
import {
  asPartner,
  createWorld,
  newCpf,
  errorOf,
  sale,
  type TestCompany,
} from '#api/testing/worlds/world.ts'
import { errorCodes } from '#contract/error.ts'
import type { Intention, TillIntention } from '#contract/intention.ts'
import { row, rows, sql } from '#database/sql.ts'

const world = await createWorld()
const { cafe, posto, call, database } = world

type Customer = Awaited<ReturnType<typeof world.confirmed>>

function openingBy(customer: { document: string }, changes: object = {}) {
  return sale(customer.document, { points_amount: 80, ...changes })
}

function open(company: TestCompany, body: unknown, headers: object = {}) {
  return call('POST /partner/points/intention', {
    headers: { ...asPartner(company), ...headers },
    body,
  })
}

/** A customer with 100 points, 80 of them held for the café's till. */
async function opened(changes: object = {}) {
  const customer = await world.confirmed(cafe, 100)
  const answer = await open(cafe, openingBy(customer, changes))
  if (answer.status !== 201) throw new Error(answer.text)
  return { customer, intention: answer.body as TillIntention }
}

function capture(id: string, body: object, headers: object = {}, company = cafe) {
  return call('POST /partner/points/intention/{id}/capture', {
    headers: { ...asPartner(company), ...headers },
    params: { id },
    body,
  })
}

const tillReads = (id: string, company: { key: string } = cafe) =>
  call('GET /partner/points/intention/{id}', { headers: asPartner(company), params: { id } })

const poll = async ({ headers }: Customer) => call('GET /points/intention', { headers })

async function codeOf(customer: Customer): Promise<string> {
  return ((await poll(customer)).body as Intention).code!
}

async function freeOf({ headers }: Customer): Promise<number> {
  const { body } = await call('GET /customer/balance', { headers })
  return (body as { amount_balance: number }).amount_balance
}

async function intentionCount(): Promise<number> {
  return (await row<{ count: number }>(database, sql`select count(*) from intention`))!.count
}

describe('POST /partner/points/intention', () => {
  test('till and customer see the same intention; only the customer sees the code [D5 R8.2]', async () => {
    const { customer, intention } = await opened()
    const shown = {
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      status: 'PENDING',
      subsidiary_name: 'Loja 1',
      purchase_value: 10_000,
      points_amount: 80,
      points_value: 80,
      balance: { amount_balance: 100, value_balance: 100 },
      balance_after: { amount_balance: 20, value_balance: 20 },
      captured: null,
      created_at: '2026-11-20T15:00:00.000Z',
      expires_at: '2026-11-20T15:10:00.000Z',
    }
    expect(intention).toEqual({ ...shown, external_id: expect.any(String) })
    const polled = await poll(customer)
    expect(polled.status).toBe(200)
    expect(polled.body).toEqual({
      ...shown,
      cancelled_by: null,
      code: expect.stringMatching(/^\d{6}$/),
    })
    expect((await tillReads(intention.id)).body).toEqual(intention)
    const answer = await capture(intention.id, { code: (polled.body as Intention).code })
    expect(answer).toMatchObject({
      status: 200,
      body: {
        status: 'CAPTURED',
        captured: { record_id: expect.any(String), points_amount: 80, points_value: 80 },
      },
    })
    const history = await call('GET /points', { headers: customer.headers })
    expect((history.body as object[])[0]).toMatchObject({
      id: (answer.body as TillIntention).captured!.record_id,
      type_id: 'CNS',
      subsidiary_name: 'Loja 1',
      purchase_value: 10_000,
    })
    expect((await poll(customer)).status).toBe(204)
  })

  test('a till opens an intention by the customer’s email; it lasts the company’s 1 or 60 minutes [D5]', async () => {
    for (const [minutes, expires_at] of [
      [1, '2026-11-20T15:01:00.000Z'],
      [60, '2026-11-20T16:00:00.000Z'],
    ] as const) {
      const loja = await world.createCompany(`loja-${minutes}`, { intention_minutes: minutes })
      const customer = await world.confirmed(loja, 100)
      const body = { ...openingBy(customer), customer: { email: customer.email } }
      expect((await open(loja, body)).body).toMatchObject({ expires_at })
    }
  })

  test('an intention for an unknown document gets customer_not_found and pre-registers nobody', async () => {
    const document = newCpf()
    const answer = await open(cafe, openingBy({ document }))
    expect(errorOf(answer)).toEqual({ status: 404, type: 'customer_not_found' })
    const made = await rows(database, sql`select 1 from customer where document = ${document}`)
    expect(made).toEqual([])
  })

  test('pre-registered points get contact_unconfirmed at an intention until a contact is confirmed [D3]', async () => {
    const document = newCpf()
    await world.generate(cafe, sale(document))
    const waiting = await open(cafe, openingBy({ document }))
    expect(errorOf(waiting)).toEqual({ status: 422, type: 'contact_unconfirmed' })

    const stranger = await world.registered(cafe, { document })
    expect(await freeOf(stranger)).toBe(100)
    const refused = await open(cafe, openingBy(stranger))
    expect(errorOf(refused)).toEqual({ status: 422, type: 'contact_unconfirmed' })
    expect(await freeOf(stranger)).toBe(100)

    const token = await world.mailedToken(cafe, stranger, 'CONFIRMATION')
    const { headers } = stranger
    await call('POST /customer/email-confirmation', { headers, body: { token } })
    expect((await open(cafe, openingBy(stranger))).status).toBe(201)
    expect(await freeOf(stranger)).toBe(20)
  })

  test('a confirmed phone is enough to spend points by an intention [D3]', async () => {
    const customer = await world.registered(cafe)
    await world.generate(cafe, sale(customer.document))
    await rows(
      database,
      sql`update customer set phone = '+5511955554444', phone_verified_at = ${world.now()}
           where company_id = ${cafe.id} and id = ${customer.id}`,
    )
    const answer = await open(cafe, openingBy(customer))
    expect(answer).toMatchObject({ status: 201, body: { status: 'PENDING', points_amount: 80 } })
    expect(await freeOf(customer)).toBe(20)
  })

  test('an intention that is refused with too_many_requests has a Retry-After [T6]', async () => {
    const customer = await world.confirmed(cafe, 100)
    for (let count = 0; count < 10; count += 1) {
      const { body } = await open(cafe, openingBy(customer, { subsidiary_name: `Loja ${count}` }))
      const params = { id: (body as TillIntention).id }
      await call('DELETE /partner/points/intention/{id}', { headers: asPartner(cafe), params })
    }
    const answer = await open(cafe, openingBy(customer))
    expect(errorOf(answer)).toEqual({ status: 429, type: 'too_many_requests' })
    expect(answer.headers['retry-after']).toBe('3600')
    expect(await freeOf(customer)).toBe(100)
  })

  test('intention_declined has a Retry-After, and the same key may succeed later [D5 D13]', async () => {
    const { customer, intention } = await opened()
    const { headers } = customer
    await call('DELETE /points/intention/{id}', { headers, params: { id: intention.id } })
    const again = openingBy(customer)
    const key = { 'idempotency-key': `recusada-${intention.id}` }
    const answer = await open(cafe, again, key)
    expect(answer.body).toEqual({
      status: 429,
      message: errorCodes.intention_declined.message,
      data: { type: 'intention_declined' },
    })
    expect(answer.headers['retry-after']).toBe('600')
    expect(await freeOf(customer)).toBe(100)
    world.moveClock('2026-11-20T15:10:00Z')
    expect((await open(cafe, again, key)).status).toBe(201)
    world.moveClock('2026-11-20T15:00:00Z')
  })

  test('after a decline a retry for money is compared by its points [D13]', async () => {
    const customer = await world.confirmed(cafe, 100)
    const inMoney = (points_value: number) =>
      open(cafe, openingBy(customer, { points_amount: undefined, points_value }))
    const { id } = (await inMoney(50)).body as TillIntention
    await call('DELETE /points/intention/{id}', { headers: customer.headers, params: { id } })
    expect(errorOf(await inMoney(50)).type).toBe('intention_declined')
    expect(await freeOf(customer)).toBe(100)
    expect((await inMoney(49)).body).toMatchObject({ points_amount: 49 })
  })

  test.each([
    ['nothing', {}],
    ['both', { points_amount: 1, points_value: 1 }],
    ['no points', { points_amount: 0 }],
    ['less than none', { points_amount: -1 }],
    ['half a point', { points_amount: 0.5 }],
    ['more than a number holds', { points_amount: 2 ** 53 }],
    ['text', { points_amount: '80' }],
    ['no money', { points_value: 0 }],
    ['more money than a purchase', { points_value: 100_000_001 }],
  ])(
    'an intention needs exactly one of points_amount and points_value, at least 1; refused: %s [D5]',
    async (_, sent) => {
      const customer = await world.confirmed(cafe, 100)
      const before = await intentionCount()
      const answer = await open(cafe, {
        ...openingBy(customer, { points_amount: undefined }),
        ...sent,
      })
      expect(errorOf(answer)).toMatchObject({ status: 422, type: 'validation' })
      expect(await intentionCount()).toBe(before)
      expect(await freeOf(customer)).toBe(100)
    },
  )
})

describe('points_value', () => {
  test.each([
    // 20 points are R$ 1: a point is 5 centavos.
    [100, 20, 100],
    [101, 21, 105],
    [1, 1, 5],
    [500, 100, 500],
  ])(
    'an intention for %i centavos, of 100 points worth 500, holds %i points worth %i [D5]',
    async (wanted, amount, value) => {
      const loja = await world.createCompany(`vale-${wanted}`, { points_per_real: 20 })
      const customer = await world.confirmed(loja, 100)
      const body = openingBy(customer, { points_amount: undefined, points_value: wanted })
      expect((await open(loja, body)).body).toMatchObject({
        points_amount: amount,
        points_value: value,
      })
      expect(await freeOf(customer)).toBe(100 - amount)
    },
  )

  test('an intention for too much money gets insufficient_balance with the missing amount [D5]', async () => {
    const customer = await world.confirmed(cafe, 100)
    const body = openingBy(customer, { points_amount: undefined, points_value: 130 })
    expect(errorOf(await open(cafe, body))).toEqual({
      status: 422,
      type: 'insufficient_balance',
      details: { missing_value: 30 },
    })
    expect(await freeOf(customer)).toBe(100)
  })

  test('an intention for money draws first from the lot that expires first, whatever its value [D4]', async () => {
    const loja = await world.createCompany('lotes', {})
    const customer = await world.confirmed(loja, 10)
    await rows(database, sql`update company set points_per_real = 10 where company_id = ${loja.id}`)
    await world.generate(loja, sale(customer.document, { purchase_value: 1_000 }))
    // 10 points of 1 centavo, then 10 of 10.
    const body = openingBy(customer, { points_amount: undefined, points_value: 31 })
    expect((await open(loja, body)).body).toMatchObject({ points_amount: 13, points_value: 40 })
  })
})

describe('external_id', () => {
  test('a repeated request with an external_id gets the same intention, also an ended one [D3 T2]', async () => {
    const customer = await world.confirmed(cafe, 100)
    const body = openingBy(customer)
    const answers = await Promise.all(Array.from({ length: 30 }, () => open(cafe, body)))
    expect(answers.map(({ status }) => status)).toEqual(Array(30).fill(201))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(await freeOf(customer)).toBe(20)
    const { id } = answers[0]!.body as TillIntention
    await call('DELETE /partner/points/intention/{id}', {
      headers: asPartner(cafe),
      params: { id },
    })
    expect((await open(cafe, body)).body).toMatchObject({ id, status: 'CANCELLED' })
    expect(await freeOf(customer)).toBe(100)
  })

  test.each([
    ['other points', { points_amount: 79 }],
    ['another value', { purchase_value: 9_999 }],
    ['another shop', { subsidiary_name: 'Loja 2' }],
  ])('a known external_id with %s gets idempotency_mismatch [D3]', async (_, changes) => {
    const customer = await world.confirmed(cafe, 100)
    const body = openingBy(customer)
    await open(cafe, body)
    const answer = await open(cafe, { ...body, ...changes })
    expect(errorOf(answer)).toEqual({ status: 422, type: 'idempotency_mismatch' })
    expect(await freeOf(customer)).toBe(20)
  })

  test('an external_id of another customer or till gets idempotency_mismatch, also concurrently [D3]', async () => {
    const customers = await Promise.all(Array.from({ length: 6 }, () => world.confirmed(cafe, 100)))
    const { external_id } = sale('')
    const answers = await Promise.all(
      customers.map((one) => open(cafe, openingBy(one, { external_id }))),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    const refused = answers
      .filter(({ status }) => status !== 201)
      .map((answer) => errorOf(answer).type)
    expect(refused).toEqual(Array(5).fill('idempotency_mismatch'))
    const free = await Promise.all(customers.map(freeOf))
    expect(free.toSorted((one, other) => one - other)).toEqual([20, 100, 100, 100, 100, 100])

    const winner = customers[answers.findIndex(({ status }) => status === 201)]!
    const otherTill = { key: await createPartnerKey(database, cafe.id, 'Caixa 9', world.now()) }
    const answer = await open({ ...cafe, ...otherTill }, openingBy(winner, { external_id }))
    expect(errorOf(answer).type).toBe('idempotency_mismatch')
  })

  test('two companies can use the same external_id [D3]', async () => {
    const { external_id } = sale('')
    const here = await world.confirmed(cafe, 100)
    const there = await world.confirmed(posto, 0)
    await world.generate(posto, sale(there.document, { purchase_value: 100_000 }))
    const before = [await freeOf(here), await freeOf(there)]
    const first = await open(cafe, openingBy(here, { external_id }))
    const second = await open(posto, openingBy(there, { external_id }))
    expect([first.status, second.status]).toEqual([201, 201])
    expect((first.body as TillIntention).id).not.toBe((second.body as TillIntention).id)
    // Each company holds the points of its own customer.
    expect([await freeOf(here), await freeOf(there)]).toEqual(before.map((free) => free - 80))
  })
})

describe('access', () => {
  test('unknown intentions and those of another company, till or customer get the same not_found [T4]', async () => {
    const { customer, intention } = await opened()
    const [stranger, foreigner] = [await world.confirmed(cafe), await world.confirmed(posto)]
    const otherTill = { key: await createPartnerKey(database, cafe.id, 'Caixa 8', world.now()) }
    const code = await codeOf(customer)
    const answers = []
    for (const id of [intention.id, randomUUID()]) {
      for (const { headers } of [stranger, foreigner]) {
        const sent = { headers, params: { id } }
        answers.push(
          await call('GET /points/intention/{id}', sent),
          await call('POST /points/intention/{id}/confirm', sent),
          await call('DELETE /points/intention/{id}', sent),
        )
      }
      for (const till of [posto, otherTill]) {
        answers.push(
          await tillReads(id, till),
          await capture(id, { code }, asPartner(till)),
          await call('DELETE /partner/points/intention/{id}', {
            headers: asPartner(till),
            params: { id },
          }),
        )
      }
    }
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(errorOf(answers[0]!)).toEqual({ status: 404, type: 'not_found' })
    expect((await poll(customer)).body).toMatchObject({ id: intention.id, status: 'PENDING' })
    expect((await poll(stranger)).status).toBe(204)
    expect((await poll(foreigner)).status).toBe(204)
  })

  test('a key without the scope gets forbidden, and opens and captures no intention [T18]', async () => {
    const { customer, intention } = await opened()
    const key = await createPartnerKey(database, cafe.id, 'Vitrine', world.now(), {
      scopes: ['vouchers'],
    })
    const till = { ...cafe, key }
    const answers = [
      await open(till, openingBy(customer)),
      await capture(intention.id, { code: await codeOf(customer) }, asPartner(till)),
      await tillReads(intention.id, till),
    ]
    expect(answers.map((answer) => errorOf(answer).type)).toEqual(Array(3).fill('forbidden'))
    expect(await freeOf(customer)).toBe(20)
  })
})
