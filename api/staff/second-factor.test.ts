/** Codes, recovery codes and passkeys as the second factor (D15). */

import { randomBytes } from 'node:crypto'

import { Secret } from 'otpauth'
import { describe, expect, test } from 'vitest'

import { createAuthenticator } from '#api/testing/fakes/authenticator.ts'
import { actsOn, codeOf, staffOf, staffPassword, withCookieOf } from '#api/testing/worlds/staff.ts'
import { asGuest, createWorld, errorOf } from '#api/testing/worlds/world.ts'
import type { EndpointKey, ResponseOf } from '#contract/endpoints/endpoints.ts'
import { row, sql } from '#database/sql.ts'

const world = await createWorld()
const { call, database } = world
const cafe = await world.createCompany('padaria', { admin_domain: 'admin.padaria.localhost' })
const host = 'admin.padaria.localhost:3000'
const origin = `http://${host}`

type Headers = Record<string, string>
const me = async (headers: Headers) =>
  (await call('GET /admin/me', { headers })).body as ResponseOf<'GET /admin/me'>

/** The answer to a call that must succeed. */
async function answerOf<Key extends EndpointKey>(key: Key, headers: Headers, body?: object) {
  const sent = { headers: { ...headers, host }, ...(body && { body }) }
  const answer = await call(key, sent)
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.body as ResponseOf<Key>
}

/** A session whose second factor is missing. */
async function halfSession({ email }: { email: string }): Promise<Headers> {
  const answer = await call('POST /admin/session', {
    headers: asGuest(cafe),
    body: { email, password: staffPassword },
  })
  expect(answer.status, answer.text).toBe(201)
  return withCookieOf(cafe, answer)
}

/** A person with a passkey beside the authenticator. */
async function withPasskey() {
  const ana = await staffOf(world, cafe)
  const device = createAuthenticator(origin)
  const { options } = await answerOf('POST /admin/factor/passkey/options', ana.headers)
  const body = { response: device.create(options), name: 'Celular' }
  expect(await answerOf('POST /admin/factor/passkey', ana.headers, body)).toEqual({ codes: [] })
  return { ...ana, device }
}

const totp = (headers: Headers, code: string) =>
  call('POST /admin/session/totp', { headers, body: { code } })

describe('a code of the authenticator', () => {
  test('opens the session under a new token; the older one ends [D15]', async () => {
    const ana = await staffOf(world, cafe, 'manager')
    const half = await halfSession(ana)
    const answer = await totp(half, ana.totpCode().replace(/^.../, '$& '))
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body).toMatchObject({ stage: 'open', fresh_until: '2026-11-20T15:05:00.000Z' })
    const open = withCookieOf(cafe, answer)
    expect(open['cookie']).not.toBe(half['cookie'])
    expect((await call('GET /admin/me', { headers: half })).status).toBe(401)
    expect((await call('GET /admin/staff', { headers: open })).status).toBe(200)
    expect((await actsOn(database, cafe, ana.id)).slice(1)).toEqual([
      { action: 'staff.signed_in', sentence: 'Ana Prado entrou no console', actor: 'Ana Prado' },
    ])
  })

  test('works once, and no code before it works again [D15]', async () => {
    const ana = await staffOf(world, cafe)
    expect((await totp(await halfSession(ana), ana.totpCode())).status).toBe(200)
    const half = await halfSession(ana)
    for (const steps of [0, -1]) {
      expect(errorOf(await totp(half, ana.totpCode(steps)))).toEqual({
        status: 422,
        type: 'wrong_code',
      })
    }
    expect((await me(half)).stage).toBe('second_factor')
    expect((await totp(half, ana.totpCode(1))).status).toBe(200)
  })

  test('is accepted one step early or late, and refused two steps early or late [D15]', async () => {
    for (const [steps, status] of [
      [-2, 422],
      [-1, 200],
      [1, 200],
      [2, 422],
    ] as const) {
      const ana = await staffOf(world, cafe)
      expect((await totp(await halfSession(ana), ana.totpCode(steps))).status).toBe(status)
    }
  })

  test('renews a factor that is no longer fresh under a new token; the older one ends [D15]', async () => {
    const ana = await staffOf(world, cafe, 'owner', { factor_at: new Date('2026-11-20T14:54:00Z') })
    const stale = await call('POST /admin/factor/recovery', ana)
    expect(errorOf(stale)).toEqual({ status: 403, type: 'fresh_factor_required' })
    const answer = await totp(ana.headers, ana.totpCode())
    const headers = withCookieOf(cafe, answer)
    expect((await call('POST /admin/factor/recovery', { headers })).status).toBe(200)
    expect(errorOf(await call('GET /admin/me', ana))).toMatchObject({ type: 'unauthenticated' })
  })

  test('allows 11 guesses; then every second factor is too_many_requests, also with the right code [D15]', async () => {
    const ana = await staffOf(world, cafe)
    const half = await halfSession(ana)
    const wrong = ana.totpCode(100)
    const statuses = []
    for (let n = 0; n < 13; n += 1) statuses.push((await totp(half, wrong)).status)
    expect(statuses).toEqual([...Array<number>(11).fill(422), 429, 429])
    const answer = await totp(half, ana.totpCode())
    expect(errorOf(answer)).toMatchObject({ status: 429, type: 'too_many_requests' })
    const acts = (await actsOn(database, cafe, ana.id)).map(({ action }) => action)
    expect(acts).toEqual(['staff.password_given', ...Array(11).fill('staff.sign_in_refused')])
    const recovery = { headers: half, body: { code: 'ABCD-EFGH-IJKL-MNOP' } }
    expect((await call('POST /admin/session/recovery', recovery)).status).toBe(429)
    const passkey = { headers: { ...half, host }, body: { response: { id: 'x' } } }
    expect((await call('POST /admin/session/passkey', passkey)).status).toBe(429)
  })
})

