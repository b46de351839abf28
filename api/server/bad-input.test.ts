/** What no call may answer with success or a defect, whoever sends it: every endpoint of the table, one by one. */

import { randomUUID } from 'node:crypto'

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { createProviderWorld, now, person } from '#api/testing/fakes/provider.ts'
import {
  type Answer,
  asCustomer,
  asPartner,
  newCpf,
  errorOf,
  registration,
  sale,
  type Sent,
  type TestCompany,
} from '#api/testing/worlds/world.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { type EndpointKey, endpoints } from '#contract/endpoints.ts'
import { errorCodes } from '#contract/error.ts'
import { rows, sql } from '#database/sql.ts'

const world = await createProviderWorld()
const { cafe, posto } = world
const ana = await world.registered(cafe)
const id_token = await world.provider.idToken(person(), now)

const keys = Object.keys(endpoints) as EndpointKey[]
const calledBy = (...callers: string[]) =>
  keys.filter((key) => callers.includes(endpoints[key].caller))
const withBody = keys.filter((key) => 'body' in endpoints[key])

/** R3.10: what the person has not told is null. */
const takesNull = new Set<EndpointKey>(['POST /customer/create-via-firebase'])

/** A body that the endpoint takes. */
const good: Partial<Record<EndpointKey, () => object>> = {
  'POST /customer/create-via-email': registration,
  'POST /customer/create-via-firebase': () => ({ name: 'Ana', birthdate: '1990-12-31' }),
  'POST /customer/login': () => ({ identifier: ana.email, password: ana.password }),
  'POST /customer/login-link': () => ({ email: ana.email }),
  'POST /customer/password-reset': () => ({
    token: 'A'.repeat(43),
    password: ana.password,
    password_confirmation: ana.password,
  }),
  'POST /customer/email-confirmation': () => ({ token: 'A'.repeat(43) }),
  'PUT /customer': () => ({
    name: 'Ana',
    birthdate: '1990-12-31',
    sex: 'F',
    opt_in_marketing: false,
  }),
  'POST /voucher/generate': () => ({
    customer_document: ana.document,
    products: [{ prize_id: randomUUID(), quantity: 1 }],
  }),
  'POST /partner/voucher/{code}/withdraw': () => ({ subsidiary_name: 'Loja 1' }),
  'POST /partner/points/generate': () => sale(newCpf(), { points_value: 100 }),
  'POST /partner/points/simulate': () => sale(newCpf(), { points_value: 100 }),
  'POST /partner/points/{id}/reverse': () => ({ returned_value: 100, external_id: 'devolucao-1' }),
  'POST /notification/read': () => ({ up_to: randomUUID() }),
  'POST /partner/points/intention': () => sale(ana.document, { points_amount: 1 }),
  'POST /partner/points/intention/{id}/capture': () => ({ code: '123456', points_amount: 1 }),
  'POST /partner/integration-token': () => ({ code: 'A'.repeat(43) }),
}

/** A query that the endpoint takes, where it must have one. */
const good_query: Partial<Record<EndpointKey, () => Record<string, string>>> = {
  'GET /partner/customer': () => ({ document: newCpf() }),
  'GET /points/statement': () => ({ at: '2026-11-20' }),
}

/** With ids that nobody has, and a query, unless told. */
function call(key: EndpointKey, sent: Sent = {}): Promise<Answer> {
  const query = good_query[key]?.()
  return world.call(key, { params: { id: randomUUID() }, ...(query && { query }), ...sent })
}

function headersFor(
  key: EndpointKey,
  company: TestCompany = cafe,
  token: string = ana.token,
): Record<string, string> {
  const { caller } = endpoints[key]
  if (caller === 'partner') return asPartner(company)
  return asCustomer(company, caller === 'account' ? id_token : token)
}

/** Everything that a call could change. */
async function state(): Promise<object[]> {
  return rows(
    world.database,
    sql`select (select count(*) from customer) as customers, (select count(*) from session) as sessions,
               (select count(*) from points_record) as records, (select sum(amount) from balance) as points`,
  )
}

