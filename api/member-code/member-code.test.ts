/** A till names a customer by the rotating code of the customer's phone (D14). */

import { randomBytes, randomUUID } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import { createPartnerKey } from '#api/partner/partner-key.ts'
import {
  type Answer,
  asPartner,
  createWorld,
  errorOf,
  sale,
  type TestCompany,
} from '#api/testing/worlds/world.ts'
import type { EndpointKey } from '#contract/endpoints/endpoints.ts'
import type { ErrorBody } from '#contract/error.ts'
import { unknownMemberCodeMessage } from '#contract/member-code.ts'
import { row, sql } from '#database/sql.ts'

import { codesOf, type Phone } from '../testing/worlds/phone.ts'

const world = await createWorld()
const { cafe, posto, call, database } = world
const { phoneOf, codeOf } = codesOf(world)

/** Every call of a till that names a customer. */
const calls: Record<string, (code: string, company?: TestCompany) => Promise<Answer>> = {
  'GET /partner/customer': (code, company = cafe) =>
    call('GET /partner/customer', { headers: asPartner(company), query: { code } }),
  'POST /partner/points/simulate': (code, company) =>
    post('POST /partner/points/simulate', code, company),
  'POST /partner/points/generate': (code, company) =>
    post('POST /partner/points/generate', code, company),
  'POST /partner/points/intention': (code, company) =>
    post('POST /partner/points/intention', code, company, { points_amount: 10 }),
}

/** The balance of a customer with 100 points after each call. */
const balancesAfter: Record<string, number> = {
  'GET /partner/customer': 100,
  'POST /partner/points/simulate': 100,
  'POST /partner/points/generate': 200,
  'POST /partner/points/intention': 90,
}

function post(key: EndpointKey, code: string, company: TestCompany = cafe, changes: object = {}) {
  const body = sale('', { customer: { code }, ...changes })
  return call(key, { headers: asPartner(company), body })
}

async function hold(phone: Phone, changes: object = {}, headers: object = {}) {
  return call('POST /partner/points/intention', {
    headers: { ...asPartner(cafe), ...headers },
    body: sale('', { customer: { code: await codeOf(phone) }, points_amount: 10, ...changes }),
  })
}

const messageOf = (answer: Answer) => (answer.body as ErrorBody).message

describe.each(Object.entries(calls))('%s', (_key, send) => {
  test('a call of a till finds the customer by the current member code [D14]', async () => {
    const phone = await phoneOf(cafe)
    expect((await send(await codeOf(phone))).status, _key).toBeLessThan(300)
    const { body } = await call('GET /customer/balance', { headers: phone.headers })
    expect(body).toMatchObject({ amount_balance: balancesAfter[_key] })
  })

  test('a member code is accepted one step ahead or two late; beyond it gets expired_code [D14]', async () => {
    world.moveClock('2026-11-20T15:00:00Z')
    for (const steps of [-2, -1, 0, 1]) {
      const phone = await phoneOf(cafe)
      expect((await send(await codeOf(phone, steps))).status).toBeLessThan(300)
    }
    const phone = await phoneOf(cafe)
    for (const steps of [-20_000, -3, 2, 20_000]) {
      const answer = await send(await codeOf(phone, steps))
      expect(errorOf(answer)).toMatchObject({ status: 422, type: 'expired_code' })
      expect(messageOf(answer)).toBe(
        'Este código expirou ou já foi usado. Peça ao cliente para mostrar o código atual.',
      )
    }
  })

  test('a member code is accepted until the third step after its own begins [D14]', async () => {
    const phone = await phoneOf(cafe)
    world.moveClock('2026-11-20T15:00:00Z')
    const code = await codeOf(phone)
    world.moveClock('2026-11-20T15:01:29.999Z')
    expect((await send(code)).status).toBeLessThan(300)
    world.moveClock('2026-11-20T15:01:30Z')
    expect(errorOf(await send(code)).type).toBe('expired_code')
    world.moveClock('2026-11-20T15:00:00Z')
  })

  test('a malformed, forged or foreign member code, or one of an ended session, gets the same error [D14]', async () => {
    const phone = await phoneOf(cafe)
    const code = await codeOf(phone)
    const [, ref, step, mac] = code.split('.')
    const ended = await phoneOf(cafe)
    const endedCode = await codeOf(ended)
    await call('DELETE /customer/session', { headers: ended.headers })
    const unknown = {
      'no code at all': 'F1',
      'a CPF': phone.document,
      'another version': code.replace('F1', 'F2'),
      'a longer MAC': `${code}A`,
      'another spelling of the MAC': `${code.slice(0, -1)}${other(mac!.at(-1)!)}`,
      'another MAC': `F1.${ref}.${step}.${randomBytes(10).toString('base64url')}`,
      'the next step with this MAC': `F1.${ref}.${Number(step) + 1}.${mac}`,
      'another session with this MAC': `F1.${randomBytes(16).toString('base64url')}.${step}.${mac}`,
      'a step with a zero before it': `F1.${ref}.0${step}.${mac}`,
      'a session that has ended': endedCode,
      'an old code of a session that has ended': await codeOf(ended, -20_000),
      'another company’s code': await codeOf(await phoneOf(posto)),
    }
    for (const [name, wrong] of Object.entries(unknown)) {
      const answer = await send(wrong)
      expect(errorOf(answer), name).toMatchObject({ status: 404, type: 'customer_not_found' })
      expect(messageOf(answer), name).toBe(unknownMemberCodeMessage)
    }
    expect((await send(code)).status).toBeLessThan(300)
  })

  test('a member code that names nobody counts as a miss [D14 T18]', async () => {
    const key = await createPartnerKey(database, cafe.id, 'Caixa', world.now(), {
      most_misses_per_hour: 2,
    })
    const till = { ...cafe, key }
    const forged = `F1.${randomBytes(16).toString('base64url')}.1.${randomBytes(10).toString('base64url')}`
    for (const wrong of [forged, 'F1'])
      expect(errorOf(await send(wrong, till)).type).toBe('customer_not_found')
    expect(errorOf(await send(forged, till)).type).toBe('too_many_requests')
  })

  test('a call accepts either a member code or a document, not both [D14]', async () => {
    const phone = await phoneOf(cafe)
    const customer = { code: await codeOf(phone), document: phone.document }
    const body = sale('', { customer, points_amount: 10 })
    const answer =
      _key === 'GET /partner/customer'
        ? await call('GET /partner/customer', { headers: asPartner(cafe), query: customer })
        : await call(_key as EndpointKey, { headers: asPartner(cafe), body })
    expect(errorOf(answer)).toMatchObject({ status: 422, type: 'validation' })
  })
})

