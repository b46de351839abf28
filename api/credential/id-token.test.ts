import { createRemoteJWKSet, UnsecuredJWT } from 'jose'
import { expect, test } from 'vitest'

import { identityProviderOf, publishedKeys } from '#api/company/identity-provider.ts'
import {
  createProvider,
  createProviderWorld,
  now,
  person,
  project,
} from '#api/testing/fakes/provider.ts'
import { asCustomer, createWorld, errorOf } from '#api/testing/worlds/world.ts'
import { type Database, rows, sql } from '#database/sql.ts'

const {
  provider,
  cafe,
  posto,
  call,
  create,
  createCompany,
  customerVia,
  database,
  moveClock,
  read,
} = await createProviderWorld()
const otherProject = { ...project, project_id: 'fiel-other' }
const own = await createCompany('own', {
  settings: { integrations: { firebase: otherProject } },
})

async function customersOf(company: { id: string }, of: Database = database): Promise<number> {
  const found = await rows(of, sql`select id from customer where company_id = ${company.id}`)
  return found.length
}

const bad: [string, () => Promise<string>][] = [
  ['is of another project', () => provider.idToken(person(), now, { aud: 'fiel-foreign' })],
  [
    'is of another issuer',
    () => provider.idToken(person(), now, { iss: 'https://securetoken.google.com/x' }),
  ],
  ['has expired', () => provider.idToken(person(), new Date(now.getTime() - 3_700_000))],
  ['names nobody', () => provider.idToken(person({ sub: '' }), now)],
  ['never expires', () => provider.idToken(person(), now, { exp: undefined })],
  [
    'has an auth_time in the future',
    () => provider.idToken(person({ auth_time: now.getTime() / 1000 + 86_400 }), now),
  ],
  ['lasts for ever', () => provider.idToken(person(), now, { exp: 9e15 })],
  ['has a name with a NUL', () => provider.idToken(person({ sub: 'a\u0000b' }), now)],
  [
    'has an auth_time 61 days ago',
    () => provider.idToken(person({ auth_time: now.getTime() / 1000 - 61 * 86_400 }), now),
  ],
  ['is not signed', async () => unsigned(await provider.idToken(person(), now))],
  [
    'is signed by a key of nobody',
    async () => provider.idToken(person(), now, {}, await provider.newKey('nobody')),
  ],
  [
    'is signed by a stranger with a known key id',
    async () => provider.idToken(person(), now, {}, await provider.newKey('first')),
  ],
  [
    'has a changed claim',
    async () => withClaim(await provider.idToken(person(), now), { sub: 'another' }),
  ],
  ['is no JSON', async () => 'aaaa.bbbb.cccc'],
]

test.each(bad)('an ID token that %s gets 401 and creates no customer [R3.6]', async (_, token) => {
  const bearer = await token()
  const before = await customersOf(cafe)
  expect(errorOf(await read(bearer))).toMatchObject({ status: 401, type: 'unauthenticated' })
  expect(errorOf(await create(cafe, bearer))).toMatchObject({
    status: 401,
    type: 'unauthenticated',
  })
  expect(await customersOf(cafe)).toBe(before)
})

test('an ID token of a known account expires at its own time plus 1 minute of clock skew [R3.6]', async () => {
  const { token } = await customerVia(person())
  expect((await read(token)).status).toBe(200)
  moveClock('2026-11-20T16:02:00Z')
  expect(errorOf(await read(token))).toMatchObject({ status: 401, type: 'unauthenticated' })
})

test('an ID token from a clock that is 50 s ahead is accepted [R3.6]', async () => {
  const ahead = new Date(now.getTime() + 50_000)
  const before = await customersOf(cafe)
  expect((await create(cafe, await provider.idToken(person(), ahead))).status).toBe(201)
  expect(await customersOf(cafe)).toBe(before + 1)
})

test('an ID token is accepted only for its project, and its customer only at their company [T4 R3.6]', async () => {
  const { token } = await customerVia(person())
  expect((await read(token, own)).status).toBe(401)
  expect((await read(token, posto)).status).toBe(404)
  const foreignToken = await provider.idToken(person(), now, {
    aud: otherProject.project_id,
    iss: `https://securetoken.google.com/${otherProject.project_id}`,
  })
  const before = await customersOf(cafe)
  expect((await create(own, foreignToken)).status).toBe(201)
  expect((await read(foreignToken, cafe)).status).toBe(401)
  expect([await customersOf(own), await customersOf(cafe)]).toEqual([1, before])
})

test('a second ID token is verified without reading Google’s keys again [R3.6]', async () => {
  const { token } = await customerVia(person())
  const before = provider.asked()
  expect((await read(token)).status).toBe(200)
  expect(provider.asked()).toBe(before)
})

