import { describe, expect, test } from 'vitest'

import {
  asCustomer,
  asGuest,
  createWorld,
  newCpf,
  errorOf,
  sale,
} from '#api/testing/worlds/world.ts'
import type { ResponseOf } from '#contract/endpoints/endpoints.ts'
import { CustomerData } from '#contract/privacy.ts'
import type { Session } from '#contract/session.ts'
import { row, sql } from '#database/sql.ts'

import { purgeExpired } from './purge.ts'

const world = await createWorld()
const { cafe, posto, call } = world
const ana = await world.registered(cafe)

function login(identifier: string, password: string, company = cafe) {
  const headers = asGuest(company)
  return call('POST /customer/login', { body: { identifier, password }, headers })
}

/** Signs in with Ana's password. Returns the answer, and the customer that its token reads. */
async function signInAsAna(identifier: string) {
  const answer = await login(identifier, ana.password)
  const { data, token } = answer.body as ResponseOf<'POST /customer/login'>
  const read = await call('GET /customer', { headers: asCustomer(cafe, token) })
  return { status: answer.status, data, read: { status: read.status, body: read.body } }
}

const signedInAsAna = {
  status: 200,
  data: { id: ana.id },
  read: { status: 200, body: { id: ana.id } },
}

describe('POST /customer/login', () => {
  test('a login accepts the email in any capitals, or the CPF with or without its mask [R3.3]', async () => {
    const masked = ana.document.replace(/(\d{3})(\d{3})(\d{3})/, '$1.$2.$3-')
    for (const identifier of [ana.email, ana.email.toUpperCase(), ana.document, ` ${masked} `]) {
      expect(await signInAsAna(identifier)).toMatchObject(signedInAsAna)
    }
  })

  test('a login accepts the phone, with or without the prefix 55 [R3.3]', async () => {
    await row(
      world.database,
      sql`update customer set phone = '+5511987654321' where company_id = ${cafe.id} and id = ${ana.id}`,
    )
    for (const identifier of ['(11) 98765-4321', '+55 11 98765-4321', '5511987654321']) {
      expect(await signInAsAna(identifier)).toMatchObject(signedInAsAna)
    }
  })

  test('a login accepts as a phone only 11 digits, or 13 that begin with 55 [D10]', async () => {
    const { id, password } = await world.registered(cafe)
    await row(
      world.database,
      sql`update customer set phone = '+5511955554444' where company_id = ${cafe.id} and id = ${id}`,
    )
    for (const identifier of [
      '100011955554444',
      '011955554444',
      '0055 11 95555-4444',
      '1111955554444',
      '5555119555544',
      'x11955554444',
      '１11955554444',
      '955554444',
    ]) {
      expect(errorOf(await login(identifier, password)).type).toBe('wrong_credentials')
    }
    expect((await login('+55 (11) 95555.4444', password)).status).toBe(200)
  })

  test('if a CPF equals a phone, the password decides which account is meant [D10]', async () => {
    const { id, password } = await world.registered(cafe, { password: 'da-dona-do-celular' })
    await row(
      world.database,
      sql`update customer set phone = ${`+55${ana.document}`} where company_id = ${cafe.id} and id = ${id}`,
    )
    expect((await login(ana.document, password)).body).toMatchObject({ data: { id } })
    expect((await login(ana.document, ana.password)).body).toMatchObject({ data: { id: ana.id } })
    expect((await login(`55${ana.document}`, ana.password)).status).toBe(422)
  })

  test('a wrong password, an unknown account and another company get the same wrong_credentials [R3.3]', async () => {
    const answers = [
      await login(ana.email, 'segredo2'),
      await login('ninguem@exemplo.com.br', ana.password),
      await login(newCpf(), ana.password),
      await login('x', ana.password),
      await login(ana.email, ana.password, posto),
    ]
    for (const answer of answers) {
      expect(errorOf(answer)).toEqual({ status: 422, type: 'wrong_credentials' })
      expect(answer.body).toEqual(answers[0]!.body)
    }
    expect(answers[0]!.body).toMatchObject({ message: 'As credenciais estão incorretas.' })
  })

  test('a pre-registered customer has no password and cannot sign in [D3]', async () => {
    const document = newCpf()
    await world.generate(cafe, sale(document))
    expect(errorOf(await login(document, 'segredo1')).type).toBe('wrong_credentials')
  })

  test.each(['a\u0000@exemplo.com.br', 'a@exemplo\u0000.com.br', '\u200ba@exemplo.com.br'])(
    'the login refuses the identifier %j with a message at the field [R3.3]',
    async (identifier) => {
      expect(errorOf(await login(identifier, ana.password))).toMatchObject({
        status: 422,
        type: 'validation',
        fields: { identifier: ['Informe seu email, CPF/CNPJ ou celular'] },
      })
    },
  )

  test.each([
    [{}, ['identifier', 'password']],
    [{ identifier: 'ana@exemplo.com.br' }, ['password']],
    [{ token: 'x' }, ['email']],
  ])(
    'a login with %j names each field that is missing: %j [R3.3 R3.4 D2]',
    async (body, missing) => {
      const answer = await call('POST /customer/login', { headers: asGuest(cafe), body })
      expect(Object.keys(errorOf(answer).fields ?? {})).toEqual(missing)
    },
  )

  test('the login returns a message for an empty identifier and for an empty password [R3.3]', async () => {
    expect(errorOf(await login(' ', ''))).toEqual({
      status: 422,
      type: 'validation',
      fields: {
        identifier: ['Informe seu email, CPF/CNPJ ou celular'],
        password: ['Informe sua senha'],
      },
    })
  })
})

