/** Adjustments above the limit that a second person approves: four eyes (D15). */

import { randomUUID } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import { fingerprint } from '#api/testing/refusal/fingerprint.ts'
import { actsOn, staffOf } from '#api/testing/worlds/staff.ts'
import { type Answer, createWorld, errorOf } from '#api/testing/worlds/world.ts'
import {
  type AdjustmentRequest,
  maxRequests,
  tooManyRequestsMessage,
  withinLimitMessage,
} from '#contract/console/adjustment-request.ts'
import type { AdjustedPoints } from '#contract/console/desk.ts'
import { row, rows, sql } from '#database/sql.ts'
import { audit } from '#engine/audit/audit.ts'

const world = await createWorld()
const { call, database } = world
const adjustments = {
  reasons: ['Cortesia', 'Nota esquecida'],
  limit: 200,
  expires_in_days: 10,
  needs_second_person: true,
}
const shop = await world.createCompany('quatro-olhos', { adjustments })
const ana = await staffOf(world, shop, 'attendant', { name: 'Ana Prado' })
const bruno = await staffOf(world, shop, 'manager', { name: 'Bruno Reis' })
const late = new Date(world.now().getTime() - 6 * 60_000)
const tired = await staffOf(world, shop, 'manager', { factor_at: late })

type Staff = { headers: Record<string, string> }

function send(
  key: 'POST /admin/customer/{id}/adjustment' | 'POST /admin/customer/{id}/adjustment-request',
) {
  return ({ id }: { id: string }, changes: object = {}, { headers }: Staff = ana) => {
    const body = { points_amount: 600, reason: 'Cortesia', key: randomUUID(), ...changes }
    return call(key, { headers, params: { id }, body })
  }
}
const adjust = send('POST /admin/customer/{id}/adjustment')
const ask = send('POST /admin/customer/{id}/adjustment-request')

async function asked(customer: { id: string }, changes: object = {}, by: Staff = ana) {
  const id = randomUUID()
  const answer = await ask(customer, { key: id, ...changes }, by)
  expect(answer.status, answer.text).toBe(204)
  return id
}

function approve(id: string, { headers }: Staff = bruno) {
  return call('POST /admin/adjustment-request/{id}/approve', { headers, params: { id } })
}

function end(id: string, { headers }: Staff) {
  return call('DELETE /admin/adjustment-request/{id}', { headers, params: { id } })
}

async function waiting(): Promise<AdjustmentRequest[]> {
  const { body } = await call('GET /admin/adjustment-request', { headers: ana.headers })
  return (body as { requests: AdjustmentRequest[] }).requests
}

const waitsFor = async (id: string) => (await waiting()).some((request) => request.id === id)

async function amountOf({ id }: { id: string }): Promise<number> {
  const found = await row<{ amount: number }>(
    database,
    sql`select amount::integer from balance where company_id = ${shop.id} and customer_id = ${id}`,
  )
  return found!.amount
}

async function expectRefused(sent: () => Promise<Answer>, expected: object): Promise<void> {
  const before = await fingerprint(database)
  expect(errorOf(await sent())).toMatchObject(expected)
  expect(await fingerprint(database)).toEqual(before)
}

async function sentencesOn({ id }: { id: string }): Promise<string[]> {
  return (await actsOn(database, shop, id)).map(({ sentence }) => sentence)
}