describe('who calls', () => {
  test.each(calledBy('guest', 'customer', 'account'))(
    '%s without Company-Id, or with none that is a UUID, is a 400 [D2]',
    async (key) => {
      for (const id of [undefined, '', 'x', '1', `${cafe.id}0`, `${cafe.id},${posto.id}`]) {
        const { 'company-id': _, ...others } = headersFor(key)
        const headers = id === undefined ? others : { ...others, 'company-id': id }
        const answer = await call(key, { headers, body: good[key]?.() })
        expect(errorOf(answer)).toEqual({ status: 400, type: 'bad_request' })
      }
    },
  )

  test.each(calledBy('guest'))(
    '%s for a company that does not exist is company_not_found [R1.2]',
    async (key) => {
      const answer = await call(key, {
        headers: { 'company-id': randomUUID() },
        body: good[key]?.(),
      })
      expect(errorOf(answer)).toEqual({ status: 404, type: 'company_not_found' })
    },
  )

  test.each(calledBy('customer', 'account', 'partner'))(
    '%s with no token, garbage, or another company’s is refused with 401, and changes nothing [R3.8]',
    async (key) => {
      const before = await state()
      const { caller } = endpoints[key]
      const type = caller === 'partner' ? 'invalid_key' : 'unauthenticated'
      const garbage = [
        '',
        'Bearer',
        'Bearer x',
        `Basic ${ana.token}`,
        `Bearer ${ana.token}0`,
        `Bearer ${'A'.repeat(43)}`,
      ]
      for (const authorization of garbage) {
        const answer = await call(key, {
          headers: { 'company-id': cafe.id, authorization },
          body: good[key]?.(),
        })
        expect(errorOf(answer)).toEqual({ status: 401, type })
      }
      const foreign = await call(key, {
        headers: asCustomer(posto, ana.token),
        body: good[key]?.(),
      })
      expect(errorOf(foreign)).toEqual({ status: 401, type })
      expect(await state()).toEqual(before)
    },
  )

  test.each(calledBy('guest', 'customer', 'account', 'partner'))(
    '%s of a blocked company, or one in maintenance, is company_unavailable [R1.3]',
    async (key) => {
      for (const closed of [{ blocked: true }, { maintenance: true }]) {
        const company = await world.createCompany(`fechada-${randomUUID().slice(0, 8)}`, {})
        const customer = await world.registered(company)
        await rows(
          world.database,
          sql`update company set blocked_at = ${closed.blocked ? world.now() : null}, maintenance = ${!closed.blocked}
             where company_id = ${company.id}`,
        )
        const headers = headersFor(key, company, customer.token)
        const answer = await call(key, { headers, body: good[key]?.() })
        expect(errorOf(answer)).toEqual({ status: 403, type: 'company_unavailable' })
        expect(answer.body).toMatchObject({ message: 'Sistema indisponível' })
      }
    },
  )
})