test('while Google’s keys cannot be read, a token gets 503, not 401; with cached keys it works [R3.6]', async () => {
  const keys = await createProvider(project.project_id)
  const cutOff = await createWorld({
    identityProvider: {
      defaultProject: project,
      emulator_url: null,
      keys: publishedKeys(keys.keysUrl),
    },
  })
  keys.away(true)
  const token = await keys.idToken(person(), now)
  const headers = asCustomer(cutOff.cafe, token)
  const away = await cutOff.call('GET /customer', { headers })
  expect(errorOf(away)).toMatchObject({ status: 503, type: 'unavailable' })
  expect(away.headers['retry-after']).toBeDefined()
  keys.away(false)
  const created = await cutOff.call('POST /customer/create-via-firebase', { headers, body: {} })
  expect(created.status).toBe(201)
  expect(await customersOf(cutOff.cafe, cutOff.database)).toBe(1)
  await cutOff.call('GET /customer', { headers })
  keys.away(true)
  expect((await cutOff.call('GET /customer', { headers })).status).toBe(200)
})

test('with the emulator configured, unsigned tokens are accepted and signed ones are refused [R3.6]', async () => {
  const emulated = await createWorld({
    identityProvider: {
      defaultProject: project,
      emulator_url: 'http://127.0.0.1:9099',
      keys: publishedKeys(provider.keysUrl),
    },
  })
  const signed = await provider.idToken(person(), now)
  const as = (token: string) => ({ headers: asCustomer(emulated.cafe, token), body: {} })
  expect((await emulated.call('POST /customer/create-via-firebase', as(signed))).status).toBe(401)
  expect(await customersOf(emulated.cafe, emulated.database)).toBe(0)
  const answer = await emulated.call('POST /customer/create-via-firebase', as(unsigned(signed)))
  expect(answer.status).toBe(201)
  expect(await customersOf(emulated.cafe, emulated.database)).toBe(1)
})

test('every ID token is refused if neither company nor server has a project [D10]', async () => {
  const none = await createWorld()
  const token = await provider.idToken(person(), now)
  const answer = await none.call('GET /customer', { headers: asCustomer(none.cafe, token) })
  expect(errorOf(answer).type).toBe('unauthenticated')
  const settings = await none.call('GET /company/{company_id}/settings', {
    params: { company_id: none.cafe.id },
  })
  expect(settings.body).toMatchObject({ integrations: { firebase: null } })
})

test('the settings have the company’s own Firebase project, or else the server’s default [D10]', async () => {
  const of = async (company_id: string) =>
    (await call('GET /company/{company_id}/settings', { params: { company_id } })).body
  expect(await of(own.id)).toMatchObject({ integrations: { firebase: otherProject } })
  expect(await of(cafe.id)).toMatchObject({ integrations: { firebase: project } })
})

test('Google’s keys are read again when a token names an unknown key [R3.6]', async () => {
  const rotating = await createProvider(project.project_id)
  // No cool-down, because the test's minute passes within milliseconds.
  const keys = createRemoteJWKSet(new URL(rotating.keysUrl), { cooldownDuration: 0 })
  const after = await createWorld({
    identityProvider: { defaultProject: project, emulator_url: null, keys },
  })
  const createThere = async (token: string) =>
    after.call('POST /customer/create-via-firebase', {
      headers: asCustomer(after.cafe, token),
      body: {},
    })
  const old = await rotating.idToken(person(), now)
  expect((await createThere(old)).status).toBe(201)
  await rotating.rotate('second')
  expect((await createThere(await rotating.idToken(person(), now))).status).toBe(201)
  expect(await customersOf(after.cafe, after.database)).toBe(2)
  expect(rotating.asked()).toBe(2)
})

test.each([
  [{ FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099' }, false, 'proves nothing'],
  [{ FIREBASE_PROJECT_ID: 'fiel-test' }, true, 'belong together'],
  [
    { FIREBASE_API_KEY: 'a', FIREBASE_AUTH_DOMAIN: 'a.b', FIREBASE_PROJECT_ID: '!' },
    true,
    'belong together',
  ],
])(
  'settings that would let everybody or nobody sign in are refused: %o [D10]',
  (environment, isDemo, why) => {
    expect(() => identityProviderOf(environment, isDemo)).toThrow(why)
  },
)

function unsigned(token: string): string {
  const claims = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString())
  return new UnsecuredJWT(claims).encode()
}

function withClaim(token: string, changes: object): string {
  const [header, claims, signature] = token.split('.')
  const changed = { ...JSON.parse(Buffer.from(claims!, 'base64url').toString()), ...changes }
  return [header, Buffer.from(JSON.stringify(changed)).toString('base64url'), signature].join('.')
}
