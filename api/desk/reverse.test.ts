/** Sales, uses of points and vouchers that the staff reverses: figures, repeats, errors and traces (D15, D4). */

import { randomUUID } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import { fingerprint } from '#api/testing/refusal/fingerprint.ts'
import { actsOn, staffOf } from '#api/testing/worlds/staff.ts'
import { asPartner, createWorld, errorOf, sale } from '#api/testing/worlds/world.ts'
import type { MadeReversal } from '#contract/console/reversal.ts'
import type { TillIntention } from '#contract/intention.ts'
import type { GeneratedPoints, PointsEntry } from '#contract/points.ts'
import type { Prize } from '#contract/prize.ts'
import type { Voucher } from '#contract/voucher.ts'
import { row, rows, sql } from '#database/sql.ts'
import { audit } from '#engine/audit/audit.ts'

const world = await createWorld()
const { call, database } = world
const shop = await world.createCompany('estorno', {
  reversal: 'deficit',
  prizes: [{ key: 'cafe', name: 'Café', value: 30, stock: 100, expires_in: 3 }],
  webhooks: [{ url: 'https://estorno.exemplo.com.br/fiel' }],
})
const ana = await staffOf(world, shop, 'attendant', { name: 'Ana Prado' })

type Customer = Awaited<ReturnType<typeof world.confirmed>>

function reverse(id: string, changes: object = {}, { headers } = ana) {
  const body = { reason: 'mistake', key: randomUUID(), ...changes }
  return call('POST /admin/points/{id}/reverse', { headers, params: { id }, body })
}

function cancel(id: string) {
  const sent = { headers: ana.headers, params: { id }, body: { reason: 'regret' } }
  return call('POST /admin/voucher/{id}/cancel', sent)
}

async function bought(customer: Customer, purchase_value = 10_000): Promise<string> {
  const answer = await world.generate(shop, sale(customer.document, { purchase_value }))
  return (answer.body as GeneratedPoints).id
}

/** Uses points at the till. Returns the record's id. */
async function used(customer: Customer, points_amount: number): Promise<string> {
  const headers = asPartner(shop)
  const opened = await call('POST /partner/points/intention', {
    headers,
    body: sale(customer.document, { points_amount }),
  })
  const { id } = opened.body as TillIntention
  const params = { id }
  await call('POST /points/intention/{id}/confirm', { headers: customer.headers, params })
  const answer = await call('POST /partner/points/intention/{id}/capture', {
    headers,
    params,
    body: {},
  })
  return (answer.body as TillIntention).captured!.record_id
}

async function redeemed({ headers, document }: Customer): Promise<Voucher> {
  const [prize] = (await call('GET /prize', { headers })).body as Prize[]
  const body = { customer_document: document, products: [{ prize_id: prize!.id, quantity: 1 }] }
  return ((await call('POST /voucher/generate', { headers, body })).body as Voucher[])[0]!
}

/** `external_id` of the customer's events points.reversed, oldest first. */
async function reversedNumbers({ id }: Customer): Promise<(string | null)[]> {
  const sent = await rows<{ external_id: string | null }>(
    database,
    sql`select data ->> 'external_id' as external_id
          from webhook_event
         where company_id = ${shop.id} and type = 'points.reversed' and data ->> 'customer_id' = ${id}
         order by id`,
  )
  return sent.map(({ external_id }) => external_id)
}

function balanceOf({ id }: Customer) {
  return row(
    database,
    sql`select amount::integer, deficit_amount::integer as deficit
          from balance
         where company_id = ${shop.id} and customer_id = ${id}`,
  )
}

async function historyOf({ headers }: Customer): Promise<PointsEntry[]> {
  return (await call('GET /points', { headers })).body as PointsEntry[]
}

/** Sends a call that must be refused with this code and change nothing. */
async function expectRefused(send: () => ReturnType<typeof reverse>, type: string): Promise<void> {
  const before = await fingerprint(database)
  expect(errorOf(await send()).type).toBe(type)
  expect(await fingerprint(database)).toEqual(before)
}

async function auditIsClean(): Promise<void> {
  expect((await audit(database, world.now())).differences).toEqual([])
}

