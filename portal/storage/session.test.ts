/** The token and its type in the browser, and a sign-in at the identity provider (R3.1, R3.5, R3.10). */

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

type Call = { route: string; bearer: string | undefined; body: unknown }
const calls: Call[] = []
/** Route → status and body; otherwise 404. */
const answers = new Map<string, [number, unknown]>()

const server = createServer((request: IncomingMessage, response: ServerResponse) => {
  let body = ''
  request.on('data', (chunk: Buffer) => (body += chunk))
  request.on('end', () => {
    const route = `${request.method} ${request.url}`
    const bearer = request.headers.authorization?.replace('Bearer ', '')
    calls.push({ route, bearer, body: body === '' ? undefined : JSON.parse(body) })
    const [status, answer] = answers.get(route) ?? [404, {}]
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  })
})
await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
afterAll(() => server.close())

/** A browser's cookies: name → value and lifetime. */
const cookies = new Map<string, { value: string; maxAge_s: number }>()
let lastWritten = ''
const stored = new Map<string, string>()
vi.stubEnv('VITE_API_URL', `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
vi.stubGlobal('document', {
  getElementById: () => null,
  querySelector: () => null,
  documentElement: { dataset: { companyId: 'c1' } },
  get cookie() {
    return [...cookies].map(([name, { value }]) => `${name}=${value}`).join('; ')
  },
  set cookie(written: string) {
    lastWritten = written
    const [, name, value, maxAge] = /^([\w-]+)=([^;]*);.*Max-Age=(\d+)/.exec(written)!
    if (maxAge === '0') cookies.delete(name!)
    else cookies.set(name!, { value: value!, maxAge_s: Number(maxAge) })
  },
})
const location = { protocol: 'https:' }
vi.stubGlobal('location', location)
vi.stubGlobal('window', { dispatchEvent: () => true })
vi.stubGlobal('localStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
  removeItem: (key: string) => void stored.delete(key),
})
vi.stubGlobal('sessionStorage', { removeItem: () => undefined })

const session = await import('./session.ts')
const { storedMemberCodeKey } = await import('./member-code.ts')
const { enterWith } = await import('#portal/session/enter.ts')
const { apiAs } = await import('#portal/client/api.ts')

const firebase = {
  api_key: 'k',
  auth_domain: 'fiel.firebaseapp.com',
  project_id: 'fiel',
  emulator_url: null,
}
const day_ms = 86_400_000
const began = new Date('2026-11-20T15:00:00Z')

/** Unsigned, because the browser does not verify it. */
function idToken(claims: object = {}): string {
  const part = (json: object) => Buffer.from(JSON.stringify(json)).toString('base64url')
  return `${part({ alg: 'RS256' })}.${part({ sub: 'rui', auth_time: 1, exp: 4e9, ...claims })}.s`
}

beforeEach(() => {
  calls.length = 0
  for (const map of [answers, cookies, stored]) map.clear()
})
afterEach(() => vi.useRealTimers())

describe('a session in the browser', () => {
  beforeEach(() => vi.useFakeTimers({ now: began, toFake: ['Date'] }))

  test('a session in the browser lasts 60 days, both the token’s cookie and the token type beside it [R3.1]', () => {
    session.beginSession(idToken(), { type: 'FIREBASE', firebase })
    expect(cookies.get('__Host-token')!.maxAge_s).toBe(60 * 86_400)
    vi.setSystemTime(began.getTime() + 60 * day_ms - 1_000)
    expect(session.sessionProvider()).toEqual(firebase)
    vi.setSystemTime(began.getTime() + 60 * day_ms)
    expect(session.sessionProvider()).toBeNull()
  })

  test('the token’s cookie is of this host alone, over TLS, for requests of its own site [R3.1 T12 T13]', () => {
    session.beginSession('ana-token')
    expect(lastWritten).toBe(
      '__Host-token=ana-token; Path=/; Max-Age=5184000; SameSite=Strict; Secure',
    )
  })

  test('a cookie that a sibling host has planted under the plain name is no session [T12 T13]', () => {
    cookies.set('token', { value: 'planted', maxAge_s: 1 })
    expect(session.storedToken()).toBeUndefined()
    session.beginSession('ana-token')
    expect(session.storedToken()).toBe('ana-token')
  })

  test('without TLS, as on this machine, the token’s cookie has the plain name [R3.1]', () => {
    location.protocol = 'http:'
    session.beginSession('ana-token')
    location.protocol = 'https:'
    expect(lastWritten).toBe('token=ana-token; Path=/; Max-Age=5184000; SameSite=Strict')
  })

  test('a session in the browser does not last longer after its token is renewed [R3.1]', () => {
    session.beginSession(idToken(), { type: 'FIREBASE', firebase })
    vi.setSystemTime(began.getTime() + 59 * day_ms)
    session.renewToken(idToken({ exp: 4e9 + 1 }))
    expect(cookies.get('__Host-token')!.maxAge_s).toBe(86_400)
    const cookie = cookies.get('__Host-token')
    vi.setSystemTime(began.getTime() + 60 * day_ms)
    session.renewToken(idToken({ exp: 4e9 + 2 }))
    expect(cookies.get('__Host-token')).toBe(cookie)
  })

  test('a session keeps its key when its token is renewed or replaced; another person’s differs [R3.5]', () => {
    const id_token = idToken()
    session.beginSession(id_token, { type: 'FIREBASE', firebase })
    const key = session.sessionKey()
    session.replaceIdToken('another-token', 'fiel-token')
    expect(session.storedToken()).toBe(id_token)
    session.replaceIdToken(id_token, 'fiel-token')
    expect(session.storedToken()).toBe('fiel-token')
    expect(session.sessionKey()).toBe(key)
    expect(session.sessionProvider()).toEqual(firebase)
    session.beginSession('bia-token')
    expect(session.sessionKey()).toBe('bia-token')
    session.endSession('logout')
    expect([session.sessionKey(), stored.size, cookies.size]).toEqual([undefined, 0, 0])
  })
})

describe('the key of member codes', () => {
  const answer = {
    session_ref: 'A'.repeat(22),
    key: 'B'.repeat(43),
    server_time: '2026-11-20T15:10:00.000Z',
  }
  beforeEach(() => vi.useFakeTimers({ now: began, toFake: ['Date'] }))

  test('the member-code key is stored with the difference of the clocks, for its login only [D14]', () => {
    session.beginSession('ana-token', { type: 'EMAIL' }, answer)
    const { session_ref, key } = answer
    const expected = { session_ref, key, ahead_ms: 600_000 }
    expect(storedMemberCodeKey('ana-token')).toMatchObject(expected)
    expect(storedMemberCodeKey('bia-token')).toBeNull()
    expect(stored.get('member_code')).not.toContain('ana-token')
    vi.setSystemTime(began.getTime() + 600_000)
    expect(session.keepMemberCode(answer)).toMatchObject({ ahead_ms: 0 })
  })

  test('the member-code key is deleted at the next sign-in and the session’s end, and stays so [D14 R3.7]', () => {
    session.beginSession('ana-token', { type: 'EMAIL' }, answer)
    session.beginSession('bia-token')
    expect(stored.has('member_code')).toBe(false)
    session.keepMemberCode(answer)
    session.endSession('expired')
    expect(stored.has('member_code')).toBe(false)
    expect(session.keepMemberCode(answer)).toBeNull()
    expect(stored.has('member_code')).toBe(false)
  })

  test('the member-code key stays when a token of Fiel replaces the ID token [D14 R3.5]', () => {
    const id_token = idToken()
    session.beginSession(id_token, { type: 'FIREBASE', firebase })
    session.replaceIdToken(id_token, 'fiel-token', answer)
    expect(storedMemberCodeKey(session.sessionKey()!)).toMatchObject({ key: answer.key })
  })
})

test('a stored token type that is not JSON counts as none, and the token stays [R3.1]', () => {
  session.beginSession('fiel-token')
  stored.set('token_type', 'EMAIL')
  expect(session.sessionKey()).toBe('fiel-token')
  expect(session.sessionProvider()).toBeNull()
  expect(session.storedToken()).toBe('fiel-token')
})

describe('a sign-in at the identity provider', () => {
  const account = {
    id_token: idToken(),
    name: ' Rui Prado ',
    email: 'Rui@exemplo.com.br',
    phone: '+5511987654321',
  }

  test('a provider sign-in gets generate-token’s token for the ID token, and stays FIREBASE [R3.5, D13]', async () => {
    answers.set('GET /customer', [200, {}])
    answers.set('GET /customer/generate-token', [200, { token: 'fiel-token' }])
    await enterWith(firebase, account)
    expect(session.storedToken()).toBe(account.id_token)
    await vi.waitFor(() => expect(session.storedToken()).toBe('fiel-token'))
    expect(calls.map(({ route }) => route)).toEqual([
      'GET /customer',
      'GET /customer/generate-token',
    ])
    expect(calls.map(({ bearer }) => bearer)).toEqual([account.id_token, account.id_token])
    expect(JSON.parse(stored.get('token_type')!)).toMatchObject({ type: 'FIREBASE', firebase })
  })

  test.each([404, 403, 500])(
    'a provider sign-in changes nothing when generate-token answers %i [R3.5, D13]',
    async (status) => {
      answers.set('GET /customer', [200, {}])
      answers.set('GET /customer/generate-token', [status, {}])
      await enterWith(firebase, account)
      await vi.waitFor(() => expect(calls).toHaveLength(2))
      // This call is answered after generate-token.
      await apiAs(account.id_token, 'GET /customer', { query: {} })
      expect(session.storedToken()).toBe(account.id_token)
      expect(session.sessionProvider()).toEqual(firebase)
    },
  )

  test('a provider sign-in creates the customer from the provider’s data, null for missing fields [R3.10]', async () => {
    answers.set('POST /customer/create-via-firebase', [201, {}])
    await enterWith(firebase, account)
    await enterWith(firebase, { ...account, name: null, email: null, phone: '+15551234567' })
    const created = calls.filter(({ route }) => route === 'POST /customer/create-via-firebase')
    const unknown = { address: null, birthdate: null, document: null, password: null }
    expect(created.map(({ body }) => body)).toEqual([
      {
        ...unknown,
        name: 'Rui Prado',
        email: 'rui@exemplo.com.br',
        phone: '+5511987654321',
        company_id: 'c1',
      },
      { ...unknown, name: null, email: null, phone: null, company_id: 'c1' },
    ])
  })
})