describe('a recovery code', () => {
  test('works once, however it is typed, and new codes end the earlier ones [D15]', async () => {
    const ana = await staffOf(world, cafe)
    const { codes } = await answerOf('POST /admin/factor/recovery', ana.headers)
    expect(codes).toHaveLength(10)
    expect(codes[0]).toMatch(/^([A-Z2-7]{4}-){6}[A-Z2-7]{4}$/)
    const half = await halfSession(ana)
    const code = ` ${codes[0]!.toLowerCase().replaceAll('-', ' ')} `
    const used = await call('POST /admin/session/recovery', { headers: half, body: { code } })
    expect(used.body).toMatchObject({ stage: 'open', factors: { recovery_codes_left: 9 } })
    const again = await halfSession(ana)
    const refused = await call('POST /admin/session/recovery', { headers: again, body: { code } })
    expect(errorOf(refused)).toEqual({ status: 422, type: 'wrong_code' })
    await answerOf('POST /admin/factor/recovery', ana.headers)
    const old = { headers: again, body: { code: codes[1]! } }
    expect(errorOf(await call('POST /admin/session/recovery', old))).toMatchObject({
      type: 'wrong_code',
    })
  })

  test('has 140 random bits, so that a copy of its hash reveals nothing [D15 T16]', async () => {
    const ana = await staffOf(world, cafe)
    // All 32 letters occur at each of 28 places: that 900 codes leave one out has a probability of 4e-10.
    const seen = Array.from({ length: 28 }, () => new Set<string>())
    for (let made = 0; made < 90; made += 1) {
      const { codes } = await answerOf('POST /admin/factor/recovery', ana.headers)
      for (const code of codes) {
        for (const [at, letter] of code.replaceAll('-', '').split('').entries())
          seen[at]!.add(letter)
      }
    }
    expect(seen.map((letters) => letters.size)).toEqual(Array(28).fill(32))
  })

  test('is not readable in its table [D15 T16]', async () => {
    const ana = await staffOf(world, cafe)
    const { codes } = await answerOf('POST /admin/factor/recovery', ana.headers)
    const stored = await row<{ text: string }>(
      database,
      sql`select string_agg(code::text, ' ') as text from staff_recovery_code code where staff_id = ${ana.id}`,
    )
    expect(codes.some((code) => stored!.text.includes(code.replaceAll('-', '')))).toBe(false)
  })
})