describe('a reversed sale', () => {
  test('takes its points back, with an entry in the audit log, and is no till’s number [D15 D4]', async () => {
    const customer = await world.confirmed(shop)
    const id = await bought(customer, 4_590)
    const made = (await reverse(id, { reason: 'double' })).body as MadeReversal
    expect(made).toMatchObject({
      customer_id: customer.id,
      points_amount: -45,
      balance: { amount_balance: 0 },
      is_repeat: false,
    })
    expect(await historyOf(customer)).toMatchObject([
      { id: made.id, type_id: 'GNR_REVERSAL', reverses_id: id, external_id: null },
      { id, is_cancelled: true },
    ])
    expect(await actsOn(database, shop, customer.id)).toEqual([
      {
        action: 'customer.reversed',
        actor: 'Ana Prado',
        sentence:
          'Ana Prado estornou R$\u00a045,90 de uma compra de Ana L. (45 pontos a menos) — motivo: lançamento em dobro',
      },
    ])
    expect(await reversedNumbers(customer)).toEqual([null])
    await auditIsClean()
  })

  test('by a repeated key moves nothing again, and another value is refused [D15 D2]', async () => {
    const customer = await world.confirmed(shop)
    const id = await bought(customer)
    const key = randomUUID()
    const first = (await reverse(id, { key, returned_value: 1_000 })).body as MadeReversal
    const before = await fingerprint(database)
    const again = await reverse(id, { key, returned_value: 1_000 })
    expect(again).toMatchObject({ status: 201, body: { id: first.id, is_repeat: true } })
    expect(await fingerprint(database)).toEqual(before)
    await expectRefused(() => reverse(id, { key, returned_value: 2_000 }), 'idempotency_mismatch')
  })

  test('in parts is never more than the purchase [D15 D4]', async () => {
    const customer = await world.confirmed(shop)
    const id = await bought(customer)
    expect((await reverse(id, { returned_value: 6_000 })).status).toBe(201)
    await expectRefused(() => reverse(id, { returned_value: 4_001 }), 'return_exceeds_purchase')
    const rest = (await reverse(id)).body as MadeReversal
    expect(rest.points_amount).toBe(-40)
    await expectRefused(() => reverse(id), 'already_reversed')
    await auditIsClean()
  })

  test('whose points were spent leaves a deficit, as the company’s rule says [D15 D4]', async () => {
    const customer = await world.confirmed(shop)
    const id = await bought(customer)
    await used(customer, 70)
    expect((await reverse(id)).status).toBe(201)
    expect(await balanceOf(customer)).toEqual({ amount: 0, deficit: 70 })
    await auditIsClean()
  })

  test('is reversed once by two people at once [D15 I5]', async () => {
    const customer = await world.confirmed(shop)
    const id = await bought(customer)
    const other = await staffOf(world, shop, 'manager')
    const answers = await Promise.all([0, 1, 2, 3].map((n) => reverse(id, {}, n % 2 ? ana : other)))
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b)
    expect(statuses).toEqual([201, 422, 422, 422])
    expect(await actsOn(database, shop, customer.id)).toHaveLength(1)
    await auditIsClean()
  })
})

describe('a use of points', () => {
  test('is undone as a whole, with its lots and an entry in the audit log [D15 D4]', async () => {
    const customer = await world.confirmed(shop, 100)
    const id = await used(customer, 40)
    await expectRefused(() => reverse(id, { returned_value: 1_000 }), 'consumption_is_whole')
    const made = (await reverse(id)).body as MadeReversal
    expect(made).toMatchObject({ points_amount: 40, balance: { amount_balance: 100 } })
    await expectRefused(() => reverse(id), 'already_reversed')
    const acts = await actsOn(database, shop, customer.id)
    expect(acts.map(({ sentence }) => sentence)).toEqual([
      'Ana Prado desfez um uso de 40 pontos de Ana L. — motivo: lançamento errado',
    ])
    await auditIsClean()
  })

  test('for a voucher, an adjustment or nobody is not found [D15]', async () => {
    const customer = await world.confirmed(shop, 100)
    await redeemed(customer)
    const [consumption] = await historyOf(customer)
    const adjustment = await call('POST /admin/customer/{id}/adjustment', {
      headers: ana.headers,
      params: { id: customer.id },
      body: { points_amount: -5, reason: 'Cortesia', key: randomUUID() },
    })
    for (const id of [consumption!.id, (adjustment.body as { id: string }).id, randomUUID()]) {
      await expectRefused(() => reverse(id), 'not_found')
    }
  })
})

describe('a voucher', () => {
  test('that is cancelled gives its points back and is worth nothing at the till [D15 D8]', async () => {
    const customer = await world.confirmed(shop, 100)
    const { id, code } = await redeemed(customer)
    expect((await cancel(id)).status).toBe(204)
    expect(await balanceOf(customer)).toEqual({ amount: 100, deficit: 0 })
    const taken = await call('POST /partner/voucher/{code}/withdraw', {
      headers: asPartner(shop),
      params: { code },
      body: { subsidiary_name: 'Loja 1' },
    })
    expect(errorOf(taken).type).toBe('voucher_cancelled')
    await expectRefused(() => cancel(id), 'voucher_cancelled')
    const acts = await actsOn(database, shop, customer.id)
    expect(acts.map(({ sentence }) => sentence)).toEqual([
      'Ana Prado cancelou um voucher de Ana L. e devolveu 30 pontos — motivo: desistência do cliente',
    ])
    await auditIsClean()
  })

  test('that was withdrawn, has expired or is unknown is not cancelled [D15 D8]', async () => {
    const customer = await world.confirmed(shop, 100)
    const { id, code } = await redeemed(customer)
    const old = await redeemed(customer)
    await call('POST /partner/voucher/{code}/withdraw', {
      headers: asPartner(shop),
      params: { code },
      body: { subsidiary_name: 'Loja 1' },
    })
    await expectRefused(() => cancel(id), 'voucher_withdrawn')
    await expectRefused(() => cancel(randomUUID()), 'not_found')
    world.moveClock('2026-11-25T15:00:00Z')
    const { headers } = await staffOf(world, shop)
    const body = { reason: 'regret' }
    const params = { id: old.id }
    await expectRefused(
      () => call('POST /admin/voucher/{id}/cancel', { headers, params, body }),
      'voucher_expired',
    )
  })
})