describe('what is sent', () => {
  test.each(withBody)(
    '%s with a body that is not JSON is a 400, another type a 415, over 100 kB a 413 [D2]',
    async (key) => {
      const before = await state()
      const json = { ...headersFor(key), 'content-type': 'application/json' }
      for (const body of ['', '{', 'null,', '{"a":1', '{"__proto__":{}}', '\u0000']) {
        const answer = await call(key, { headers: json, body })
        expect(errorOf(answer)).toEqual({ status: 400, type: 'bad_request' })
      }
      const text = await call(key, {
        headers: { ...json, 'content-type': 'text/xml' },
        body: '<a/>',
      })
      expect(errorOf(text)).toEqual({ status: 415, type: 'unsupported_media_type' })
      const large = await call(key, { headers: json, body: { a: 'x'.repeat(100_000) } })
      expect(errorOf(large)).toEqual({ status: 413, type: 'too_large' })
      expect(await state()).toEqual(before)
    },
  )

  test.each(withBody)('%s refuses a field it does not have, by name [D2]', async (key) => {
    const before = await state()
    const body = { ...good[key]!(), login_type: 'PRE' }
    const answer = await call(key, { headers: headersFor(key), body })
    expect(errorOf(answer)).toMatchObject({
      status: 422,
      type: 'validation',
      fields: { login_type: [expect.any(String)] },
    })
    expect(await state()).toEqual(before)
  })

  test.each(withBody)(
    '%s refuses a wrong type, NUL, half a surrogate and 10,000 characters in each of its fields [D2]',
    async (key) => {
      const before = await state()
      for (const [field, given] of Object.entries(good[key]!())) {
        const texts = ['', '\u0000', `a\u0000b`, '\ud800', 'x'.repeat(10_000)]
        const others = [
          ...(takesNull.has(key) ? [] : [null]),
          [],
          {},
          -1,
          1.5,
          2 ** 53,
          1e300,
          typeof given === 'boolean' ? 'true' : true,
        ]
        for (const value of typeof given === 'boolean' ? others : [...texts, ...others]) {
          const answer = await call(key, {
            headers: headersFor(key),
            body: { ...good[key]!(), [field]: value },
          })
          expect(
            answer.status,
            `${field}: ${JSON.stringify(value).slice(0, 40)}`,
          ).toBeGreaterThanOrEqual(400)
          expect(answer.status).toBeLessThan(500)
        }
      }
      expect(await state()).toEqual(before)
    },
  )

  test.each([0, -1, 0.5, 100_000_001, 2 ** 53, 2 ** 60, '100', null])(
    'a purchase value of %s is refused by name and nothing changes [D3]',
    async (purchase_value) => {
      const before = await state()
      const answer = await world.generate(cafe, sale(newCpf(), { purchase_value }))
      expect(errorOf(answer)).toMatchObject({
        status: 422,
        fields: { purchase_value: [expect.any(String)] },
      })
      expect(await state()).toEqual(before)
    },
  )

  test.each([{}, { document: newCpf(), email: ana.email }, { document: '' }, { id: ana.id }])(
    '%j names no customer: exactly one of document, phone and email does [D3]',
    async (customer) => {
      const answer = await world.generate(cafe, sale('', { customer }))
      expect(errorOf(answer)).toMatchObject({ status: 422, type: 'validation' })
    },
  )

  test('any JSON at all, at any call, is answered by the catalogue and never by a defect [D2]', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...withBody),
        fc.jsonValue({ depthSize: 'medium' }),
        async (key, body) => {
          const endpoint: Endpoint = endpoints[key]
          fc.pre(!endpoint.body!.safeParse(body).success)
          const headers = { ...headersFor(key), 'content-type': 'application/json' }
          const answer = await call(key, { headers, body: JSON.stringify(body) })
          expect(catalogued(answer.status)).toContain(errorOf(answer).type)
        },
      ),
      { numRuns: 300 },
    )
  })

  test('fields of the right name with any text are answered by the contract, never by a defect [D2]', async () => {
    const anything = fc.oneof(fc.string({ unit: 'binary', maxLength: 300 }), fc.jsonValue())
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...withBody),
        fc.array(anything, { minLength: 8, maxLength: 8 }),
        async (key, values) => {
          const names = Object.keys(good[key]!())
          const body = Object.fromEntries(names.map((name, at) => [name, values[at]]))
          const answer = await call(key, { headers: headersFor(key), body })
          expect(declared(key)).toContain(answer.status)
        },
      ),
      { numRuns: 300 },
    )
  })
})

describe('where it is sent', () => {
  test('a path or method that does not exist is a catalogued 404 [D2]', async () => {
    for (const [method, url] of [
      ['GET', '/api/nothing'],
      ['PATCH', '/api/customer'],
      ['POST', '/'],
    ] as const) {
      const answer = await world.app.inject({ method, url })
      expect(answer.statusCode).toBe(404)
      expect(answer.json()).toMatchObject({ status: 404, data: { type: 'not_found' } })
    }
  })

  test('a path that cannot be decoded is a catalogued 400 [D2]', async () => {
    const answer = await world.app.inject({ method: 'GET', url: '/api/company/%ff' })
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ data: { type: 'bad_request' } })
  })

  test('every answer carries a request id of its own, and may not be stored [D2]', async () => {
    const [one, other] = [await call('GET /health'), await call('GET /health')]
    expect(one.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
    expect(one.headers['x-request-id']).not.toBe(other.headers['x-request-id'])
    expect(one.headers['cache-control']).toBe('no-store')
  })
})

function catalogued(status: number): string[] {
  return Object.entries(errorCodes)
    .filter(([, error]) => error.status === status)
    .map(([type]) => type)
}

function declared(key: EndpointKey): number[] {
  const { errors: own, status }: Endpoint = endpoints[key]
  return [400, 401, 422, status ?? 200, ...own.map((type) => errorCodes[type].status)]
}