describe('an adjustment above the limit', () => {
  test('is made by nobody alone, and one within it as before [D15]', async () => {
    const customer = await world.registered(shop)
    for (const by of [ana, bruno]) {
      const expected = { status: 409, type: 'second_person_required' }
      await expectRefused(() => adjust(customer, {}, by), expected)
    }
    expect((await adjust(customer, { points_amount: 200 })).status).toBe(201)
  })

  test('becomes a request, which moves nothing and shows a masked name [D15]', async () => {
    const customer = await world.registered(shop)
    const id = await asked(customer)
    expect(await amountOf(customer)).toBe(0)
    expect((await waiting()).find((request) => request.id === id)).toEqual({
      id,
      customer: { id: customer.id, name: 'Ana L.' },
      points_amount: 600,
      reason: 'Cortesia',
      asked_by: { id: ana.id, name: 'Ana Prado' },
      asked_at: '2026-11-20T15:00:00.000Z',
      expires_at: '2026-11-27T15:00:00.000Z',
    })
    expect(await sentencesOn(customer)).toEqual([
      'Ana Prado pediu para dar 600 pontos a Ana L. — motivo: Cortesia',
    ])
  })

  test('is asked for once by one key, and a key stands for one request [D15 D2]', async () => {
    const customer = await world.registered(shop)
    const id = await asked(customer)
    const once = await fingerprint(database)
    expect((await ask(customer, { key: id })).status).toBe(204)
    expect(await fingerprint(database)).toEqual(once)
    await expectRefused(() => ask(customer, { key: id, points_amount: 700 }), {
      type: 'idempotency_mismatch',
    })
  })

  test('and an adjustment never share a key, so that an approval finds it unused [D15 D2]', async () => {
    const customer = await world.registered(shop)
    const mismatch = { status: 422, type: 'idempotency_mismatch' }
    const key = randomUUID()
    expect((await adjust(customer, { key, points_amount: 200 })).status).toBe(201)
    await expectRefused(() => ask(customer, { key }), mismatch)
    await expectRefused(() => ask(customer, { key, points_amount: -600 }), mismatch)

    const id = await asked(customer)
    await expectRefused(() => adjust(customer, { key: id, points_amount: 200 }), mismatch)
    expect((await approve(id)).status).toBe(201)
    await expectRefused(() => adjust(customer, { key: id, points_amount: 200 }), mismatch)
    expect(await amountOf(customer)).toBe(800)
  })

  test('is not asked for within the limit, without a listed reason or for nobody [D15]', async () => {
    const customer = await world.registered(shop)
    await expectRefused(() => ask(customer, { points_amount: -200 }), {
      fields: { points_amount: [withinLimitMessage] },
    })
    await expectRefused(() => ask(customer, { reason: 'Amizade' }), { type: 'validation' })
    await expectRefused(() => ask({ id: randomUUID() }), { type: 'not_found' })
    const alone = await world.createCompany('um-so', {})
    const { headers } = await staffOf(world, alone)
    const other = await world.registered(alone)
    await expectRefused(() => ask(other, { points_amount: 501 }, { headers }), {
      fields: { points_amount: [withinLimitMessage] },
    })
  })
})

