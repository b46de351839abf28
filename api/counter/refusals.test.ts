/** The error codes of the counter's endpoints that sale.test.ts and use.test.ts do not provoke (D15). */

import { randomUUID } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import { fingerprint } from '#api/testing/refusal/fingerprint.ts'
import { staffOf } from '#api/testing/worlds/staff.ts'
import { validBody } from '#api/testing/worlds/valid-request.ts'
import { createWorld, errorOf, newCpf } from '#api/testing/worlds/world.ts'
import { mayDo, staffRoles } from '#contract/console/staff.ts'
import { type EndpointKey, endpoints, errorsOf } from '#contract/endpoints/endpoints.ts'
import { memberCodeStep } from '#contract/member-code.ts'
import { rows, sql } from '#database/sql.ts'

const world = await createWorld()
const { call, database } = world
const prizes = [{ key: 'um', name: 'Pão', value: 10, stock: 100 }]
const rules = [
  { key: 'compra', name: 'Compra', type: 'POINTS_PER_REAL', rate: 1 },
  { key: 'antiga', name: 'Antiga', type: 'POINTS_PER_REAL', rate: 3, valid_to: '2026-01-31' },
]
const shop = await world.createCompany('padaria', { prizes, calculation_rules: rules })
const rui = await staffOf(world, shop, 'cashier')
const keys = (Object.keys(endpoints) as EndpointKey[]).filter((key) =>
  key.includes(' /admin/counter'),
)

type Changes = { params?: Record<string, string>; query?: Record<string, string>; body?: object }

function send(key: EndpointKey, changes: Changes = {}, { headers } = rui) {
  const person = { document: newCpf(), email: 'ninguem@exemplo.com.br', password: 'x' }
  const body = validBody(key, person)
  const query = key.startsWith('GET ') ? { shop: 'padaria', ...changes.query } : changes.query
  return call(key, {
    headers,
    params: { id: randomUUID(), ...changes.params },
    ...(query && key !== 'GET /admin/counter' && { query }),
    ...(body && { body: { ...body, shop: 'padaria', ...changes.body } }),
  })
}

// The first call of a person makes their key.
await send('POST /admin/counter/preview')

test.each(keys)('%s is for the roles of the table alone [D15]', async (key) => {
  for (const role of staffRoles) {
    const answer = await send(key, {}, await staffOf(world, shop, role))
    expect(answer.status === 403, `${role}: ${answer.text}`).toBe(!mayDo(role, 'counter.use'))
  }
})

test.each(keys.filter((key) => errorsOf(key).includes('unknown_subsidiary')))(
  '%s refuses a shop that left the list and changes nothing [D15 D13]',
  async (key) => {
    const before = await fingerprint(database)
    const answer = await send(key, { body: { shop: 'Fechada' }, query: { shop: 'Fechada' } })
    expect(errorOf(answer)).toMatchObject({ status: 422, type: 'unknown_subsidiary' })
    expect(await fingerprint(database)).toEqual(before)
  },
)

test.each(keys.filter((key) => errorsOf(key).includes('not_found')))(
  '%s answers not_found for an unknown id [D15]',
  async (key) => {
    expect(errorOf(await send(key)).type).toBe('not_found')
  },
)

test('a capture whose external_id is of another sale takes no points [D15 I5]', async () => {
  const { id, headers } = await world.confirmed(shop, 100)
  const body = { customer: { id }, external_id: randomUUID() }
  expect((await send('POST /admin/counter/sale', { body })).status).toBe(201)
  const asked = await send('POST /admin/counter/intention', { body })
  const params = { id: (asked.body as { id: string }).id }
  await call('POST /points/intention/{id}/confirm', { headers, params })
  const answer = await send('POST /admin/counter/intention/{id}/capture', { params })
  expect(errorOf(answer).type).toBe('idempotency_mismatch')
  const balance = await call('GET /customer/balance', { headers })
  expect(balance.body).toMatchObject({ amount_balance: 100 + 10 - 1 })
})

test('a company in maintenance earns nothing at the counter, as at a till [D15 R1.3]', async () => {
  const closed = await world.createCompany('fechada', { maintenance: true })
  const lia = await staffOf(world, closed, 'cashier')
  for (const key of ['POST /admin/counter/preview', 'POST /admin/counter/sale'] as const) {
    const answer = await send(key, { body: { shop: 'fechada' } }, lia)
    expect(errorOf(answer)).toMatchObject({ type: 'company_unavailable' })
  }
})

test('a preview by phone and by id refuses nobody [D15 T18]', async () => {
  const key = 'POST /admin/counter/preview'
  for (const customer of [{ phone: '11900000000' }, { id: randomUUID() }]) {
    expect(errorOf(await send(key, { body: { customer } })).type).toBe('customer_not_found')
  }
})

test('phones that nobody has make look-up, preview and sale of the person wait [D15 T18]', async () => {
  const lost = await staffOf(world, shop, 'cashier')
  const body = { customer: { phone: '11900000000' } }
  const types = new Set<string>()
  for (let time = 0; time < 101; time += 1) {
    types.add(errorOf(await send('POST /admin/counter/sale', { body }, lost)).type)
  }
  expect([...types]).toEqual(['customer_not_found', 'too_many_requests'])
  for (const key of ['POST /admin/counter/customer', 'POST /admin/counter/preview'] as const) {
    expect(errorOf(await send(key, { body }, lost)).type).toBe('too_many_requests')
  }
})

