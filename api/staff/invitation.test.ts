/** From the invitation to the first session, and a new password by a link (D15). */

import { readFile } from 'node:fs/promises'

import { Secret } from 'otpauth'
import { describe, expect, test } from 'vitest'

import { createAuthenticator } from '#api/testing/fakes/authenticator.ts'
import { fingerprint } from '#api/testing/refusal/fingerprint.ts'
import { actsOn, codeOf, staffOf, staffPassword, withCookieOf } from '#api/testing/worlds/staff.ts'
import { asGuest, createWorld, errorOf } from '#api/testing/worlds/world.ts'
import { breachedPasswordMessage, contextWords } from '#contract/console/staff.ts'
import type { EndpointKey, ResponseOf } from '#contract/endpoints/endpoints.ts'

import { issueStaffLink, type LinkPurpose } from './link.ts'

const world = await createWorld()
const { call, cafe, posto, database, mails } = world
const owner = await staffOf(world, cafe, 'owner')
const guest = asGuest(cafe)
const start = world.now()

let invitations = 0

/** A person whom the owner has invited. */
async function invited(role = 'manager') {
  const email = `rui-${(invitations += 1)}@cafe.example`
  const body = { email, name: 'Rui', role }
  const answer = await call('POST /admin/staff', { ...owner, body })
  expect(answer.status, answer.text).toBe(201)
  return answer.body as ResponseOf<'POST /admin/staff'>
}

/** The token of a mailed link. */
async function tokenFor(staff_id: string, purpose: LinkPurpose = 'INVITATION'): Promise<string> {
  const person = { company_id: cafe.id, staff_id }
  const link = await issueStaffLink(database, person, purpose, world.now())
  return link!.split('#token=')[1]!
}

const accept = (token: string, changes: object = {}) =>
  call('POST /admin/invitation/accept', {
    headers: guest,
    body: { token, name: 'Rui Alves', password: 'uma senha comprida', ...changes },
  })

const read = (token: string, headers = guest) =>
  call('POST /admin/invitation', { headers, body: { token } })

async function expectExpired(key: EndpointKey, body: object, headers = guest) {
  const before = await fingerprint(database)
  const answer = await call(key, { headers, body })
  expect(errorOf(answer)).toEqual({ status: 422, type: 'expired_token' })
  expect(await fingerprint(database)).toEqual(before)
}

/** Expects `expired_token` with the sentence about the invitation. */
async function expectRefused(key: EndpointKey, body?: object, headers = guest) {
  const answer = await call(key, { headers, ...(body && { body }) })
  expect(errorOf(answer)).toMatchObject({ status: 422, type: 'expired_token' })
  expect(answer.text).toContain('Seu convite expirou')
}