/** A different character with the same first two of its six bits. The other four bits of a MAC's last character are unused. */
function other(character: string): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  return alphabet[alphabet.indexOf(character) ^ 1]!
}

describe('a hold by member code', () => {
  test('a hold uses a member code up, even if the hold is cancelled later; other calls do not [D14]', async () => {
    const phone = await phoneOf(cafe)
    const code = await codeOf(phone)
    for (const key of ['GET /partner/customer', 'POST /partner/points/generate']) {
      expect((await calls[key]!(code)).status).toBeLessThan(300)
    }
    const first = await hold(phone)
    expect(first.status).toBe(201)
    expect(errorOf(await hold(phone))).toMatchObject({ status: 422, type: 'expired_code' })
    const { id } = first.body as { id: string }
    await call('DELETE /partner/points/intention/{id}', {
      headers: asPartner(cafe),
      params: { id },
    })
    expect(errorOf(await hold(phone)).type).toBe('expired_code')
    expect((await calls['GET /partner/customer']!(code)).status).toBe(200)
    // The code of the step before is unused.
    const before = await codeOf(phone, -1)
    const body = sale('', { customer: { code: before }, points_amount: 10 })
    const headers = asPartner(cafe)
    expect((await call('POST /partner/points/intention', { headers, body })).status).toBe(201)
  })

  test('a refused hold leaves the member code unused [D14]', async () => {
    const phone = await phoneOf(cafe)
    expect(errorOf(await hold(phone, { points_amount: 5000 })).type).toBe('insufficient_balance')
    expect((await hold(phone)).status).toBe(201)
  })
})

describe('a repeated call with a member code', () => {
  test('a call repeated by its key gets the stored answer, also after its member code expired [D2 D14]', async () => {
    const phone = await phoneOf(cafe)
    const code = await codeOf(phone)
    const body = sale('', { customer: { code }, points_amount: 10 })
    const headers = { ...asPartner(cafe), 'idempotency-key': randomUUID() }
    const first = await call('POST /partner/points/intention', { headers, body })
    expect(first.status).toBe(201)
    world.moveClock('2026-11-20T15:05:00Z')
    const again = await call('POST /partner/points/intention', { headers, body })
    world.moveClock('2026-11-20T15:00:00Z')
    expect(again).toMatchObject({ status: 201, text: first.text })
    expect(again.headers['idempotent-replayed']).toBe('true')
  })

  test.each(['POST /partner/points/intention', 'POST /partner/points/generate'] as const)(
    'a repeated %s by external_id gets the first answer, also with a newer member code [D3 D14]',
    async (key) => {
      const phone = await phoneOf(cafe)
      const changes = key === 'POST /partner/points/intention' ? { points_amount: 10 } : {}
      const sold = sale('', changes)
      const send = (code: string) =>
        call(key, { headers: asPartner(cafe), body: { ...sold, customer: { code } } })
      const oldCode = await codeOf(phone)
      const first = await send(oldCode)
      expect(first.status).toBe(201)
      const { id } = first.body as { id: string }
      world.moveClock('2026-11-20T15:03:00Z')
      const newCode = await codeOf(phone)
      for (const code of [newCode, oldCode])
        expect(await send(code)).toMatchObject({ status: 201, body: { id } })
      await call('DELETE /customer/session', { headers: phone.headers })
      expect(await send(newCode)).toMatchObject({ status: 201, body: { id } })
      world.moveClock('2026-11-20T15:00:00Z')
      // Another customer's code is another sale.
      const stranger = await send(await codeOf(await phoneOf(cafe)))
      expect(errorOf(stranger).type).toBe('idempotency_mismatch')
    },
  )
})

test('a caller without a valid partner key learns nothing about a member code [D14 D13]', async () => {
  const code = await codeOf(await phoneOf(cafe), -9)
  const key = cafe.key.replace(/.{43}$/, 'x'.repeat(43))
  for (const send of Object.values(calls)) {
    expect(errorOf(await send(code, { ...cafe, key }))).toMatchObject({ status: 401 })
  }
})

test('neither a member code nor its key is stored [D14 T16]', async () => {
  const phone = await phoneOf(cafe)
  await hold(phone)
  const stored = await row<{ text: string }>(
    database,
    sql`select (select string_agg(to_jsonb(session)::text, '') from session where company_id = ${cafe.id})
               || (select string_agg(to_jsonb(intention)::text, '') from intention where company_id = ${cafe.id}) as text`,
  )
  const key = Buffer.from(phone.member_code.key, 'base64url')
  const [, , , mac] = (await codeOf(phone)).split('.')
  expect(stored!.text).toContain(
    Buffer.from(phone.member_code.session_ref, 'base64url').toString('hex'),
  )
  for (const secret of [key.toString('hex'), phone.member_code.key, mac!])
    expect(stored!.text).not.toContain(secret)
})