test('a customer whom the desk has blocked spends nothing at the counter [D15]', async () => {
  const { id, headers } = await world.confirmed(shop, 100)
  const body = { customer: { id } }
  const asked = await send('POST /admin/counter/intention', { body })
  const params = { id: (asked.body as { id: string }).id }
  await call('POST /points/intention/{id}/confirm', { headers, params })
  const manager = await staffOf(world, shop, 'manager')
  const blocked = await call('POST /admin/customer/{id}/block', {
    headers: manager.headers,
    params: { id },
    body: { reason: 'fraud' },
  })
  expect(blocked.status).toBe(204)
  const capture = await send('POST /admin/counter/intention/{id}/capture', { params })
  expect(errorOf(capture).type).toBe('customer_blocked')
  const again = await send('POST /admin/counter/intention', { body })
  expect(errorOf(again).type).toBe('customer_blocked')
  expect((await send('POST /admin/counter/sale', { body })).status).toBe(201)
  const balance = await rows(
    database,
    sql`select amount from balance where company_id = ${shop.id} and customer_id = ${id}`,
  )
  expect(balance).toEqual([{ amount: 110 }])
})

test('a code of a phone whose clock is wrong has expired [D15 D14]', async () => {
  const person = await world.confirmed(shop)
  const key = await call('GET /customer/member-code', { headers: person.headers })
  const { session_ref, key: secret } = key.body as { session_ref: string; key: string }
  const { memberCode } = await import('#contract/member-code.ts')
  const step = memberCodeStep(world.now().getTime()) - 9
  const code = await memberCode(secret, { company_id: shop.id, session_ref, step })
  const answer = await send('POST /admin/counter/customer', { body: { customer: { code } } })
  expect(errorOf(answer).type).toBe('expired_code')
})

test('a key with a limit of points a day refuses sale and capture, and the capture takes nothing [D15 T18]', async () => {
  const person = await world.confirmed(shop, 100)
  const lia = await staffOf(world, shop, 'cashier')
  const asked = await send(
    'POST /admin/counter/intention',
    { body: { customer: { id: person.id }, points_amount: 10 } },
    lia,
  )
  expect(asked.status, asked.text).toBe(201)
  const { id } = asked.body as { id: string }
  await rows(
    database,
    sql`update partner_key set most_points_per_day = 1 where company_id = ${shop.id} and staff_id = ${lia.id}`,
  )
  const { headers } = person
  await call('POST /points/intention/{id}/confirm', { headers, params: { id } })
  const sold = await send(
    'POST /admin/counter/sale',
    { body: { customer: { id: person.id } } },
    lia,
  )
  expect(errorOf(sold).type).toBe('daily_limit_reached')
  const capture = await send('POST /admin/counter/intention/{id}/capture', { params: { id } }, lia)
  expect(errorOf(capture).type).toBe('daily_limit_reached')
  const inactive = await send(
    'POST /admin/counter/intention/{id}/capture',
    { params: { id }, body: { calculation_rule_id: 'antiga' } },
    lia,
  )
  expect(errorOf(inactive).type).toBe('inactive_calculation_rule')
  const balance = await call('GET /customer/balance', { headers })
  expect(balance.body).toMatchObject({ amount_balance: 90 })
})

describe('a voucher that cannot be handed over', () => {
  async function voucherOf() {
    const { headers, document } = await world.confirmed(shop, 100)
    const [prize] = (await call('GET /prize', { headers })).body as { id: string }[]
    const body = {
      customer_document: document,
      products: [{ prize_id: prize!.id, quantity: 1 }],
    }
    const answer = await call('POST /voucher/generate', { headers, body })
    return (answer.body as { id: string; code: string }[])[0]!
  }
  const withdraw = (code: string, by = rui) =>
    send('POST /admin/counter/voucher/withdraw', { body: { code } }, by)

  test('is refused by its state [D15 D8]', async () => {
    const cancelled = await voucherOf()
    await rows(
      database,
      sql`update voucher set cancelled_at = ${world.now()} where id = ${cancelled.id}`,
    )
    expect(errorOf(await withdraw(cancelled.code)).type).toBe('voucher_cancelled')
    const expired = await voucherOf()
    await rows(database, sql`update voucher set expires_on = '2026-11-19' where id = ${expired.id}`)
    expect(errorOf(await withdraw(expired.code)).type).toBe('voucher_expired')
  })

  test('many guesses make the hand-over wait too [D15 T16]', async () => {
    const lost = await staffOf(world, shop, 'cashier')
    const types = new Set<string>()
    for (let time = 0; time < 40 && !types.has('too_many_requests'); time += 1) {
      types.add(errorOf(await withdraw(`NADA${time}`, lost)).type)
    }
    expect([...types]).toEqual(['voucher_not_found', 'too_many_requests'])
  })
})
