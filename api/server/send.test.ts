/** The headers of an answer: its ETag, tested with the poll of GET /points/intention (R8.1, D13), and the length of a list (D2). */

import { expect, test } from 'vitest'

import { asGuest, asPartner, createWorld, errorOf, sale } from '#api/testing/worlds/world.ts'
import type { Intention } from '#contract/intention.ts'

const world = await createWorld()
const { app, cafe, call } = world

/** A customer with an open intention for 80 points. */
async function customerWithIntention() {
  const customer = await world.confirmed(cafe, 100)
  const answer = await call('POST /partner/points/intention', {
    headers: asPartner(cafe),
    body: sale(customer.document, { points_amount: 80 }),
  })
  expect(answer.status).toBe(201)
  return customer
}

function poll({ headers }: { headers: Record<string, string> }, ifNoneMatch?: string) {
  return call('GET /points/intention', {
    headers: { ...headers, ...(ifNoneMatch !== undefined && { 'if-none-match': ifNoneMatch }) },
  })
}

test('an unchanged poll gets 304 without a body, and a changed one the whole body [R8.1, D13]', async () => {
  const customer = await customerWithIntention()
  const first = await poll(customer)
  expect(first.status).toBe(200)
  const etag = first.headers['etag']!
  expect(etag).toMatch(/^W\/"[\w-]{22}"$/)
  expect((await poll(customer)).headers['etag']).toBe(etag)

  const unchanged = await poll(customer, etag)
  expect(unchanged).toMatchObject({
    status: 304,
    text: '',
    headers: { etag, vary: 'Origin', 'cache-control': 'no-store' },
  })
  expect(unchanged.headers['content-type']).toBeUndefined()

  const { id } = first.body as Intention
  await call('POST /points/intention/{id}/confirm', { headers: customer.headers, params: { id } })
  const changed = await poll(customer, etag)
  expect(changed).toMatchObject({ status: 200, body: { id, status: 'AUTHORIZED' } })
  expect(changed.headers['etag']).not.toBe(etag)
  expect((await poll(customer, changed.headers['etag'])).status).toBe(304)

  await call('DELETE /points/intention/{id}', { headers: customer.headers, params: { id } })
  const empty = await poll(customer, changed.headers['etag'])
  expect(empty).toMatchObject({ status: 204, text: '' })
  expect(empty.headers['etag']).toBeUndefined()
})

test('If-None-Match compares ETags weakly, in lists, and accepts a star [RFC 9110]', async () => {
  const customer = await customerWithIntention()
  const etag = (await poll(customer)).headers['etag']!
  for (const ifNoneMatch of [etag.replace('W/', ''), `"a", ${etag}`, `${etag} , W/"b"`, '*']) {
    expect((await poll(customer, ifNoneMatch)).status).toBe(304)
  }
  for (const ifNoneMatch of [
    '',
    '"',
    'lixo',
    'W/""',
    `"${'x'.repeat(2_000)}"`,
    etag.slice(0, -1),
  ]) {
    expect((await poll(customer, ifNoneMatch)).status).toBe(200)
  }
})

test('an ETag without a session gets 401, and another customer’s ETag never matches [T9]', async () => {
  const [one, other] = [await customerWithIntention(), await customerWithIntention()]
  const etag = (await poll(one)).headers['etag']!
  expect((await poll(other, etag)).status).toBe(200)
  await call('DELETE /customer/session', { headers: one.headers })
  expect(errorOf(await poll(one, etag))).toEqual({ status: 401, type: 'unauthenticated' })
})

test('a portal on another server may send and read the ETag, also with a 304 [D2]', async () => {
  const customer = await customerWithIntention()
  const origin = `http://${cafe.hostname}:8080`
  const read = (headers: object) =>
    app.inject({
      url: '/api/points/intention',
      headers: { ...customer.headers, origin, ...headers },
    })
  const preflight = await app.inject({
    method: 'OPTIONS',
    url: '/api/points/intention',
    headers: { origin, 'access-control-request-method': 'GET' },
  })
  expect(preflight.headers['access-control-allow-headers']).toContain('If-None-Match')
  const first = await read({})
  expect(first.headers['access-control-expose-headers']).toContain('ETag')
  const unchanged = await read({ 'if-none-match': first.headers.etag })
  expect(unchanged).toMatchObject({
    statusCode: 304,
    headers: { 'access-control-allow-origin': origin },
  })
})

test.each([
  'GET /level',
  'GET /customer/session',
  'GET /customer/consent',
  'GET /points/expiring',
  'GET /prize/category',
  'GET /prize',
  'GET /voucher',
] as const)('%s carries the length of its list in X-Total-Count [D2]', async (key) => {
  const { headers } = await world.registered(cafe)
  const answer = await call(key, { headers })
  expect(answer.status).toBe(200)
  expect(answer.headers['x-total-count']).toBe(String((answer.body as unknown[]).length))
})

test('a short list is answered in pages if the caller asks for them, and refuses one of over 5,000 [D2]', async () => {
  const { headers, email, password } = await world.registered(cafe)
  const body = { identifier: email, password }
  await call('POST /customer/login', { headers: asGuest(cafe), body })
  const sessions = async (query: Record<string, number>) =>
    call('GET /customer/session', { headers, query })
  const whole = (await sessions({})).body as unknown[]
  expect(whole).toHaveLength(2)
  const second = await sessions({ page: 2, per_page: 1 })
  expect(second.body).toEqual([whole[1]])
  expect(second.headers['x-total-count']).toBe('2')
  expect((await sessions({ page: 2, per_page: 5_000 })).body).toEqual([])
  expect((await sessions({ per_page: 5_001 })).status).toBe(422)
})