describe('a passkey', () => {
  test('opens the session under a new token [D15]', async () => {
    const ana = await withPasskey()
    const half = await halfSession(ana)
    const { options } = await answerOf('POST /admin/session/passkey/options', half)
    expect(options).toMatchObject({
      rpId: 'admin.padaria.localhost',
      userVerification: 'preferred',
    })
    const answer = await call('POST /admin/session/passkey', {
      headers: { ...half, host },
      body: { response: ana.device.get(options) },
    })
    expect(answer.body).toMatchObject({
      stage: 'open',
      factors: { passkeys: [{ name: 'Celular', last_used_at: '2026-11-20T15:00:00.000Z' }] },
    })
    expect((await call('GET /admin/me', { headers: half })).status).toBe(401)
  })

  test('is wrong_code for a challenge that was used, replaced or of another session [D15]', async () => {
    const ana = await withPasskey()
    const half = await halfSession(ana)
    const refuse = async (headers: Headers, response: object) => {
      const sent = { headers: { ...headers, host }, body: { response } }
      const refused = await call('POST /admin/session/passkey', sent)
      expect(errorOf(refused)).toEqual({ status: 422, type: 'wrong_code' })
    }
    const first = (await answerOf('POST /admin/session/passkey/options', half)).options
    const response = ana.device.get(first)
    await refuse(await halfSession(ana), response)
    const wrong = { ...response, response: { ...response.response, signature: 'AAAA' } }
    await refuse(half, wrong)
    // The wrong answer has spent the challenge.
    await refuse(half, response)
    const { options } = await answerOf('POST /admin/session/passkey/options', half)
    await answerOf('POST /admin/session/passkey/options', half)
    await refuse(half, ana.device.get(options))
    expect((await me(half)).stage).toBe('second_factor')
  })

  test('is wrong_code from another origin, another person’s device or with a copied counter [D15]', async () => {
    const ana = await withPasskey()
    const rui = await withPasskey()
    const half = await halfSession(ana)
    const phished = createAuthenticator('http://admin.padaria.localhost.evil.example')
    ana.device.setCounter(0)
    for (const device of [rui.device, phished, ana.device]) {
      const { options } = await answerOf('POST /admin/session/passkey/options', half)
      const sent = { headers: { ...half, host }, body: { response: device.get(options) } }
      const refused = await call('POST /admin/session/passkey', sent)
      expect(errorOf(refused)).toEqual({ status: 422, type: 'wrong_code' })
    }
  })

  test('is forbidden at another host than the console’s [D15]', async () => {
    const ana = await withPasskey()
    const body = { response: { id: 'x' } }
    for (const key of [
      'POST /admin/session/passkey/options',
      'POST /admin/session/passkey',
      'POST /admin/factor/passkey/options',
      'POST /admin/factor/passkey',
    ] as const) {
      for (const other of ['padaria.localhost:3000', 'admin.padaria.localhost:99999']) {
        const headers = { ...ana.headers, host: other }
        const sent = { headers, ...(key.endsWith('options') ? {} : { body }) }
        expect(errorOf(await call(key, sent))).toEqual({ status: 403, type: 'forbidden' })
      }
    }
  })

  test('is refused as the eleventh of a person [D15]', async () => {
    const ana = await withPasskey()
    const { options } = await answerOf('POST /admin/factor/passkey/options', ana.headers)
    await database.query(
      `insert into staff_passkey (company_id, staff_id, name, credential_id, public_key, counter, created_at)
       select $1, $2, 'Celular', 'x' || n, '', 0, now() from generate_series(2, 10) n`,
      [cafe.id, ana.id],
    )
    const headers = { ...ana.headers, host }
    const body = { response: ana.device.create(options) }
    for (const answer of [
      await call('POST /admin/factor/passkey/options', { headers }),
      await call('POST /admin/factor/passkey', { headers, body }),
    ]) {
      expect(errorOf(answer)).toMatchObject({ status: 422, type: 'validation' })
      expect(answer.text).toContain('Você já tem 10 chaves de acesso')
    }
    expect((await me(ana.headers)).factors.passkeys).toHaveLength(10)
  })

  test('can be removed, but not as the last factor [D15]', async () => {
    const ana = await withPasskey()
    const [passkey] = (await me(ana.headers)).factors.passkeys
    const params = { id: passkey!.id }
    const remove = () => call('DELETE /admin/factor/passkey/{id}', { ...ana, params })
    await database.query('update staff set totp_sealed = null where id = $1', [ana.id])
    expect(errorOf(await remove())).toEqual({ status: 409, type: 'last_factor' })
    expect((await me(ana.headers)).factors.passkeys).toHaveLength(1)
    await database.query('update staff set totp_sealed = $2 where id = $1', [
      ana.id,
      randomBytes(60),
    ])
    expect((await remove()).status).toBe(204)
    expect(errorOf(await remove())).toEqual({ status: 404, type: 'not_found' })
    expect((await me(ana.headers)).factors.passkeys).toEqual([])
  })
})

