/** A key's limits of look-ups are exact for all endpoints and under concurrency (T18, D13). */

import { randomInt } from 'node:crypto'

import { beforeEach, describe, expect, test } from 'vitest'

import { secretHash } from '#api/http/caller.ts'
import {
  type Answer,
  asPartner,
  createWorld,
  newCpf,
  errorOf,
  sale,
} from '#api/testing/worlds/world.ts'
import type { Customer } from '#contract/customer.ts'
import { row, sql } from '#database/sql.ts'

import { createPartnerKey, type KeyLimits } from './partner-key.ts'

const world = await createWorld()
const { cafe, call, database } = world

beforeEach(() => world.moveClock('2026-11-20T15:00:00Z'))

async function newTill(limits: Partial<KeyLimits> = {}) {
  const key = await createPartnerKey(database, cafe.id, 'Caixa', world.now(), limits)
  return {
    key,
    look: (document: string = newCpf()) =>
      call('GET /partner/customer', { headers: asPartner({ key }), query: { document } }),
  }
}

type Till = Awaited<ReturnType<typeof newTill>>

async function missMany(till: Till, count: number): Promise<Answer[]> {
  return Promise.all(Array.from({ length: count }, () => till.look()))
}

function waitOf(answer: Answer): number {
  expect(errorOf(answer)).toEqual({ status: 429, type: 'too_many_requests' })
  return Number(answer.headers['retry-after'])
}

const newPhone = () => `119${randomInt(10_000_000, 99_999_999)}`

describe('the limit of misses', () => {
  test('of 150 concurrent misses of a key 100 are answered, and then known customers are refused too', async () => {
    const till = await newTill()
    const { document } = await world.registered(cafe)
    const answers = await missMany(till, 150)
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(100)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(50)
    expect(waitOf(await till.look(document))).toBe(3_600)
    // Another key of the company is not limited.
    expect((await (await newTill()).look(document)).status).toBe(200)
  })

  test('a key has 100 misses an hour; each time they are used up the wait doubles, up to 4 h', async () => {
    const till = await newTill()
    const { document } = await world.registered(cafe)
    await missMany(till, 99)
    world.moveClock('2026-11-20T15:59:59Z')
    expect((await till.look()).status).toBe(404)
    expect(waitOf(await till.look(document))).toBe(1)
    // 99 misses are now over an hour old, so only one counts.
    world.moveClock('2026-11-20T16:00:00Z')
    expect((await till.look(document)).status).toBe(200)
    await missMany(till, 99)
    expect(waitOf(await till.look())).toBe(2 * 3_600 - 1)

    for (const [from, wait_s] of [
      ['2026-11-20T19:00:00Z', 4 * 3_600],
      ['2026-11-21T00:00:00Z', 4 * 3_600],
      ['2026-11-22T12:00:00Z', 3_600],
    ] as const) {
      world.moveClock(from)
      await missMany(till, 100)
      expect(waitOf(await till.look()), from).toBe(wait_s)
    }
  })

  test('the limit of misses counts neither found customers nor malformed requests', async () => {
    const till = await newTill({ most_misses_per_hour: 2 })
    const { document } = await world.registered(cafe)
    for (let number = 0; number < 5; number += 1) {
      expect((await till.look(document)).status).toBe(200)
      expect((await till.look('1')).status).toBe(422)
    }
    expect((await missMany(till, 1))[0]!.status).toBe(404)
    expect((await till.look(document)).status).toBe(200)
    expect((await missMany(till, 1))[0]!.status).toBe(404)
    expect(waitOf(await till.look(document))).toBe(3_600)
  })
})