describe('an invitation', () => {
  test('leads to an open session once the person has set a password and an authenticator [D15]', async () => {
    const { id, email } = await invited()
    expect(mails.at(-1)).toEqual({ kind: 'staff_invitation', company_id: cafe.id, staff_id: id })
    const token = await tokenFor(id)
    expect((await read(token)).body).toEqual({
      email,
      name: 'Rui',
      role: 'manager',
      company_name: 'cafe',
    })
    const accepted = await accept(token)
    expect(accepted.status, accepted.text).toBe(201)
    expect(accepted.body).toMatchObject({ staff: { name: 'Rui Alves' }, stage: 'enrolment' })
    const half = withCookieOf(cafe, accepted)
    const offered = await call('POST /admin/factor/totp', { headers: half })
    const { secret } = offered.body as ResponseOf<'POST /admin/factor/totp'>
    const code = codeOf(Secret.fromBase32(secret), world.now())
    const confirmed = await call('POST /admin/factor/totp/confirm', {
      headers: half,
      body: { code },
    })
    expect((confirmed.body as { codes: string[] }).codes).toHaveLength(10)
    const headers = withCookieOf(cafe, confirmed)
    expect((await call('GET /admin/me', { headers: half })).status).toBe(401)
    expect((await call('GET /admin/me', { headers })).body).toMatchObject({
      stage: 'open',
      factors: { has_totp: true, recovery_codes_left: 10 },
    })
    expect((await actsOn(database, cafe, id)).map(({ sentence }) => sentence)).toEqual([
      `Ana Prado convidou ${email} como gerente`,
      'Rui Alves aceitou o convite como gerente',
      'Rui Alves entrou no console',
      'Rui Alves cadastrou um aplicativo de códigos',
    ])
  })

  test('leads to an open session with a passkey too, within its 72 hours [D15]', async () => {
    const company = await world.createCompany('bar', { admin_domain: 'admin.bar.localhost' })
    const boss = await staffOf(world, company)
    const body = { email: 'rui@bar.example', name: 'Rui', role: 'cashier' }
    const added = await call('POST /admin/staff', { ...boss, body })
    const { id } = added.body as { id: string }
    const person = { company_id: company.id, staff_id: id }
    const link = (await issueStaffLink(database, person, 'INVITATION', world.now()))!
    const host = 'admin.bar.localhost:3000'
    world.moveClock('2026-11-23T14:59:59Z')
    const accepted = await call('POST /admin/invitation/accept', {
      headers: { ...asGuest(company), host },
      body: { token: link.split('=')[1], name: 'Rui', password: staffPassword },
    })
    const half = { ...withCookieOf(company, accepted), host }
    const offered = await call('POST /admin/factor/passkey/options', { headers: half })
    const { options } = offered.body as ResponseOf<'POST /admin/factor/passkey/options'>
    const response = createAuthenticator(`http://${host}`).create(options)
    world.moveClock('2026-11-23T15:00:00Z')
    await expectRefused('POST /admin/factor/passkey', { response }, half)
    world.moveClock('2026-11-23T14:59:59Z')
    const made = await call('POST /admin/factor/passkey', { headers: half, body: { response } })
    expect((made.body as { codes: string[] }).codes).toHaveLength(10)
    const headers = withCookieOf(company, made)
    expect((await call('GET /admin/me', { headers })).body).toMatchObject({
      stage: 'open',
      factors: { has_totp: false, passkeys: [{ name: 'Chave de acesso' }] },
    })
    world.moveClock(start.toISOString())
  })

  test('works once, for 72 hours, and only the newest one [D15]', async () => {
    const { id } = await invited()
    const [first, second] = [await tokenFor(id), await tokenFor(id)]
    await expectExpired('POST /admin/invitation', { token: first })
    await expectExpired('POST /admin/invitation', { token: second }, asGuest(posto))
    world.moveClock('2026-11-23T15:00:00Z')
    await expectExpired('POST /admin/invitation', { token: second })
    const late = { token: second, name: 'Rui', password: staffPassword }
    await expectExpired('POST /admin/invitation/accept', late)
    world.moveClock('2026-11-23T14:59:59Z')
    expect((await accept(second)).status).toBe(201)
    await expectExpired('POST /admin/invitation/accept', late)
    world.moveClock(start.toISOString())
  })

  test('ends when it is sent again, and when the person leaves [D15]', async () => {
    const { id } = await invited()
    const first = await tokenFor(id)
    const again = await call('POST /admin/staff/{id}/invitation', { ...owner, params: { id } })
    expect(again.body).toMatchObject({ state: 'INVITED' })
    await expectExpired('POST /admin/invitation', { token: first })
    const second = await tokenFor(id)
    expect((await call('DELETE /admin/staff/{id}', { ...owner, params: { id } })).status).toBe(204)
    await expectExpired('POST /admin/invitation', { token: second })
  })

  test('sent again ends the sessions and the password of whoever has used the earlier link [D15]', async () => {
    const { id, email } = await invited('owner')
    const password = 'a senha de um ladrão'
    const thief = withCookieOf(cafe, await accept(await tokenFor(id), { password }))
    const reset = await tokenFor(id, 'PASSWORD')
    const again = await call('POST /admin/staff/{id}/invitation', { ...owner, params: { id } })
    expect(again.status).toBe(200)
    for (const key of ['GET /admin/me', 'POST /admin/factor/totp'] as const) {
      expect(errorOf(await call(key, { headers: thief }))).toMatchObject({ status: 401 })
    }
    const login = { headers: guest, body: { email, password } }
    const refused = await call('POST /admin/session', login)
    expect(errorOf(refused)).toMatchObject({ type: 'wrong_credentials' })
    await expectExpired('POST /admin/password-reset', { token: reset, password })
    expect((await accept(await tokenFor(id))).body).toMatchObject({ stage: 'enrolment' })
  })

  test('ends the person’s open sessions when it is accepted [D15]', async () => {
    const { id } = await invited()
    const earlier = withCookieOf(cafe, await accept(await tokenFor(id)))
    expect((await accept(await tokenFor(id))).status).toBe(201)
    expect((await call('GET /admin/me', { headers: earlier })).status).toBe(401)
  })

  test('allows the first second factor for 72 hours; then a new invitation is needed [D15]', async () => {
    const { id, email } = await invited()
    world.moveClock('2026-11-23T14:59:59Z')
    const accepted = await accept(await tokenFor(id))
    const login = { email, password: 'uma senha comprida' }
    const signedIn = await call('POST /admin/session', { headers: guest, body: login })
    expect(signedIn.body).toMatchObject({ stage: 'enrolment' })
    world.moveClock('2026-11-23T15:00:00Z')
    await expectRefused('POST /admin/session', login)
    const half = withCookieOf(cafe, accepted)
    await expectRefused('POST /admin/factor/totp', undefined, half)
    await expectRefused('POST /admin/factor/totp/confirm', { code: '123456' }, half)
    await expectRefused('POST /admin/factor/passkey/options', undefined, half)
    const boss = await staffOf(world, cafe)
    const again = await call('POST /admin/staff/{id}/invitation', { ...boss, params: { id } })
    expect(again.body).toMatchObject({ invitation_ends_at: '2026-11-26T15:00:00.000Z' })
    expect((await accept(await tokenFor(id))).body).toMatchObject({ stage: 'enrolment' })
    const renewed = await call('POST /admin/session', { headers: guest, body: login })
    expect(renewed.body).toMatchObject({ stage: 'enrolment' })
    world.moveClock(start.toISOString())
  })

  test('is accepted once by two concurrent calls [D15]', async () => {
    const { id } = await invited()
    const token = await tokenFor(id)
    const answers = await Promise.all([accept(token), accept(token)])
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      201, 422,
    ])
  })

  test('allows 51 guesses at once from one address, and then answers too_many_requests [T7 D15]', async () => {
    const address = '192.0.2.77'
    const body = { token: 'A'.repeat(43) }
    const whole = { ...body, name: 'Rui', password: staffPassword }
    for (let n = 0; n < 51; n += 1) {
      await call('POST /admin/invitation', { headers: guest, body, address })
    }
    for (const [key, sent] of [
      ['POST /admin/invitation', body],
      ['POST /admin/invitation/accept', whole],
      ['POST /admin/password-reset', { ...body, password: staffPassword }],
    ] as const) {
      const answer = await call(key, { headers: guest, body: sent, address })
      expect(errorOf(answer)).toMatchObject({ status: 429, type: 'too_many_requests' })
    }
  })
})

