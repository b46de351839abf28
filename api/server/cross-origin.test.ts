import { expect, test } from 'vitest'

import { staffOf } from '#api/testing/worlds/staff.ts'
import { asCustomer, asGuest, createWorld } from '#api/testing/worlds/world.ts'

const world = await createWorld()
const { app, cafe, posto } = world
const { token } = await world.registered(cafe)
const ana = await staffOf(world, cafe)
const ownPage = 'http://cafe.localhost:8080'

/** GET /customer as a browser sends it from a page of `origin`. */
function read(origin: string, headers: Record<string, string> = asCustomer(cafe, token)) {
  return app.inject({ url: '/api/customer', headers: { ...headers, origin } })
}

test('a page on a company’s host name may call the API and read the exposed headers [R1.1 T13]', async () => {
  const { statusCode, headers } = await read(ownPage)
  expect(statusCode).toBe(200)
  expect(headers).toMatchObject({ 'access-control-allow-origin': ownPage, vary: 'Origin' })
  expect(headers['access-control-allow-credentials']).toBeUndefined()
  const exposed = String(headers['access-control-expose-headers']).split(', ')
  expect(exposed).toEqual(
    expect.arrayContaining(['X-Total-Count', 'Link', 'Retry-After', 'Idempotent-Replayed']),
  )
})

test('a page on a company’s host name may read an error too [R13.1]', async () => {
  const { statusCode, headers } = await read(ownPage, asGuest(cafe))
  expect(statusCode).toBe(401)
  expect(headers['access-control-allow-origin']).toBe(ownPage)
})

test('a preflight lists the allowed headers and may be cached for two hours [R3.2 R3.12 D2]', async () => {
  const { statusCode, headers, body } = await app.inject({
    method: 'OPTIONS',
    url: '/api/voucher/generate',
    headers: { origin: ownPage, 'access-control-request-method': 'POST' },
  })
  expect({ statusCode, body }).toEqual({ statusCode: 204, body: '' })
  expect(headers).toMatchObject({
    'access-control-allow-origin': ownPage,
    'access-control-max-age': '7200',
  })
  const sent = String(headers['access-control-allow-headers']).toLowerCase().split(', ')
  expect(sent).toEqual(
    expect.arrayContaining([
      'authorization',
      'company-id',
      'customer-document',
      'customer-email',
      'idempotency-key',
    ]),
  )
  expect(headers['access-control-allow-methods']).toBe('GET, POST, PUT, DELETE')
})

test.each([
  'https://vizinho.example',
  'null',
  'http://localhost.evil.example',
  'https://cafe.localhost.evil.example',
  'file://',
  `http://${posto.hostname}`,
])('a page of %s gets forbidden, and its call changes nothing [T13]', async (origin) => {
  const { statusCode, headers, body } = await app.inject({
    method: 'DELETE',
    url: '/api/customer/session',
    headers: { ...asCustomer(cafe, token), origin },
  })
  expect(statusCode).toBe(403)
  expect(JSON.parse(body)).toMatchObject({ data: { type: 'forbidden' } })
  expect(headers['access-control-allow-origin']).toBeUndefined()
  // The refused call has not ended the session.
  expect((await read(ownPage)).statusCode).toBe(200)
})

test('a page without https is refused, except on this machine [T13]', async () => {
  const loja = await world.createCompany('loja', { frontend_domain: 'loja.example' })
  const secure = await read('https://loja.example', asGuest(loja))
  expect(secure.headers['access-control-allow-origin']).toBe('https://loja.example')
  expect((await read('http://loja.example', asGuest(loja))).statusCode).toBe(403)
})

test('partner endpoints ignore Origin, and no page may read their answers [T13]', async () => {
  const answer = await app.inject({
    url: '/api/partner/customer?document=52998224725',
    headers: { authorization: `Bearer ${cafe.key}`, origin: 'file://' },
  })
  expect(answer.statusCode).toBe(404)
  expect(answer.headers['access-control-allow-origin']).toBeUndefined()
})

// The router decodes a path before it looks for the route.
const spellings = ['/api/admin/me', '/api/%61dmin/me', '/%61pi/admin/me', '/api/admin%2Fme']

test.each(spellings)(
  '%s refuses a page of another origin or site, also a preflight [D15 T13]',
  async (url) => {
    const pages = [
      { origin: ownPage },
      { origin: 'https://vizinho.example' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ]
    for (const page of pages) {
      const answer = await app.inject({ url, headers: { ...ana.headers, ...page } })
      expect([403, 404]).toContain(answer.statusCode)
      expect(answer.body).not.toContain(ana.email)
    }
    const preflight = await app.inject({
      method: 'OPTIONS',
      url: url.replace('%2F', '/'),
      headers: { origin: ownPage, 'access-control-request-method': 'POST' },
    })
    expect(preflight.statusCode).toBe(403)
    expect(preflight.headers['access-control-allow-origin']).toBeUndefined()
  },
)

test.each(['/api/partner/customer', '/api/%70artner/customer'])(
  'no page may read %s, nor gets a preflight for it [T13]',
  async (url) => {
    for (const method of ['GET', 'OPTIONS'] as const) {
      const headers = { authorization: `Bearer ${cafe.key}`, origin: ownPage }
      const answer = await app.inject({ method, url, headers })
      expect(answer.headers['access-control-allow-origin']).toBeUndefined()
    }
  },
)

test('a page from the API’s own host may call it without a company, as the API documentation does [R2.1]', async () => {
  const { statusCode, headers } = await app.inject({
    url: '/api/health',
    headers: { host: 'fiel.example', origin: 'https://fiel.example' },
  })
  expect(statusCode).toBe(200)
  expect(headers['access-control-allow-origin']).toBeUndefined()
})

test('a page on a host name is refused 60 s after the company has given up the name [R1.1]', async () => {
  const page = 'https://antiga.example'
  const antiga = await world.createCompany('antiga', { frontend_domain: 'antiga.example' })
  expect((await read(page, asGuest(antiga))).statusCode).toBe(401)
  await world.createCompany('antiga', { frontend_domain: 'nova.example' })
  world.moveClock('2026-11-20T15:01:00Z')
  expect((await read(page, asGuest(antiga))).statusCode).toBe(403)
})

test('a page on an unknown host name may look up that name only [R1.2]', async () => {
  const origin = 'https://ninguem.example'
  const ask = (name: string) =>
    app.inject({ url: `/api/company/get-company-by-domain/${name}`, headers: { origin } })
  const own = await ask('ninguem.example')
  expect(own.statusCode).toBe(404)
  expect(own.headers['access-control-allow-origin']).toBe(origin)
  expect((await ask('cafe.localhost')).statusCode).toBe(403)
})