describe('adding a factor', () => {
  test('requires a fresh factor from a person who has one [D15]', async () => {
    const ana = await withPasskey()
    const half = await halfSession(ana)
    const stale = await staffOf(world, cafe, 'owner', {
      factor_at: new Date('2026-11-20T14:54:00Z'),
    })
    const calls = [
      ['POST /admin/factor/totp', undefined],
      ['POST /admin/factor/totp/confirm', { code: '123456' }],
      ['POST /admin/factor/passkey/options', undefined],
      ['POST /admin/factor/passkey', { response: { id: 'x' } }],
    ] as const
    for (const [key, body] of calls) {
      const sent = body ? { body } : {}
      const first = await call(key, { headers: { ...half, host }, ...sent })
      expect(errorOf(first)).toEqual({ status: 403, type: 'second_factor_required' })
      const second = await call(key, { headers: { ...stale.headers, host }, ...sent })
      expect(errorOf(second)).toEqual({ status: 403, type: 'fresh_factor_required' })
    }
  })

  test('replaces the authenticator: the older one’s codes end [D15]', async () => {
    const ana = await staffOf(world, cafe)
    const { secret, uri } = await answerOf('POST /admin/factor/totp', ana.headers)
    expect(uri).toContain(`secret=${secret}`)
    expect(await answerOf('POST /admin/factor/totp', ana.headers)).toEqual({ secret, uri })
    const wrong = await call('POST /admin/factor/totp/confirm', {
      ...ana,
      body: { code: ana.totpCode() },
    })
    expect(errorOf(wrong)).toEqual({ status: 422, type: 'wrong_code' })
    const code = codeOf(Secret.fromBase32(secret), world.now())
    const added = await answerOf('POST /admin/factor/totp/confirm', ana.headers, { code })
    expect(added).toEqual({ codes: [] })
    const half = await halfSession(ana)
    // The confirmation has spent the code.
    for (const used of [code, ana.totpCode(1)]) expect((await totp(half, used)).status).toBe(422)
    expect((await totp(half, codeOf(Secret.fromBase32(secret), world.now(), 1))).status).toBe(200)
  })

  test('answers 11 guesses of the new authenticator with wrong_code, then too_many_requests [D15]', async () => {
    const ana = await staffOf(world, cafe)
    const statuses = []
    for (let n = 0; n < 12; n += 1) {
      const sent = { ...ana, body: { code: '000000' } }
      statuses.push((await call('POST /admin/factor/totp/confirm', sent)).status)
    }
    expect(statuses).toEqual([...Array<number>(11).fill(422), 429])
  })

  test('answers wrong_code for a passkey of another challenge, and spends the own one [D15]', async () => {
    const ana = await staffOf(world, cafe)
    const device = createAuthenticator(origin)
    const { options } = await answerOf('POST /admin/factor/passkey/options', ana.headers)
    const add = (challenge: string) =>
      call('POST /admin/factor/passkey', {
        headers: { ...ana.headers, host },
        body: { response: device.create({ challenge }) },
      })
    for (const challenge of ['AAAA', options.challenge]) {
      expect(errorOf(await add(challenge))).toEqual({ status: 422, type: 'wrong_code' })
    }
    expect((await me(ana.headers)).factors.passkeys).toEqual([])
  })
})