describe('a call that reveals whether a person is a customer', () => {
  const customersBy = { phone: newPhone, email: () => `${newCpf()}@exemplo.com.br` }
  const calls = [
    ...(['generate', 'simulate'] as const).flatMap((verb) =>
      (['phone', 'email'] as const).map(
        (field) => [`POST /partner/points/${verb}`, field] as const,
      ),
    ),
    ['POST /partner/points/intention', 'document'],
    ['POST /partner/points/intention', 'phone'],
  ] as const

  test.each(calls)(
    '%s by %s counts its misses and waits with the other look-ups',
    async (key, field) => {
      const till = await newTill({ most_misses_per_hour: 3 })
      const person = await world.confirmed(cafe, 100)
      const makeKey = { document: newCpf, ...customersBy }[field]
      const amount = key.endsWith('intention') ? { points_amount: 1 } : {}
      const send = (customer: object, headers: object = {}) =>
        call(key, {
          headers: { ...asPartner(till), ...headers },
          body: { ...sale(''), ...amount, customer },
        })
      expect(errorOf(await send({ [field]: makeKey() })).type).toBe('customer_not_found')
      // A miss under an idempotency key counts although it is rolled back. Its replay does not count.
      if (key !== 'POST /partner/points/simulate') {
        const body = { ...sale(''), ...amount, customer: { [field]: makeKey() } }
        const headers = { ...asPartner(till), 'idempotency-key': `${newCpf()}-${field}` }
        for (let number = 0; number < 3; number += 1) {
          expect(errorOf(await call(key, { headers, body })).type).toBe('customer_not_found')
        }
      } else {
        await send({ [field]: makeKey() })
      }
      expect((await till.look(person.document)).status).toBe(200)
      expect((await till.look()).status).toBe(404)

      expect(waitOf(await send({ [field]: makeKey() }))).toBe(3_600)
      const customerOfField =
        field === 'email' ? { email: person.email } : { document: person.document }
      if (field === 'email' || key.endsWith('intention')) {
        expect(waitOf(await send(customerOfField))).toBe(3_600)
      }
      expect(waitOf(await till.look(person.document))).toBe(3_600)
      const { records } = (await row<{ records: number }>(
        database,
        sql`select count(*)::int as records
            from points_record
           where company_id = ${cafe.id} and customer_id = ${person.id}`,
      ))!
      expect(records).toBe(1)
      expect((await call('GET /points/intention', { headers: person.headers })).status).toBe(204)
    },
  )

  test.each([
    ['POST /partner/points/generate', 'phone', {}],
    ['POST /partner/points/generate', 'email', {}],
    ['POST /partner/points/intention', 'document', { points_amount: 1 }],
  ] as const)(
    'a repeated %s by %s gets its first answer while the key has to wait',
    async (key, field, wanted) => {
      const till = await newTill({ most_misses_per_hour: 1 })
      const person = await world.confirmed(cafe, 100)
      await call('PUT /customer', { headers: person.headers, body: { phone: newPhone() } })
      const { phone } = (await call('GET /customer', { headers: person.headers })).body as Customer
      const customer = { [field]: { ...person, phone }[field] }
      const headers = asPartner(till)
      const body = { ...sale(''), ...wanted, customer }
      const first = await call(key, { headers, body })
      expect(first.status, first.text).toBe(201)
      await till.look()
      waitOf(await till.look())
      expect(await call(key, { headers, body })).toMatchObject({ status: 201, text: first.text })
      // A request for another customer is not a repeat, and its answer reveals nothing.
      const other = { ...body, customer: { email: `${newCpf()}@exemplo.com.br` } }
      waitOf(await call(key, { headers, body: other }))
    },
  )

  test('an intention counts too: a limit of 20 allows 20 misses of 60 concurrent ones', async () => {
    const till = await newTill({ most_misses_per_hour: 20 })
    const answers = await Promise.all(
      Array.from({ length: 60 }, () =>
        call('POST /partner/points/intention', {
          headers: asPartner(till),
          body: sale(newCpf(), { points_amount: 1 }),
        }),
      ),
    )
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(20)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(40)
  })

  test('a sale or simulation by document works while look-ups wait: it reveals nothing', async () => {
    const till = await newTill({ most_misses_per_hour: 1 })
    await till.look()
    waitOf(await till.look())
    const headers = asPartner(till)
    const body = sale(newCpf())
    expect((await call('POST /partner/points/simulate', { headers, body })).status).toBe(200)
    expect((await call('POST /partner/points/generate', { headers, body })).status).toBe(201)
  })
})

describe('the limit of all look-ups', () => {
  test('the limit of look-ups is exact for concurrent calls in an hour, and starts anew in the next', async () => {
    const till = await newTill({ most_look_ups_per_hour: 30 })
    const { document } = await world.registered(cafe)
    const answers = await Promise.all(Array.from({ length: 50 }, () => till.look(document)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(30)
    const storedCount = await row<{ look_ups: number }>(
      database,
      sql`select look_ups
            from look_up_count
            join partner_key on partner_key.company_id = look_up_count.company_id
                            and partner_key.id = look_up_count.partner_key_id
           where partner_key.company_id = ${cafe.id} and partner_key.key_hash = ${secretHash(till.key)}`,
    )
    expect(storedCount).toEqual({ look_ups: 30 })
    world.moveClock('2026-11-20T15:59:59Z')
    expect(waitOf(await till.look(document))).toBe(1)
    world.moveClock('2026-11-20T16:00:00Z')
    expect((await till.look(document)).status).toBe(200)
  })
})
