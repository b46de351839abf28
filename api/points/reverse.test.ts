import { randomUUID } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import { consume, grant } from '#api/testing/worlds/movement.ts'
import {
  asPartner,
  createWorld,
  errorOf,
  sale,
  type TestCompany,
} from '#api/testing/worlds/world.ts'
import type { GeneratedPoints, PointsEntry } from '#contract/points.ts'
import { rows, sql } from '#database/sql.ts'
import { audit } from '#engine/audit/audit.ts'

const world = await createWorld()
const { cafe, posto, call } = world

function reverse(company: TestCompany, id: string, body: object = {}) {
  const sent = { external_id: randomUUID(), ...body }
  const headers = asPartner(company)
  return call('POST /partner/points/{id}/reverse', { params: { id }, body: sent, headers })
}

/** A new customer of the café with one purchase of R$ 100,00, which earned 100 points. */
async function buyer() {
  const customer = await world.registered(cafe)
  const { body } = await world.generate(cafe, sale(customer.document))
  return { customer, purchase: body as GeneratedPoints }
}

async function state() {
  return rows(
    world.database,
    sql`select amount, value, deficit_amount, sequence from balance order by company_id, customer_id`,
  )
}

describe('POST /partner/points/{id}/reverse', () => {
  test('a return takes points, and response, balance and history name the purchase [D3 D4 D13]', async () => {
    const { customer, purchase } = await buyer()
    const body = { returned_value: 2_550, external_id: randomUUID() }
    const answer = await reverse(cafe, purchase.id, body)
    expect(answer.status).toBe(201)
    expect(answer.body).toEqual({
      id: expect.any(String),
      sequence: 2,
      type_id: 'GNR_REVERSAL',
      origin: 'api:/points/reverse',
      external_id: body.external_id,
      reverses_id: purchase.id,
      subsidiary_name: 'Loja 1',
      purchase_value: 2_550,
      points_amount: -26,
      points_value: -26,
      points_percentage: null,
      calculation: null,
      available_at: null,
      expires_at: null,
      created_at: '2026-11-20T15:00:00.000Z',
      calculation_rule_id: null,
      amount: -26,
      value: -26,
      customer_id: customer.id,
      integrator_id: purchase.integrator_id,
      source_key: null,
      code: null,
      parent_id: purchase.id,
      generator_id: purchase.id,
      consumption_id: null,
      balance: { amount_balance: 74, value_balance: 74 },
    })
    const balance = await call('GET /customer/balance', { headers: customer.headers })
    expect(balance.body).toEqual({ amount_balance: 74, value_balance: 74 })
    const history = await call('GET /points', { headers: customer.headers })
    expect(history.body).toMatchObject([
      { type_id: 'GNR_REVERSAL', reverses_id: purchase.id, is_cancelled: false },
      { type_id: 'GNR', reversed_amount: 26, is_cancelled: false },
    ])
    await reverse(cafe, purchase.id)
    const after = await call('GET /points', { headers: customer.headers })
    expect((after.body as PointsEntry[])[2]).toMatchObject({
      reversed_amount: 100,
      is_cancelled: true,
    })
    const me = await call('GET /customer', { headers: customer.headers })
    expect(me.body).toMatchObject({ balance: { amount_balance: 0, received_amount: 0 } })
  })

  test('a return repeated 50 times at once gets one response and counts once [D3]', async () => {
    const { customer, purchase } = await buyer()
    const body = { returned_value: 1_000, external_id: randomUUID() }
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => reverse(cafe, purchase.id, body)),
    )
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    await reverse(cafe, purchase.id)
    expect(await reverse(cafe, purchase.id, body)).toMatchObject({ text: answers[0]!.text })
    const balance = await call('GET /customer/balance', { headers: customer.headers })
    expect(balance.body).toMatchObject({ amount_balance: 0 })
  })

  test.each([
    ['another value', { returned_value: 1_001 }],
    ['no value', { returned_value: undefined }],
  ])(
    'a return with a known external_id and %s gets idempotency_mismatch [D3]',
    async (_, changes) => {
      const { purchase } = await buyer()
      const body = { returned_value: 1_000, external_id: randomUUID() }
      await reverse(cafe, purchase.id, body)
      const before = await state()
      const answer = await reverse(cafe, purchase.id, { ...body, ...changes })
      expect(errorOf(answer)).toEqual({ status: 422, type: 'idempotency_mismatch' })
      expect(await state()).toEqual(before)
    },
  )

  test('a return of another purchase with a known external_id gets idempotency_mismatch [D3]', async () => {
    const body = { returned_value: 1_000, external_id: randomUUID() }
    await reverse(cafe, (await buyer()).purchase.id, body)
    const { purchase } = await buyer()
    const before = await state()
    const answer = await reverse(cafe, purchase.id, body)
    expect(errorOf(answer)).toEqual({ status: 422, type: 'idempotency_mismatch' })
    expect(await state()).toEqual(before)
  })

  test('returns never exceed the purchase: return_exceeds_purchase, then already_reversed [D4 I10]', async () => {
    const { purchase } = await buyer()
    await reverse(cafe, purchase.id, { returned_value: 9_999 })
    const before = await state()
    const more = await reverse(cafe, purchase.id, { returned_value: 2 })
    expect(errorOf(more)).toEqual({ status: 422, type: 'return_exceeds_purchase' })
    expect(await state()).toEqual(before)
    await reverse(cafe, purchase.id, { returned_value: 1 })
    const repeated = await reverse(cafe, purchase.id)
    expect(errorOf(repeated)).toEqual({ status: 422, type: 'already_reversed' })
  })

  test('returns of a foreign or unknown record, a grant or a reversal get the same not_found [T4]', async () => {
    const { customer, purchase } = await buyer()
    const granted = await grant(world, cafe, customer, 10)
    const reversal = await reverse(cafe, purchase.id, { returned_value: 1 })
    const before = await state()
    const answers = [
      await reverse(posto, purchase.id),
      await reverse(cafe, randomUUID()),
      await reverse(cafe, granted.record!.id),
      await reverse(cafe, (reversal.body as { id: string }).id),
    ]
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(errorOf(answers[0]!)).toEqual({ status: 404, type: 'not_found' })
    expect(await state()).toEqual(before)
  })

  test('a consumption is undone once and whole; a partial undo gets consumption_is_whole [D4]', async () => {
    const { customer } = await buyer()
    const consumption = await consume(world, cafe, customer, 60)
    const before = await state()
    const part = await reverse(cafe, consumption.record!.id, { returned_value: 100 })
    expect(errorOf(part)).toEqual({ status: 422, type: 'consumption_is_whole' })
    expect(await state()).toEqual(before)

    const body = { external_id: randomUUID() }
    const answer = await reverse(cafe, consumption.record!.id, body)
    expect(answer.body).toMatchObject({
      type_id: 'CNS_REVERSAL',
      points_amount: 60,
      balance: { amount_balance: 100 },
    })
    expect(await reverse(cafe, consumption.record!.id, body)).toMatchObject({ text: answer.text })
    const other = await reverse(cafe, consumption.record!.id)
    expect(errorOf(other)).toEqual({ status: 422, type: 'already_reversed' })
    const history = await call('GET /points', { headers: customer.headers })
    expect(history.body).toMatchObject([
      {
        type_id: 'CNS_REVERSAL',
        lots: [{ points_amount: 60 }],
        parent_id: expect.any(String),
        consumption_id: expect.any(String),
        generator_id: null,
      },
      { type_id: 'CNS', is_cancelled: true, reversed_amount: 60 },
      { type_id: 'GNR', is_cancelled: false },
    ])
  })

  test('one external_id can return a purchase and undo a consumption [D3]', async () => {
    const { customer, purchase } = await buyer()
    const consumption = await consume(world, cafe, customer, 60)
    const body = { external_id: randomUUID() }
    expect((await reverse(cafe, consumption.record!.id, body)).status).toBe(201)
    expect((await reverse(cafe, purchase.id, body)).status).toBe(201)
    const balance = await call('GET /customer/balance', { headers: customer.headers })
    expect(balance.body).toEqual({ amount_balance: 0, value_balance: 0 })
    expect((await audit(world.database, world.now())).differences).toEqual([])
  })
})