describe('a new password by a link', () => {
  test('a request for a new password queues a job for any email; a mailbox’s seventh is refused [D15]', async () => {
    const request = (email: string) =>
      call('POST /admin/password-reset/request', { headers: guest, body: { email } })
    for (const email of [owner.email, 'ninguem@cafe.example']) {
      expect((await request(email)).status).toBe(204)
      expect(mails.at(-1)).toEqual({ kind: 'staff_password', company_id: cafe.id, email })
    }
    for (let n = 0; n < 5; n += 1) await request('ninguem@cafe.example')
    const refused = await request('ninguem@cafe.example')
    expect(errorOf(refused)).toMatchObject({ status: 429, type: 'too_many_requests' })
  })

  test('ends all sessions and all links; the second factor stays [D15]', async () => {
    const ana = await staffOf(world, cafe)
    const [older, token] = [await tokenFor(ana.id, 'PASSWORD'), await tokenFor(ana.id, 'PASSWORD')]
    const body = { token, password: 'outra senha comprida' }
    await expectExpired('POST /admin/password-reset', { ...body, token: older })
    const reset = await call('POST /admin/password-reset', { headers: guest, body })
    expect(reset.status).toBe(204)
    await expectExpired('POST /admin/password-reset', body)
    expect((await call('GET /admin/me', ana)).status).toBe(401)
    const login = { email: ana.email, password: body.password }
    const answer = await call('POST /admin/session', { headers: guest, body: login })
    expect(answer.body).toMatchObject({ stage: 'second_factor' })
    const old = { email: ana.email, password: staffPassword }
    const refused = await call('POST /admin/session', { headers: guest, body: old })
    expect(errorOf(refused)).toMatchObject({ type: 'wrong_credentials' })
    expect((await actsOn(database, cafe, ana.id))[0]).toMatchObject({
      action: 'staff.password_changed',
    })
  })

  test('works for 60 minutes, and not for a person who has left [D15]', async () => {
    const ana = await staffOf(world, cafe)
    const token = await tokenFor(ana.id, 'PASSWORD')
    world.moveClock('2026-11-20T16:00:00Z')
    await expectExpired('POST /admin/password-reset', { token, password: staffPassword })
    world.moveClock(start.toISOString())
    await database.query('update staff set left_at = now() where id = $1', [ana.id])
    await expectExpired('POST /admin/password-reset', { token, password: staffPassword })
  })
})