describe('a request for an adjustment', () => {
  test('is approved by another person, once, and the balance changes at once [D15]', async () => {
    const customer = await world.registered(shop)
    const id = await asked(customer)
    const answer = await approve(id)
    expect(answer.status, answer.text).toBe(201)
    expect(answer.body as AdjustedPoints).toMatchObject({
      customer_id: customer.id,
      points_amount: 600,
      balance: { amount_balance: 600 },
    })
    expect(await waitsFor(id)).toBe(false)
    await expectRefused(() => approve(id), { status: 409, type: 'request_over' })
    expect(await sentencesOn(customer)).toEqual([
      'Ana Prado pediu para dar 600 pontos a Ana L. — motivo: Cortesia',
      'Bruno Reis aprovou o pedido de Ana Prado para dar 600 pontos a Ana L. — motivo: Cortesia',
    ])
    expect((await audit(database, world.now())).differences).toEqual([])
  })

  test('is approved by neither its author, an attendant nor an old second factor [D15]', async () => {
    const customer = await world.registered(shop)
    const own = await asked(customer, {}, bruno)
    await expectRefused(() => approve(own), { status: 409, type: 'own_request' })
    await expectRefused(() => approve(own, ana), { status: 403, type: 'forbidden' })
    await expectRefused(() => approve(own, tired), { status: 403, type: 'fresh_factor_required' })
    await expectRefused(() => approve(randomUUID()), { status: 404, type: 'not_found' })
    expect(await waitsFor(own)).toBe(true)
  })

  test('is withdrawn by its author and refused by a manager, and moves nothing [D15]', async () => {
    const customer = await world.registered(shop)
    const own = await asked(customer)
    const refused = await asked(customer, { points_amount: 700, reason: 'Nota esquecida' })
    const byManager = await asked(customer, { points_amount: 800 }, bruno)
    await expectRefused(() => end(byManager, ana), { status: 403, type: 'forbidden' })
    expect((await end(own, ana)).status).toBe(204)
    expect((await end(refused, bruno)).status).toBe(204)
    await expectRefused(() => end(own, ana), { status: 409, type: 'request_over' })
    await expectRefused(() => approve(refused), { type: 'request_over' })
    await expectRefused(() => end(randomUUID(), ana), { type: 'not_found' })
    expect(await amountOf(customer)).toBe(0)
    expect((await sentencesOn(customer)).slice(3)).toEqual([
      'Ana Prado retirou o seu pedido para dar 600 pontos a Ana L. — motivo: Cortesia',
      'Bruno Reis recusou o pedido de Ana Prado para dar 700 pontos a Ana L. — motivo: Nota esquecida',
    ])
  })

  test('to take more than there is waits on, until the balance suffices [D15]', async () => {
    const customer = await world.confirmed(shop, 500)
    const id = await asked(customer, { points_amount: -600 })
    await expectRefused(() => approve(id), {
      type: 'insufficient_balance',
      details: { missing: 100 },
    })
    expect(await waitsFor(id)).toBe(true)
    await adjust(customer, { points_amount: 150 })
    expect((await approve(id)).status).toBe(201)
    expect(await amountOf(customer)).toBe(50)
  })

  test('for an account that was merged meanwhile is approved by nobody, and can be refused [D15]', async () => {
    const [staying, absorbed] = [await world.confirmed(shop, 1), await world.confirmed(shop, 2)]
    const [refused, withdrawn] = [await asked(absorbed), await asked(absorbed)]
    const merged = await call('POST /admin/customer/{id}/merge', {
      headers: bruno.headers,
      params: { id: staying.id },
      body: { absorbed_id: absorbed.id, proof: 'document', key: randomUUID() },
    })
    expect(merged.status, merged.text).toBe(201)
    await expectRefused(() => approve(refused), { status: 409, type: 'customer_merged' })
    await expectRefused(() => ask(absorbed), { status: 409, type: 'customer_merged' })
    expect((await end(refused, bruno)).status).toBe(204)
    expect((await end(withdrawn, ana)).status).toBe(204)
    expect(await waitsFor(refused)).toBe(false)
    expect(await amountOf(staying)).toBe(3)
    expect((await sentencesOn(staying)).slice(-2)).toEqual([
      'Bruno Reis recusou o pedido de Ana Prado para dar 600 pontos a Ana L. — motivo: Cortesia',
      'Ana Prado retirou o seu pedido para dar 600 pontos a Ana L. — motivo: Cortesia',
    ])
  })

  test('that four people decide at once is decided once [D15 I5]', async () => {
    const customer = await world.registered(shop)
    const id = await asked(customer)
    const answers = await Promise.all([approve(id), approve(id), end(id, ana), end(id, bruno)])
    const done = answers.filter(({ status }) => status < 300)
    expect(done).toHaveLength(1)
    expect(await amountOf(customer)).toBe(done[0]!.status === 201 ? 600 : 0)
    expect(await sentencesOn(customer)).toHaveLength(2)
  })

  test('ends after 7 days [D15]', async () => {
    const customer = await world.registered(shop)
    const id = await asked(customer)
    world.moveClock('2026-11-27T15:00:00Z')
    const carla = await staffOf(world, shop, 'owner')
    await expectRefused(() => approve(id, carla), { type: 'request_over' })
    const { body } = await call('GET /admin/adjustment-request', { headers: carla.headers })
    const { requests } = body as { requests: AdjustmentRequest[] }
    expect(requests.map((request) => request.id)).not.toContain(id)
    world.moveClock('2026-11-20T15:00:00Z')
  })

  test('is one of at most 200 that wait [D15]', async () => {
    const full = await world.createCompany('lotada', { adjustments })
    const dora = await staffOf(world, full)
    const customer = await world.registered(full)
    await rows(
      database,
      sql`insert into adjustment_request (
            company_id, id, customer_id, staff_id, points_amount, reason, asked_at, expires_at)
          select ${full.id}, gen_random_uuid(), ${customer.id}, ${dora.id}, 600, 'Cortesia', ${world.now()},
                 ${world.now()}::timestamptz + interval '1 day'
            from generate_series(1, ${maxRequests}::integer)`,
    )
    await expectRefused(() => ask(customer, {}, dora), {
      fields: { points_amount: [tooManyRequestsMessage] },
    })
  })
})
