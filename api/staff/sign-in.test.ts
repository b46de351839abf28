/** The first factor, and the session that it opens (D15). */

import { describe, expect, test } from 'vitest'

import { fingerprint } from '#api/testing/refusal/fingerprint.ts'
import { actsOn, asStaff, staffOf, staffPassword, withCookieOf } from '#api/testing/worlds/staff.ts'
import { asGuest, createWorld, errorOf } from '#api/testing/worlds/world.ts'

const world = await createWorld()
const { call, cafe, posto, database } = world

function signIn(email: string, password = staffPassword, address?: string) {
  const headers = asGuest(cafe)
  return call('POST /admin/session', {
    headers,
    body: { email, password },
    ...(address !== undefined && { address }),
  })
}

const entries = (staff_id: string) => actsOn(database, cafe, staff_id)

describe('the first factor', () => {
  test('opens a session that may do no action before the second factor [D15]', async () => {
    const ana = await staffOf(world, cafe, 'owner')
    const answer = await signIn(ana.email.toUpperCase())
    expect(answer.status, answer.text).toBe(201)
    expect(answer.body).toMatchObject({
      staff: { id: ana.id, email: ana.email, role: 'owner', shops: [] },
      company: { id: cafe.id, slug: 'cafe', portal_url: 'http://cafe.localhost:80' },
      factors: { has_totp: true, passkeys: [], recovery_codes_left: 0 },
      stage: 'second_factor',
      fresh_until: null,
      ends_at: '2026-11-21T03:00:00.000Z',
      idle_ends_at: '2026-11-20T15:30:00.000Z',
      actions: [],
    })
    expect(await entries(ana.id)).toEqual([
      {
        action: 'staff.password_given',
        sentence: 'Ana Prado acertou a senha do console; falta o segundo fator',
        actor: 'Ana Prado',
      },
    ])
    const headers = withCookieOf(cafe, answer)
    const refused = await call('GET /admin/staff', { headers })
    expect(errorOf(refused)).toEqual({ status: 403, type: 'second_factor_required' })
    expect((await call('GET /admin/me', { headers })).status).toBe(200)
  })

  test('sets a cookie for this host alone, which scripts cannot read [D15]', async () => {
    const ana = await staffOf(world, cafe)
    const parts = (host: string) =>
      call('POST /admin/session', {
        headers: { ...asGuest(cafe), host },
        body: { email: ana.email, password: staffPassword },
      }).then(({ headers }) => headers['set-cookie']!.split('; ').slice(1))
    expect(await parts('admin.cafe.localhost:3000')).toEqual([
      'Path=/',
      'HttpOnly',
      'SameSite=Strict',
    ])
    const secure = ['Path=/', 'HttpOnly', 'SameSite=Strict', 'Secure']
    expect(await parts('admin.cafe.example')).toEqual(secure)
  })

  test('needs the cookie that only the host itself can set, whatever a sibling host adds [D15]', async () => {
    const ana = await staffOf(world, cafe)
    const host = 'admin.cafe.example'
    const signedIn = await call('POST /admin/session', {
      headers: { ...asGuest(cafe), host },
      body: { email: ana.email, password: staffPassword },
    })
    const [own] = signedIn.headers['set-cookie']!.split('; ')
    expect(own).toMatch(/^__Host-fiel_staff=[\w-]{43}$/)
    const tossed = `fiel_staff=${'A'.repeat(43)}`
    const read = (cookie: string) =>
      call('GET /admin/me', { headers: { ...asGuest(cafe), host, cookie } })
    for (const cookie of [own!, `${tossed}; ${own}`, `${own}; ${tossed}`]) {
      expect((await read(cookie)).status).toBe(200)
    }
    expect((await read(own!.replace('__Host-', ''))).status).toBe(401)
    const out = await call('DELETE /admin/session', {
      headers: { ...asGuest(cafe), host, cookie: own! },
    })
    expect(out.headers['set-cookie']).toBe(
      '__Host-fiel_staff=; Path=/; HttpOnly; SameSite=Strict; Secure; Max-Age=0',
    )
  })

  test('is wrong_credentials for a wrong password or an unknown email; only the first is logged [D10 D15]', async () => {
    const ana = await staffOf(world, cafe)
    const before = await fingerprint(database)
    const unknown = await signIn('ninguem@cafe.example')
    expect(errorOf(unknown)).toEqual({ status: 422, type: 'wrong_credentials' })
    expect(unknown.headers['set-cookie']).toBeUndefined()
    expect(await fingerprint(database)).toEqual(before)
    const wrong = await signIn(ana.email, 'outra senha qualquer')
    expect(errorOf(wrong)).toEqual({ status: 422, type: 'wrong_credentials' })
    expect(await entries(ana.id)).toMatchObject([
      {
        action: 'staff.sign_in_refused',
        sentence: 'Alguém errou a senha de Ana Prado no console',
      },
    ])
  })

  test('a refused sign-in has its address in the audit log, where the filter by the person finds it [D15]', async () => {
    const ana = await staffOf(world, cafe)
    const rui = await staffOf(world, cafe)
    await signIn(ana.email, 'outra senha qualquer', '203.0.113.7')
    const found = async (staff_id: string) => {
      const answer = await call('GET /admin/audit', { headers: rui.headers, query: { staff_id } })
      return answer.body
    }
    expect(await found(ana.id)).toMatchObject([
      {
        action: 'staff.sign_in_refused',
        actor: { kind: 'system', id: null, name: 'Console' },
        address: '203.0.113.7',
      },
    ])
    expect(await found(rui.id)).toEqual([])
  })

  test('is refused for a person of another company, who has left, or without a password [D15]', async () => {
    const rui = await staffOf(world, posto)
    const gone = await staffOf(world, cafe)
    const invited = await staffOf(world, cafe)
    await database.query('update staff set left_at = now() where id = $1', [gone.id])
    await database.query(
      'update staff set password_hash = null, totp_sealed = null where id = $1',
      [invited.id],
    )
    for (const { email } of [rui, gone, invited]) {
      expect(errorOf(await signIn(email))).toMatchObject({ type: 'wrong_credentials' })
    }
  })

  test('is accepted from the person although a stranger’s guesses are refused [T7 D15]', async () => {
    const ana = await staffOf(world, cafe)
    const answers = []
    for (let n = 0; n < 8; n += 1)
      answers.push(await signIn(ana.email, 'errada errada', '192.0.2.9'))
    expect(answers.map(({ status }) => status)).toEqual([...Array<number>(6).fill(422), 429, 429])
    expect(errorOf(answers[7]!)).toMatchObject({ type: 'too_many_requests' })
    expect((await signIn(ana.email)).status).toBe(201)
    expect((await entries(ana.id)).length).toBe(7)
  })
})