describe('changing one’s own password', () => {
  test('ends the other sessions at once and keeps this one [D15]', async () => {
    const ana = await staffOf(world, cafe)
    const login = { headers: guest, body: { email: ana.email, password: staffPassword } }
    const other = withCookieOf(cafe, await call('POST /admin/session', login))
    const body = { current_password: staffPassword, password: 'outra senha comprida' }
    expect((await call('PUT /admin/password', { ...ana, body })).status).toBe(204)
    expect((await call('GET /admin/me', { headers: other })).status).toBe(401)
    expect((await call('GET /admin/me', ana)).status).toBe(200)
    const again = await call('PUT /admin/password', { ...ana, body })
    expect(errorOf(again)).toEqual({ status: 422, type: 'wrong_password' })
  })

  test('allows 6 guesses of the current one from an address, then answers too_many_requests [T7 D15]', async () => {
    const ana = await staffOf(world, cafe)
    const body = { current_password: 'errada', password: 'outra senha comprida' }
    const answers = []
    for (let n = 0; n < 7; n += 1) {
      answers.push(await call('PUT /admin/password', { ...ana, body, address: '192.0.2.5' }))
    }
    expect(answers.map(({ status }) => status)).toEqual([...Array<number>(6).fill(422), 429])
    expect(errorOf(answers[6]!)).toMatchObject({ type: 'too_many_requests' })
  })
})

describe('a password that somebody guesses who knows the company', () => {
  const guessable = ['Cafe-2026-Fiel', 'ALVES alves 123', 'clube.programa1', 'Sènha do Café']

  test('is refused at the field, and the link of the invitation stays valid [D15 T8]', async () => {
    const { id } = await invited()
    const token = await tokenFor(id)
    for (const password of guessable) {
      const answer = await accept(token, { password })
      expect(errorOf(answer), password).toMatchObject({
        status: 422,
        type: 'validation',
        fields: { password: [expect.stringContaining('nome da empresa')] },
      })
    }
    expect((await accept(token, { password: 'café azul com girassol' })).status).toBe(201)
  })

  test('is refused at a change and at a reset, which change nothing [D15 T8]', async () => {
    const ana = await staffOf(world, cafe)
    const token = await tokenFor(ana.id, 'PASSWORD')
    const [password] = guessable
    const calls = [
      ['POST /admin/password-reset', guest, { token, password }],
      ['PUT /admin/password', ana.headers, { current_password: staffPassword, password }],
    ] as const
    for (const [key, headers, body] of calls) {
      expect(errorOf(await call(key, { headers, body }))).toMatchObject({ type: 'validation' })
    }
    const login = { headers: guest, body: { email: ana.email, password: staffPassword } }
    expect((await call('POST /admin/session', login)).status).toBe(201)
  })

  test('is refused at the field if it was leaked in a breach, also at a change and at a reset [D15 T8]', async () => {
    const { id } = await invited()
    const ana = await staffOf(world, cafe)
    const invitation = await tokenFor(id)
    const token = await tokenFor(ana.id, 'PASSWORD')
    for (const password of ['1q2w3e4r5t', 'Newfoundland', 'aaaaaaaaaaaa']) {
      const answers = [
        await accept(invitation, { password }),
        await call('POST /admin/password-reset', { headers: guest, body: { token, password } }),
        await call('PUT /admin/password', {
          headers: ana.headers,
          body: { current_password: staffPassword, password },
        }),
      ]
      for (const answer of answers) {
        expect(errorOf(answer), password).toEqual({
          status: 422,
          type: 'validation',
          fields: { password: [breachedPasswordMessage] },
        })
      }
    }
    const login = { headers: guest, body: { email: ana.email, password: staffPassword } }
    expect((await call('POST /admin/session', login)).status).toBe(201)
  })

  test('is one of words that the operating guide lists [D15]', async () => {
    const guide = await readFile('docs/operating-guide.md', 'utf8')
    for (const word of contextWords) expect(guide).toContain(`\`${word}\``)
  })
})
