/** Invalid input for each endpoint of the contract. A refused call writes nothing. */

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { createProviderWorld, now, person } from '#api/testing/fakes/provider.ts'
import { fingerprint } from '#api/testing/refusal/fingerprint.ts'
import { staffOf } from '#api/testing/worlds/staff.ts'
import { validBody, validRequest } from '#api/testing/worlds/valid-request.ts'
import {
  type Answer,
  asCustomer,
  asPartner,
  newCpf,
  errorOf,
  sale,
  type Sent,
} from '#api/testing/worlds/world.ts'
import type { Endpoint } from '#contract/endpoints/endpoint.ts'
import { type EndpointKey, endpoints, isAdminKey } from '#contract/endpoints/endpoints.ts'
import { errorCodes } from '#contract/error.ts'
import { ShortList } from '#contract/value/page.ts'

const world = await createProviderWorld()
const { cafe, database } = world
const ana = await world.registered(cafe)
// A key's first call on a day writes that day, so make it before the tests.
await world.call('GET /partner/calculation-rule', { headers: asPartner(cafe) })
const id_token = await world.provider.idToken(person(), now)

const keys = Object.keys(endpoints) as EndpointKey[]
const owner = await staffOf(world, cafe, 'owner', { factor_at: now })
const withBody = keys.filter((key) => 'body' in endpoints[key])

/**
 * Endpoints that accept null for a field: R3.10 sends null for each field not filled in, a change of a customer clears it, and a till's
 * key without a limit has null.
 */
const takesNull = new Set<EndpointKey>([
  'POST /customer/create-via-firebase',
  'PUT /customer',
  'POST /admin/key',
])

/** The specification allows extra options here. */
const ignoresOptions = new Set<EndpointKey>(['GET /prize', 'GET /prize/count'])

/** A body that the endpoint accepts. */
const good = (key: EndpointKey) => validBody(key, ana)!

/** Calls with a valid request, except for the given parts. */
function call(key: EndpointKey, sent: Sent = {}): Promise<Answer> {
  return world.call(key, { ...validRequest(key, ana), ...sent })
}

function headersFor(key: EndpointKey): Record<string, string> {
  const { caller } = endpoints[key]
  if (caller === 'partner') return asPartner(cafe)
  if (isAdminKey(key)) return owner.headers
  return asCustomer(cafe, caller === 'account' ? id_token : ana.token)
}

/** An endpoint without a body, or whose body may be null, accepts an empty one. */
function needsBody(key: EndpointKey): boolean {
  const { body }: Endpoint = endpoints[key]
  return body !== undefined && !body.safeParse(null).success
}

describe('the request', () => {
  test.each(keys)(
    '%s answers bad_request to an Expect that it cannot satisfy [D2]',
    async (key) => {
      const before = await fingerprint(database)
      const answer = await call(key, { headers: { ...headersFor(key), expect: 'a reply' } })
      expect(errorOf(answer)).toEqual({ status: 400, type: 'bad_request' })
      expect(await fingerprint(database)).toEqual(before)
    },
  )

  test.each(keys.filter((key) => !key.startsWith('GET ')))(
    '%s answers 400 to a body that is not JSON, 415 to another type, 413 over its limit [D2]',
    async (key) => {
      const before = await fingerprint(database)
      const json = { ...headersFor(key), 'content-type': 'application/json' }
      for (const body of [
        ...(needsBody(key) ? [''] : []),
        '{',
        'null,',
        '{"a":1',
        '{"__proto__":{}}',
        '\u0000',
        '{"a":1,"a":1}',
        '[1e400]',
      ]) {
        const answer = await call(key, { headers: json, body })
        expect(errorOf(answer)).toEqual({ status: 400, type: 'bad_request' })
      }
      const text = await call(key, {
        headers: { ...json, 'content-type': 'text/xml' },
        body: '<a/>',
      })
      expect(errorOf(text)).toEqual({ status: 415, type: 'unsupported_media_type' })
      const { maxBody = 100_000 }: Endpoint = endpoints[key]
      const large = await call(key, { headers: json, body: { a: 'x'.repeat(maxBody) } })
      expect(errorOf(large)).toEqual({ status: 413, type: 'too_large' })
      expect(await fingerprint(database)).toEqual(before)
    },
  )

  test.each(keys.filter((key) => invalid(key) !== undefined))(
    '%s refuses invalid or unknown parameters [D2]',
    async (key) => {
      const before = await fingerprint(database)
      const { headers, ...sent } = invalid(key)!
      const answer = await call(key, { ...sent, headers: { ...headersFor(key), ...headers } })
      expect(errorOf(answer)).toEqual({
        status: 422,
        type: 'validation',
        fields: expect.any(Object),
      })
      expect(await fingerprint(database)).toEqual(before)
    },
  )

  test.each(withBody)(
    '%s refuses an unknown field in the body and names the field [D2]',
    async (key) => {
      const before = await fingerprint(database)
      const body = { ...good(key), login_type: 'PRE' }
      const answer = await call(key, { headers: headersFor(key), body })
      expect(errorOf(answer)).toMatchObject({
        status: 422,
        type: 'validation',
        fields: { login_type: [expect.any(String)] },
      })
      expect(await fingerprint(database)).toEqual(before)
    },
  )

  test.each(withBody)(
    '%s refuses a wrong type, NUL, half a surrogate or 10,000 characters in each field [D2]',
    async (key) => {
      const before = await fingerprint(database)
      for (const [field, given] of Object.entries(good(key))) {
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
            body: { ...good(key), [field]: value },
          })
          expect(
            answer.status,
            `${field}: ${JSON.stringify(value).slice(0, 40)}`,
          ).toBeGreaterThanOrEqual(400)
          expect(answer.status).toBeLessThan(500)
        }
      }
      expect(await fingerprint(database)).toEqual(before)
    },
  )

  test.each([0, -1, 0.5, 100_000_001, 2 ** 53, 2 ** 60, '100', null])(
    'a purchase value of %s is refused with the field’s name, and nothing changes [D3]',
    async (purchase_value) => {
      const before = await fingerprint(database)
      const answer = await world.generate(cafe, sale(newCpf(), { purchase_value }))
      expect(errorOf(answer)).toMatchObject({
        status: 422,
        fields: { purchase_value: [expect.any(String)] },
      })
      expect(await fingerprint(database)).toEqual(before)
    },
  )

  test.each([{}, { document: newCpf(), email: ana.email }, { document: '' }, { id: ana.id }])(
    'the customer %j is refused: exactly one of document, phone and email names a customer [D3]',
    async (customer) => {
      const answer = await world.generate(cafe, sale('', { customer }))
      expect(errorOf(answer)).toMatchObject({ status: 422, type: 'validation' })
    },
  )

  test('any invalid JSON body at any endpoint gets an error code of the contract, never a 500 [D2]', async () => {
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

  test('any value in a known field of any endpoint gets a declared status, never a 500 [D2]', async () => {
    const anything = fc.oneof(fc.string({ unit: 'binary', maxLength: 300 }), fc.jsonValue())
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...withBody),
        fc.array(anything, { minLength: 8, maxLength: 8 }),
        async (key, values) => {
          const names = Object.keys(good(key))
          const body = Object.fromEntries(names.map((name, at) => [name, values[at]]))
          const answer = await call(key, { headers: headersFor(key), body })
          expect(declared(key)).toContain(answer.status)
        },
      ),
      { numRuns: 300 },
    )
  })
})