describe('a session', () => {
  test('ends 12 hours after the sign-in, and after 30 minutes without a call [D15]', async () => {
    const start = world.now()
    const ana = await staffOf(world, cafe)
    const idle = await staffOf(world, cafe)
    const after = (minutes: number) => new Date(start.getTime() + minutes * 60_000).toISOString()
    const statusOf = async ({ headers }: typeof ana) =>
      (await call('GET /admin/me', { headers })).status
    try {
      for (let minutes = 29; minutes < 12 * 60; minutes += 29) {
        world.moveClock(after(minutes))
        expect(await statusOf(ana)).toBe(200)
      }
      expect(await statusOf(idle)).toBe(401)
      world.moveClock(after(12 * 60))
      expect(errorOf(await call('GET /admin/me', ana))).toEqual({
        status: 401,
        type: 'unauthenticated',
      })
    } finally {
      world.moveClock(start.toISOString())
    }
  })

  test('lives 30 minutes after its last call, also if that followed another call at once [D15]', async () => {
    const start = world.now()
    const ana = await staffOf(world, cafe)
    const statusAt = async (seconds: number) => {
      world.moveClock(new Date(start.getTime() + seconds * 1_000).toISOString())
      return (await call('GET /admin/me', ana)).status
    }
    try {
      expect(await statusAt(9)).toBe(200)
      expect(await statusAt(9 + 30 * 60 - 1)).toBe(200)
      expect(await statusAt(9 + 60 * 60 + 10)).toBe(401)
    } finally {
      world.moveClock(start.toISOString())
    }
  })

  test('ends by a sign-out, which deletes the cookie and is in the audit log [D15]', async () => {
    const ana = await staffOf(world, cafe)
    const answer = await call('DELETE /admin/session', ana)
    expect(answer.status).toBe(204)
    expect(answer.headers['set-cookie']).toBe(
      'fiel_staff=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0',
    )
    expect((await call('GET /admin/me', ana)).status).toBe(401)
    expect(await entries(ana.id)).toMatchObject([{ action: 'staff.signed_out' }])
  })

  test('can list and end the person’s other sessions, and no other person’s [D15]', async () => {
    const ana = await staffOf(world, cafe)
    const rui = await staffOf(world, cafe)
    const other = withCookieOf(cafe, await signIn(ana.email))
    const { body } = await call('GET /admin/session', ana)
    const sessions = body as { id: string; is_current: boolean }[]
    expect(
      sessions.map(({ is_current }) => Number(is_current)).toSorted((one, other) => one - other),
    ).toEqual([0, 1])
    const params = { id: sessions.find(({ is_current }) => !is_current)!.id }
    const foreign = await call('DELETE /admin/session/{id}', { ...rui, params })
    expect(errorOf(foreign)).toEqual({ status: 404, type: 'not_found' })
    expect((await call('GET /admin/me', { headers: other })).status).toBe(200)
    expect((await call('DELETE /admin/session/{id}', { ...ana, params })).status).toBe(204)
    expect((await call('GET /admin/me', { headers: other })).status).toBe(401)
    expect((await call('GET /admin/me', ana)).status).toBe(200)
  })

  test('is unauthenticated at another company [D15 T1]', async () => {
    const rui = await staffOf(world, posto)
    const headers = asStaff(cafe, rui.token)
    expect(errorOf(await call('GET /admin/me', { headers }))).toMatchObject({
      type: 'unauthenticated',
    })
  })
})
