import { randomUUID } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import { createPartnerKey } from '#api/partner/partner-key.ts'
import { consume } from '#api/testing/worlds/movement.ts'
import {
  asPartner,
  createWorld,
  errorOf,
  sale,
  type TestCompany,
} from '#api/testing/worlds/world.ts'
import type { Intention, TillIntention } from '#contract/intention.ts'
import { rows, sql } from '#database/sql.ts'
import { audit } from '#engine/audit/audit.ts'

import { expireIntentions } from './expire.ts'

const world = await createWorld()
const { cafe, call, database } = world

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

describe('concurrent calls', () => {
  test('50 concurrent captures of one hold make one consumption and get one answer [T1 I9]', async () => {
    const { customer, intention } = await opened()
    const code = await codeOf(customer)
    const nodes = [call, await world.anotherNode()]
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        nodes[n % 2]!('POST /partner/points/intention/{id}/capture', {
          headers: asPartner(cafe),
          params: { id: intention.id },
          body: { code },
        }),
      ),
    )
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(answers[0]!.status).toBe(200)
    const consumed = await rows(
      database,
      sql`select 1 from points_record where company_id = ${cafe.id} and customer_id = ${customer.id} and type_id = 'CNS'`,
    )
    expect(consumed).toHaveLength(1)
    expect(await freeOf(customer)).toBe(20)
    expect(await audit(database, world.now())).toMatchObject({ differences: [] })
  })

  test('of 200 concurrent wrong codes at two nodes, 5 are compared and 195 get intention_over [T5]', async () => {
    const { customer, intention } = await opened()
    const code = await codeOf(customer)
    const nodes = [call, await world.anotherNode()]
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, n) =>
        nodes[n % 2]!('POST /partner/points/intention/{id}/capture', {
          headers: asPartner(cafe),
          params: { id: intention.id },
          body: { code: String((Number(code) + 1 + n) % 1_000_000).padStart(6, '0') },
        }),
      ),
    )
    const types = answers.map((answer) => errorOf(answer).type)
    expect(types.filter((type) => type === 'wrong_code')).toHaveLength(5)
    expect(types.filter((type) => type === 'intention_over')).toHaveLength(195)
    expect(errorOf(await capture(intention.id, { code })).type).toBe('intention_over')
    expect(await freeOf(customer)).toBe(100)
  })

  test('of 20 concurrent openings of an intention one succeeds, and the others get intention_open [D5]', async () => {
    const customer = await world.confirmed(cafe, 100)
    const otherTill = {
      ...cafe,
      key: await createPartnerKey(database, cafe.id, 'Caixa 7', world.now()),
    }
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => open(n % 2 ? cafe : otherTill, openingBy(customer))),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    const refused = answers.filter(({ status }) => status !== 201).map(errorOf)
    expect(refused).toEqual(Array(19).fill({ status: 409, type: 'intention_open' }))
    expect(await freeOf(customer)).toBe(20)
  })

  test('concurrent confirm, decline, cancel and capture leave one final status that fits the balance [I9]', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { customer, intention } = await opened()
      const [code, params] = [await codeOf(customer), { id: intention.id }]
      const { headers } = customer
      await Promise.all([
        capture(intention.id, { code }),
        call('POST /points/intention/{id}/confirm', { headers, params }),
        call('DELETE /points/intention/{id}', { headers, params }),
        call('DELETE /partner/points/intention/{id}', { headers: asPartner(cafe), params }),
      ])
      const { status } = (await tillReads(intention.id)).body as TillIntention
      expect(['CAPTURED', 'DECLINED', 'CANCELLED']).toContain(status)
      expect(await freeOf(customer)).toBe(status === 'CAPTURED' ? 20 : 100)
    }
    expect(await audit(database, world.now())).toMatchObject({ differences: [] })
  })

  test('points of an expired hold are spent once, despite a concurrent late capture, reads and the job [D5]', async () => {
    for (let round = 0; round < 5; round += 1) {
      world.moveClock('2026-11-20T15:00:00Z')
      const { customer, intention } = await opened()
      const code = await codeOf(customer)
      world.moveClock(intention.expires_at)
      const spends = Promise.all(
        Array.from({ length: 10 }, () => consume(world, cafe, customer, 60)),
      )
      const others = Promise.all([
        capture(intention.id, { code }),
        tillReads(intention.id),
        freeOf(customer),
        expireIntentions(database, world.now()),
        expireIntentions(database, world.now()),
      ])
      const done = (await spends).filter(({ error }) => error === null)
      expect(done).toHaveLength(1)
      const [late, read, free] = await others
      expect(errorOf(late)).toMatchObject({ status: 409, type: 'intention_over' })
      expect(read.body).toMatchObject({ status: 'EXPIRED' })
      expect([40, 100]).toContain(free)
      expect(await freeOf(customer)).toBe(40)
    }
    expect(await audit(database, world.now())).toMatchObject({ differences: [] })
    world.moveClock('2026-11-20T15:00:00Z')
  })

  test('refused intentions in a batch do not make the other intentions of the batch fail [D5]', async () => {
    const customers = await Promise.all(
      Array.from({ length: 12 }, () => world.confirmed(cafe, 100)),
    )
    const answers = await Promise.all(
      customers.map((customer, n) =>
        open(cafe, openingBy(customer, { points_amount: n % 3 ? 80 : 101 })),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(
      customers.map((_, n) => (n % 3 ? 201 : 422)),
    )
  })
})