describe('a session', () => {
  test('DELETE /customer/session ends this session on the server, and no other [R3.7]', async () => {
    const [one, other] = [await world.registered(cafe), ana]
    const ended = await call('DELETE /customer/session', { headers: one.headers })
    expect(ended).toMatchObject({ status: 204, text: '' })
    for (const key of ['GET /customer', 'GET /customer/balance', 'GET /points'] as const) {
      expect(errorOf(await call(key, { headers: one.headers })).type).toBe('unauthenticated')
      expect((await call(key, { headers: other.headers })).status).toBe(200)
    }
    const again = await call('DELETE /customer/session', { headers: one.headers })
    expect(errorOf(again)).toEqual({ status: 401, type: 'unauthenticated' })
  })

  test('a session lasts exactly 60 days [R3.1]', async () => {
    const customer = await world.registered(cafe)
    const began = world.now().getTime()
    for (const day of [29, 58]) {
      world.moveClock(new Date(began + day * 86_400_000).toISOString())
      expect((await call('GET /customer', { headers: customer.headers })).status).toBe(200)
    }
    world.moveClock(new Date(began + 60 * 86_400_000 - 1000).toISOString())
    expect((await call('GET /customer/balance', { headers: customer.headers })).status).toBe(200)
    world.moveClock(new Date(began + 60 * 86_400_000).toISOString())
    for (const key of ['GET /customer', 'GET /customer/balance'] as const) {
      const late = await call(key, { headers: customer.headers })
      expect(errorOf(late)).toEqual({ status: 401, type: 'unauthenticated' })
      expect(late.body).toMatchObject({
        message: 'A sua sessão expirou, entre em sua conta novamente.',
      })
    }
    world.moveClock(new Date(began).toISOString())
  })

  test('an unused session lasts 60 days too, and the purge keeps it [R3.1]', async () => {
    const customer = await world.registered(cafe)
    const began = world.now().getTime()
    world.moveClock(new Date(began + 60 * 86_400_000 - 1000).toISOString())
    await purgeExpired(world.database, world.now())
    for (const key of [
      'GET /customer',
      'GET /customer/balance',
      'GET /customer/session',
      'GET /points/intention',
    ] as const) {
      expect((await call(key, { headers: customer.headers })).status).toBeLessThan(300)
    }
    world.moveClock(new Date(began).toISOString())
  })

  test('after 21:00 in São Paulo a sign-in and a use count for that day, not for the UTC day [D10]', async () => {
    const customer = await world.registered(cafe)
    const seen = async () => {
      await call('GET /customer', { headers: customer.headers })
      const { body } = await call('GET /customer/session', { headers: customer.headers })
      const exported = await call('GET /customer/data', { headers: customer.headers })
      const { profile } = CustomerData.parse(JSON.parse(exported.text))
      return [...(body as Session[]).map((one) => one.last_used_on), profile.last_seen_on]
    }
    const began = world.now().toISOString()
    world.moveClock('2026-11-22T01:30:00Z')
    await login(customer.email, customer.password)
    expect(await seen()).toEqual(['2026-11-21', '2026-11-21', '2026-11-21'])
    world.moveClock('2026-11-22T03:00:00Z')
    expect(await seen()).toEqual(['2026-11-22', '2026-11-21', '2026-11-22'])
    world.moveClock(began)
  })

  test('GET /customer/session lists the customer’s devices; DELETE signs one of them out', async () => {
    const customer = await world.registered(cafe)
    const login = await call('POST /customer/login', {
      headers: { ...asGuest(cafe), 'user-agent': 'Telefone/1.0' },
      body: { identifier: customer.email, password: customer.password },
    })
    const phone = asCustomer(cafe, (login.body as { token: string }).token)
    const sessions = (await call('GET /customer/session', { headers: customer.headers }))
      .body as Session[]
    expect(sessions).toHaveLength(2)
    expect(sessions[0]).toMatchObject({ is_current: true, last_used_on: '2026-11-20' })
    expect(sessions[1]).toMatchObject({ is_current: false, user_agent: 'Telefone/1.0' })

    const stranger = { headers: ana.headers, params: { id: sessions[1]!.id }, body: {} }
    expect(errorOf(await call('DELETE /customer/session/{id}', stranger))).toEqual({
      status: 404,
      type: 'not_found',
    })
    const ended = await call('DELETE /customer/session/{id}', {
      headers: customer.headers,
      params: { id: sessions[1]!.id },
      body: {},
    })
    expect(ended.status).toBe(204)
    expect((await call('GET /customer', { headers: phone })).status).toBe(401)
    expect((await call('GET /customer', { headers: customer.headers })).status).toBe(200)
  })

  test('the database contains neither token nor password in plain text [D10]', async () => {
    const storedText = await row<{ text: string }>(
      world.database,
      sql`select (select string_agg(session::text, ' ') from session) ||
                 (select string_agg(customer::text, ' ') from customer) as text`,
    )
    expect(storedText!.text).not.toContain(ana.token)
    expect(storedText!.text).not.toContain(Buffer.from(ana.token).toString('hex'))
    expect(storedText!.text).not.toContain(ana.password)
    expect(storedText!.text).toContain('$argon2id$v=19$m=19456,t=2,p=1$')
  })

  test('a token of another company is refused [D2]', async () => {
    for (const key of ['GET /customer', 'GET /customer/balance', 'GET /points'] as const) {
      const foreign = await call(key, { headers: asCustomer(posto, ana.token) })
      expect(errorOf(foreign)).toEqual({ status: 401, type: 'unauthenticated' })
    }
  })
})
