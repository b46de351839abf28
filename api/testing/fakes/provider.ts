/** A stand-in for Google's side of Firebase Auth: it signs ID tokens as Google does, and publishes its keys over HTTP. */

import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { type CryptoKey, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'
import { afterAll, beforeEach, expect } from 'vitest'

import { publishedKeys } from '#api/company/identity-provider.ts'
import type { ResponseOf } from '#contract/endpoints/endpoints.ts'

import { type Answer, asCustomer, createWorld, type TestCompany } from '../worlds/world.ts'

type Key = { kid: string; privateKey: CryptoKey; jwk: JWK }

/** The claims of an account's ID token, without those that all tokens of the project share. */
export type Account = {
  sub: string
  auth_time?: number
  email?: string
  email_verified?: boolean
  phone_number?: string
  name?: string
  sign_in_provider?: string
}

/** Call it once at the top of a test file. `now` is the world's clock. */
export async function createProvider(project_id: string) {
  let keys = [await newKey('first')]
  let isAway = false
  let requests = 0
  const server = createServer((_request, response) => {
    requests += 1
    response
      .writeHead(isAway ? 500 : 200, {
        'content-type': 'application/json',
        'cache-control': 'max-age=3600',
      })
      .end(JSON.stringify({ keys: keys.map(({ jwk }) => jwk) }))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  afterAll(() => server.close())

  /** An ID token valid for one hour from `now`, signed with the newest key. `changes` overrides claims. */
  async function idToken(
    { sub, auth_time, sign_in_provider = 'google.com', ...claims }: Account,
    now: Date,
    changes: Record<string, unknown> = {},
    key: Key = keys.at(-1)!,
  ): Promise<string> {
    const issued = Math.floor(now.getTime() / 1000)
    return new SignJWT({
      iss: `https://securetoken.google.com/${project_id}`,
      aud: project_id,
      sub,
      user_id: sub,
      auth_time: auth_time ?? issued,
      iat: issued,
      exp: issued + 3600,
      ...claims,
      firebase: { sign_in_provider, identities: {} },
      ...changes,
    })
      .setProtectedHeader({ alg: 'RS256', kid: key.kid, typ: 'JWT' })
      .sign(key.privateKey)
  }

  return {
    keysUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    idToken,
    newKey,
    /** Signs with a new key from now on and stops publishing the old keys. */
    rotate: async (kid: string) => void (keys = [await newKey(kid)]),
    away: (nowAway: boolean) => void (isAway = nowAway),
    asked: () => requests,
  }
}

async function newKey(kid: string): Promise<Key> {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
  return {
    kid,
    privateKey,
    jwk: { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' },
  }
}

export const project = {
  api_key: 'AIza-demo',
  auth_domain: 'fiel.firebaseapp.com',
  project_id: 'fiel-test',
}
/** The clock's time at the start of each test. */
export const now = new Date('2026-11-20T15:00:00Z')

/** A world whose companies sign in through one project, unless they have their own. Call it once at the top of a test file. */
export async function createProviderWorld({ poolSize }: { poolSize?: number } = {}) {
  const provider = await createProvider(project.project_id)
  const world = await createWorld({
    ...(poolSize && { poolSize }),
    identityProvider: {
      defaultProject: project,
      emulator_url: null,
      keys: publishedKeys(provider.keysUrl),
    },
  })
  beforeEach(() => world.moveClock(now.toISOString()))

  async function create(company: TestCompany, token: string, body: object = {}): Promise<Answer> {
    return world.call('POST /customer/create-via-firebase', {
      headers: asCustomer(company, token),
      body,
    })
  }

  /** A customer who signed in through the provider. */
  async function customerVia(account: Account, body: object = {}) {
    const token = await provider.idToken(account, now)
    const created = await create(world.cafe, token, body)
    expect(created.status).toBe(201)
    return {
      token,
      headers: asCustomer(world.cafe, token),
      ...(created.body as ResponseOf<'GET /customer'>),
    }
  }

  /** The customer whom the API recognises by this token. */
  async function read(token: string, company: TestCompany = world.cafe): Promise<Answer> {
    return world.call('GET /customer', { headers: asCustomer(company, token) })
  }

  return { ...world, provider, create, customerVia, read }
}

/** A new account, unlike every account before it. */
export function person<Changes extends Partial<Account>>(changes: Changes = {} as Changes) {
  const sub = randomUUID()
  return { sub, name: 'Rui Prado', email: `${sub}@gmail.com`, email_verified: true, ...changes }
}
