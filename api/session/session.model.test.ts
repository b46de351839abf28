import { randomUUID } from 'node:crypto'

import fc from 'fast-check'
import { expect, test } from 'vitest'

import { createProviderWorld, now as beginning } from '#api/testing/fakes/provider.ts'
import { asCustomer } from '#api/testing/worlds/world.ts'
import type { ResponseOf } from '#contract/endpoints/endpoints.ts'

const world = await createProviderWorld()
const { cafe, call, provider } = world

const day_ms = 86_400_000
const password = 'girassol9'
/** `HISTORIES=1000 vitest run api/session/session.model.test.ts` runs the 1,000 histories of a release (T12). */
const histories = Number(process.env['HISTORIES'] ?? 12)

/** The model of a token (D10): a token of Fiel, or an ID token of a sign-in at the provider. */
type Token = { bearer: string; expires_at: number; device: Device }
type Device = { signed_in_at: number; ended: boolean }

type Step =
  | { do: 'login' }
  | { do: 'sign in at the provider' }
  | { do: 'renew'; which: number }
  | { do: 'use'; which: number }
  | { do: 'log out'; which: number }
  | { do: 'change the password'; which: number }
  | { do: 'wait'; days: number }

const which = fc.nat(20)
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.constant({ do: 'login' as const }),
  fc.constant({ do: 'sign in at the provider' as const }),
  fc.record({ do: fc.constant('renew' as const), which }),
  fc.record({ do: fc.constant('use' as const), which }),
  fc.record({ do: fc.constant('log out' as const), which }),
  fc.record({ do: fc.constant('change the password' as const), which }),
  fc.record({ do: fc.constant('wait' as const), days: fc.constantFrom(0.02, 0.06, 1, 9, 29, 31) }),
)

test('after random steps, a token is accepted exactly when the model accepts it [T12]', async () => {
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), play), {
    numRuns: histories,
  })
}, 600_000)

async function play(steps: Step[]): Promise<void> {
  world.moveClock(beginning.toISOString())
  const sub = randomUUID()
  const email = `${sub}@gmail.com`
  // One person has both an account at the provider and a password at Fiel.
  const first = await provider.idToken(
    { sub, email, email_verified: true, auth_time: seconds() },
    world.now(),
  )
  const created = await call('POST /customer/create-via-firebase', {
    headers: asCustomer(cafe, first),
    body: { password },
  })
  expect(created.status).toBe(201)
  const tokens: Token[] = [
    { bearer: first, expires_at: ms() + 3_600_000, device: newDevice(seconds() * 1000) },
  ]
  expect(await letsIn(tokens[0]!)).toBe(true)
  for (const one of steps) {
    // Two sign-ins at the provider must not have the same auth_time, which is in seconds.
    world.moveClock(new Date(ms() + 2_000).toISOString())
    await take(one, tokens, sub, email)
    for (const token of tokens) {
      const alive = isAlive(token)
      expect(await letsIn(token), JSON.stringify({ after: one, device: token.device })).toBe(alive)
    }
  }
}

async function take(one: Step, tokens: Token[], sub: string, email: string): Promise<void> {
  const session = 'which' in one ? tokens[one.which % tokens.length]! : tokens[0]!
  const headers = asCustomer(cafe, session.bearer)
  const asWhom = { sub, email, email_verified: true }
  if (one.do === 'wait') world.moveClock(new Date(ms() + one.days * day_ms).toISOString())
  if (one.do === 'login') {
    const body = { identifier: email, password }
    const answer = await call('POST /customer/login', { headers: { 'company-id': cafe.id }, body })
    const { token } = answer.body as ResponseOf<'POST /customer/login'>
    tokens.push({ bearer: token, expires_at: ms() + 60 * day_ms, device: newDevice(ms()) })
  }
  if (one.do === 'sign in at the provider') {
    const bearer = await provider.idToken({ ...asWhom, auth_time: seconds() }, world.now())
    tokens.push({ bearer, expires_at: ms() + 3_600_000, device: newDevice(seconds() * 1000) })
  }
  if (one.do === 'renew' && isIdToken(session)) {
    const auth_time = session.device.signed_in_at / 1000
    const bearer = await provider.idToken({ ...asWhom, auth_time }, world.now())
    tokens.push({ bearer, expires_at: ms() + 3_600_000, device: session.device })
  }
  if (one.do === 'log out') {
    const alive = isAlive(session)
    expect((await call('DELETE /customer/session', { headers })).status).toBe(alive ? 204 : 401)
    if (alive) session.device.ended = true
  }
  if (one.do === 'change the password') {
    const alive = isAlive(session)
    const body = { current_password: password, password, password_confirmation: password }
    expect((await call('PUT /customer', { headers, body })).status).toBe(alive ? 200 : 401)
    if (!alive) return
    for (const { device } of tokens) if (device !== session.device) device.ended = true
  }
}

function isAlive({ bearer, expires_at, device }: Token): boolean {
  const isYoung = !isIdToken({ bearer }) || ms() - device.signed_in_at < 60 * day_ms
  return ms() < expires_at && isYoung && !device.ended
}

async function letsIn({ bearer }: Token): Promise<boolean> {
  const { status } = await call('GET /customer', { headers: asCustomer(cafe, bearer) })
  expect([200, 401]).toContain(status)
  return status === 200
}

function newDevice(signed_in_at: number): Device {
  return { signed_in_at, ended: false }
}
const isIdToken = ({ bearer }: Pick<Token, 'bearer'>) => bearer.includes('.')
const ms = () => world.now().getTime()
const seconds = () => Math.floor(ms() / 1000)