describe('paths and headers', () => {
  test('an unknown path or method gets a 404 with the code not_found [D2]', async () => {
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

  test('a path that cannot be decoded gets a 400 with the code bad_request [D2]', async () => {
    const answer = await world.app.inject({ method: 'GET', url: '/api/company/%ff' })
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ data: { type: 'bad_request' } })
  })

  test('a path is decoded once: an escaped percent sign stays one [D2 T15]', async () => {
    const statusOf = async (hostname: string) => {
      const url = `/api/company/get-company-by-domain/${hostname}`
      return (await world.app.inject({ method: 'GET', url })).statusCode
    }
    expect(await statusOf('cafe%2elocalhost')).toBe(200)
    expect(await statusOf('cafe%252elocalhost')).toBe(404)
  })

  test('a parameter that is sent twice is refused, and no other source of the request stands in for it [D2]', async () => {
    const { headers } = ana
    const read = async (url: string) =>
      (await world.app.inject({ method: 'GET', url, headers })).statusCode
    expect(await read('/api/points?days=15')).toBe(200)
    expect(await read('/api/points?days=15&days=30')).toBe(422)
    const document = newCpf()
    const till = { headers: asPartner(cafe), body: { document } }
    expect(errorOf(await world.call('GET /partner/customer', till)).status).toBe(422)
  })

  test('every answer has its own request id, and Cache-Control: no-store [D2]', async () => {
    const [one, other] = [await call('GET /health'), await call('GET /health')]
    expect(one.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
    expect(one.headers['x-request-id']).not.toBe(other.headers['x-request-id'])
    expect(one.headers['cache-control']).toBe('no-store')
  })
})

/** Parameters that the endpoint must refuse. Undefined for an endpoint without parameters. */
function invalid(key: EndpointKey): Sent | undefined {
  const { params, query, headers }: Endpoint = endpoints[key]
  if (params)
    return { params: Object.fromEntries(paramsOf(key).map((name) => [name, ' '.repeat(299)])) }
  if (query === ShortList) return { query: { per_page: 0 } }
  if (query) return { query: ignoresOptions.has(key) ? { tab: 'x' } : { unknown: '1' } }
  return headers && { headers: { 'customer-email': 'x' } }
}

function paramsOf(key: EndpointKey): string[] {
  return [...key.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
}

function catalogued(status: number): string[] {
  return Object.entries(errorCodes)
    .filter(([, error]) => error.status === status)
    .map(([type]) => type)
}

function declared(key: EndpointKey): number[] {
  const { errors: own, status }: Endpoint = endpoints[key]
  // 403: a passkey at another host than the console's.
  const asStaff = isAdminKey(key) ? [403] : []
  return [...asStaff, 400, 401, 422, status ?? 200, ...own.map((type) => errorCodes[type].status)]
}