describe('Idempotency-Key', () => {
  test('a repeated opening or capture with the same key gets the same bytes and has one effect [D2]', async () => {
    const customer = await world.confirmed(cafe, 100)
    const [body, key] = [openingBy(customer), { 'idempotency-key': randomUUID() }]
    const first = await open(cafe, body, key)
    const { id } = first.body as TillIntention
    const take = { code: await codeOf(customer), points_amount: 30 }
    const captureKey = { 'idempotency-key': randomUUID() }
    const captures = await Promise.all(
      Array.from({ length: 20 }, () => capture(id, take, captureKey)),
    )
    expect(new Set(captures.map(({ text }) => text)).size).toBe(1)
    expect(captures[0]).toMatchObject({ status: 200, body: { status: 'CAPTURED' } })
    // The replay shows the intention as it was at its opening.
    const again = await open(cafe, body, key)
    expect(again).toMatchObject({ text: first.text, headers: { 'idempotent-replayed': 'true' } })
    expect(await freeOf(customer)).toBe(70)
  })

  test('a capture with an opening’s key gets idempotency_mismatch, also for another intention [D2]', async () => {
    const customer = await world.confirmed(cafe, 100)
    const key = { 'idempotency-key': randomUUID() }
    const { id } = (await open(cafe, openingBy(customer), key)).body as TillIntention
    const other = await opened()
    const refused = [
      await capture(id, { code: await codeOf(customer) }, key),
      await capture(other.intention.id, {}, key),
    ]
    expect(refused.map((answer) => errorOf(answer).type)).toEqual(
      Array(2).fill('idempotency_mismatch'),
    )
    expect((await tillReads(id)).body).toMatchObject({ status: 'PENDING' })
  })

  test('a wrong code with an idempotency key counts as an attempt: the error does not roll it back [D2 T5]', async () => {
    const { customer, intention } = await opened()
    const code = await codeOf(customer)
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
    const details = []
    for (let tries = 0; tries < 5; tries += 1) {
      const key = { 'idempotency-key': randomUUID() }
      details.push(errorOf(await capture(intention.id, { code: wrong }, key)).details)
      // A replay counts no further attempt.
      await capture(intention.id, { code: wrong }, key)
    }
    expect(details).toEqual([4, 3, 2, 1, 0].map((attempts_left) => ({ attempts_left })))
    const key = { 'idempotency-key': randomUUID() }
    expect(errorOf(await capture(intention.id, { code }, key)).type).toBe('intention_over')
    expect(await freeOf(customer)).toBe(100)
  })

  test('if an answer to its key cannot be stored, neither a hold nor a capture remains [D2 I5]', async () => {
    const customer = await world.confirmed(cafe, 100)
    const key = () => ({ 'idempotency-key': randomUUID() })
    const breakStore = () =>
      database.query(
        'alter table idempotency add constraint broken check (result is null) not valid',
      )
    const mendStore = () => database.query('alter table idempotency drop constraint broken')
    await breakStore()
    expect((await open(cafe, openingBy(customer), key())).status).toBe(500)
    await mendStore()
    expect(await freeOf(customer)).toBe(100)
    const { id } = (await open(cafe, openingBy(customer), key())).body as TillIntention
    const code = await codeOf(customer)
    await breakStore()
    expect(errorOf(await capture(id, { code }, key()))).toMatchObject({ type: 'internal' })
    expect(await freeOf(customer)).toBe(20)
    await mendStore()
    expect((await tillReads(id)).body).toMatchObject({ status: 'PENDING' })
    expect((await capture(id, { code }, key())).status).toBe(200)
    expect(await audit(database, world.now())).toMatchObject({ differences: [] })
  })

  test('a transient error code is not stored: the same idempotency key succeeds after the wait [D2]', async () => {
    const { customer, intention } = await opened()
    const { headers } = customer
    await call('DELETE /points/intention/{id}', { headers, params: { id: intention.id } })
    const [body, key] = [openingBy(customer), { 'idempotency-key': randomUUID() }]
    expect((await open(cafe, body, key)).status).toBe(429)
    world.moveClock('2026-11-20T15:10:00Z')
    expect((await open(cafe, body, key)).status).toBe(201)
    world.moveClock('2026-11-20T15:00:00Z')
  })

  test('after a decline, one of ten concurrent retries opens an intention, and no later retry does [D5 D13]', async () => {
    const { customer, intention } = await opened()
    const { headers } = customer
    await call('DELETE /points/intention/{id}', { headers, params: { id: intention.id } })
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        open(cafe, openingBy(customer, { points_amount: 70 - n })),
      ),
    )
    const openedNow = answers.filter(({ status }) => status === 201)
    expect(openedNow).toHaveLength(1)
    for (const answer of answers) {
      if (answer.status !== 201) expect(errorOf(answer).type).toBe('intention_open')
    }
    const { id, points_amount } = openedNow[0]!.body as TillIntention
    expect(await freeOf(customer)).toBe(100 - points_amount)
    await call('DELETE /partner/points/intention/{id}', {
      headers: asPartner(cafe),
      params: { id },
    })
    const late = await Promise.all(
      Array.from({ length: 10 }, () => open(cafe, openingBy(customer, { points_amount: 1 }))),
    )
    expect(late.map((answer) => errorOf(answer).type)).toEqual(Array(10).fill('intention_declined'))
    expect(await freeOf(customer)).toBe(100)
  })
})
