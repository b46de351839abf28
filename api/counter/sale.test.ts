/** A sale at the counter: look-up, preview, sale, who may do it where, and the traces of each (D15). */

import { randomUUID } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import { staffOf } from '#api/testing/worlds/staff.ts'
import { asPartner, createWorld, errorOf, newCpf, sale } from '#api/testing/worlds/world.ts'
import {
  type CountedSale,
  type CounterCustomer,
  type CounterPlace,
  type CounterPreview,
  counterShopMessages,
} from '#contract/console/counter.ts'
import type { EndpointKey } from '#contract/endpoints/endpoints.ts'
import type { ErrorBody } from '#contract/error.ts'
import { row, rows, sql } from '#database/sql.ts'
import { audit } from '#engine/audit/audit.ts'

const world = await createWorld()
const { call, cafe, database } = world
const rules = [
  { key: 'compra', name: 'Compra', type: 'POINTS_PER_REAL', rate: 1 },
  { key: 'dobro', name: 'Em dobro', type: 'POINTS_PER_REAL', rate: 2 },
  { key: 'antiga', name: 'Antiga', type: 'POINTS_PER_REAL', rate: 3, valid_to: '2026-01-31' },
]
const subsidiaries = [{ name: 'Centro' }, { name: 'Praia' }]
const shop = await world.createCompany('padaria', { subsidiaries, calculation_rules: rules })
const rui = await staffOf(world, shop, 'cashier', { name: 'Rui Lima', shops: ['Centro'] })
const ana = await staffOf(world, shop, 'owner')

type Staff = { headers: Record<string, string> }

function at(key: EndpointKey, body: object, { headers }: Staff = rui) {
  return call(key, { headers, body: { shop: 'Centro', ...body } })
}

const sell = (customer: object, changes: object = {}, by?: Staff) =>
  at(
    'POST /admin/counter/sale',
    { customer, purchase_value: 4_290, external_id: randomUUID(), ...changes },
    by,
  )

async function sold(customer: object, changes: object = {}, by?: Staff): Promise<CountedSale> {
  const answer = await sell(customer, changes, by)
  expect(answer.status, answer.text).toBe(201)
  return answer.body as CountedSale
}

async function preview(customer: object, changes: object = {}): Promise<CounterPreview> {
  const sent = { customer, purchase_value: 4_290, ...changes }
  const answer = await at('POST /admin/counter/preview', sent)
  expect(answer.status, answer.text).toBe(200)
  return answer.body as CounterPreview
}

function actsOn(customer_id: string) {
  return rows<{ action: string; sentence: string }>(
    database,
    sql`select action, content ->> 'sentence' as sentence
          from audit_entry
          join audit_personal using (company_id, sequence)
         where company_id = ${shop.id} and subject = ${customer_id}
         order by sequence`,
  )
}

/** All that a refused sale must leave as it was. */
function state() {
  return row(
    database,
    sql`select (select count(*) from points_record where company_id = ${shop.id}) as records,
               (select count(*) from customer where company_id = ${shop.id}) as customers,
               (select count(*) from counter_act where company_id = ${shop.id}) as acts,
               (select count(*) from audit_entry where company_id = ${shop.id}) as entries`,
  )
}

describe('the place', () => {
  const placeOf = async ({ headers }: Staff) =>
    (await call('GET /admin/counter', { headers })).body as CounterPlace

  test('a cashier has their shops, an owner all, and both the rules of today [D15]', async () => {
    expect((await placeOf(rui)).shops).toEqual(['Centro'])
    const place = await placeOf(ana)
    expect(place.shops).toEqual(['Centro', 'Praia'])
    expect(place.rules.map(({ key }) => key)).toEqual(['compra', 'dobro'])
    expect(place.in_money).toBe(false)
  })

  test('a company without a list of shops has one counter under its own name [D15]', async () => {
    expect((await placeOf(await staffOf(world, cafe))).shops).toEqual(['cafe'])
  })

  test.each([
    ['em-dinheiro', { display_mode: 'CASH' }, true],
    ['em-porcento', { display_mode: 'PERCENTAGE' }, true],
    ['sem-pontos', { hide_points: true }, true],
    ['sem-dinheiro', { display_mode: 'CASH', hide_cashback: true }, false],
  ])(
    'the counter of %s speaks of money as the portal does: %j, %s [D15 D7]',
    async (slug, display, in_money) => {
      const company = await world.createCompany(slug, display)
      expect((await placeOf(await staffOf(world, company))).in_money).toBe(in_money)
    },
  )
})

describe('a look-up', () => {
  const lookUp = (customer: object) => at('POST /admin/counter/customer', { customer })

  test('by CPF, phone and CNPJ masks name and document, and never repeats the CPF in full [D15 D16]', async () => {
    const person = await world.confirmed(shop, 100)
    const answer = await lookUp({ document: person.document })
    expect(answer.body as CounterCustomer).toMatchObject({
      id: person.id,
      name: 'Ana L.',
      balance: { amount_balance: 100 },
      can_spend: true,
    })
    expect(answer.text).not.toContain(person.document)
    expect(answer.text).not.toContain('Lima')
  })

  test('refuses nobody, two keys and a forged code, and counts the misses of the person [D15 T18]', async () => {
    expect(errorOf(await lookUp({ document: newCpf() })).type).toBe('customer_not_found')
    expect(errorOf(await lookUp({})).type).toBe('validation')
    const both = { document: newCpf(), phone: '11987654321' }
    expect(errorOf(await lookUp(both)).type).toBe('validation')
    expect(errorOf(await lookUp({ code: 'F1.x.1.y' })).type).toBe('customer_not_found')

    const tired = await staffOf(world, shop, 'cashier')
    const guess = () =>
      at('POST /admin/counter/customer', { customer: { document: newCpf() } }, tired)
    for (let time = 0; time < 100; time += 1) expect((await guess()).status).toBe(404)
    expect(errorOf(await guess()).type).toBe('too_many_requests')
    // Another person in the same shop is not delayed.
    expect((await lookUp({ document: newCpf() })).status).toBe(404)
  })
})

describe('a preview', () => {
  test('tells what a sale earns, the most points and what is left to pay, and writes nothing [D15]', async () => {
    const person = await world.confirmed(shop, 1_000)
    await sold({ id: person.id }, { purchase_value: 100 })
    const before = await state()
    expect(await preview({ id: person.id })).toEqual({
      points_amount: 42,
      points_value: 42,
      most: { points_amount: 1_001, points_value: 1_001 },
      use: null,
      to_pay: 4_290,
    })
    const use = { points_amount: 200 }
    expect(await preview({ id: person.id }, use)).toMatchObject({
      points_amount: 40,
      use: { points_amount: 200, points_value: 200 },
      to_pay: 4_090,
    })
    const small = await preview({ id: person.id }, { purchase_value: 500 })
    expect(small.most).toEqual({ points_amount: 500, points_value: 500 })
    expect(await state()).toEqual(before)
  })

  test('of a person without an account earns by their CPF and has no points to use [D15]', async () => {
    const found = await preview({ document: newCpf() }, { calculation_rule_id: 'dobro' })
    expect(found).toMatchObject({ points_amount: 85, most: { points_amount: 0 }, use: null })
  })

  test('refuses points_amount together with points_value, as the request does [D15 D5]', async () => {
    const { id } = await world.confirmed(shop, 1_000)
    const both = { customer: { id }, purchase_value: 4_290, points_amount: 5, points_value: 5 }
    const previewed = await at('POST /admin/counter/preview', both)
    expect(errorOf(previewed)).toMatchObject({ status: 422, type: 'validation' })
    const asked = await at('POST /admin/counter/intention', { ...both, external_id: randomUUID() })
    expect(previewed.body).toEqual(asked.body)
  })

  test('of a customer who may not spend shows no points, and refuses their use as the request does [D15]', async () => {
    const blocked = await world.confirmed(shop, 1_000)
    const done = await call('POST /admin/customer/{id}/block', {
      headers: ana.headers,
      params: { id: blocked.id },
      body: { reason: 'fraud' },
    })
    expect(done.status).toBe(204)
    const unconfirmed = await sold({ document: newCpf() })
    for (const [id, code] of [
      [blocked.id, 'customer_blocked'],
      [unconfirmed.customer_id, 'contact_unconfirmed'],
    ] as const) {
      const sent = { customer: { id }, purchase_value: 4_290 }
      expect(await preview(sent.customer)).toMatchObject({
        points_amount: 42,
        most: { points_amount: 0, points_value: 0 },
        use: null,
      })
      const use = { ...sent, points_amount: 5_000 }
      const previewed = errorOf(await at('POST /admin/counter/preview', use))
      const asked = await at('POST /admin/counter/intention', {
        ...use,
        external_id: randomUUID(),
      })
      expect([previewed.type, previewed]).toEqual([code, errorOf(asked)])
    }
  })

  test.each([
    [{ points_amount: 10_000 }, 'insufficient_balance'],
    [{ points_amount: 600, purchase_value: 500 }, 'points_exceed_purchase'],
    [{ calculation_rule_id: 'antiga' }, 'inactive_calculation_rule'],
    [{ calculation_rule_id: 'nenhuma' }, 'unknown_calculation_rule'],
  ])('refuses %o by its error code [D15]', async (changes, code) => {
    const person = await world.confirmed(shop, 1_000)
    const sent = { customer: { id: person.id }, purchase_value: 4_290, ...changes }
    const answer = await at('POST /admin/counter/preview', sent)
    expect(errorOf(answer).type).toBe(code)
  })
})

describe('a sale', () => {
  test('is the record of a till in the shop, with one entry in the audit log [D15 D3]', async () => {
    const person = await world.confirmed(shop)
    const made = await sold({ id: person.id })
    expect(made).toMatchObject({
      customer_id: person.id,
      points_amount: 42,
      purchase_value: 4_290,
      subsidiary_name: 'Centro',
      origin: 'api:/points/generate',
      balance: { amount_balance: 42 },
    })
    expect(await actsOn(person.id)).toEqual([
      {
        action: 'customer.sold',
        sentence: 'Rui Lima registrou uma venda de R$\u00a042,90 para Ana L.',
      },
    ])
    expect((await audit(database, world.now())).differences).toEqual([])
  })

  test('of an unknown CPF begins a pre-registered customer, as the partner API does [D15 D3]', async () => {
    const document = newCpf()
    const made = await sold({ document })
    const found = await row(
      database,
      sql`select is_pre_registered from customer where id = ${made.customer_id}`,
    )
    expect(found).toEqual({ is_pre_registered: true })
    expect(await actsOn(made.customer_id)).toMatchObject([
      { sentence: 'Rui Lima registrou uma venda de R$\u00a042,90 para um cliente sem cadastro' },
    ])
  })

  test('sent again with its external_id gets the first answer, and other content is refused [D15 I5]', async () => {
    const person = await world.confirmed(shop)
    const external_id = randomUUID()
    const first = await sold({ id: person.id }, { external_id })
    const before = await state()
    expect(await sold({ id: person.id }, { external_id })).toEqual(first)
    const other = await sell({ id: person.id }, { external_id, purchase_value: 1 })
    expect(errorOf(other).type).toBe('idempotency_mismatch')
    expect(await state()).toEqual(before)
  })

  test.each([
    [{ purchase_value: 0 }, 'validation'],
    [{ purchase_value: -1 }, 'validation'],
    [{ purchase_value: 100_000_001 }, 'validation'],
    [{ external_id: 'venda-1' }, 'validation'],
    [{ customer: { id: randomUUID() } }, 'customer_not_found'],
    [{ customer: { phone: '11900000000' } }, 'customer_not_found'],
    [{ calculation_rule_id: 'nenhuma' }, 'unknown_calculation_rule'],
    [{ calculation_rule_id: 'antiga' }, 'inactive_calculation_rule'],
  ])('with %o is refused and writes nothing [D15]', async (changes, code) => {
    const person = await world.confirmed(shop)
    const before = await state()
    expect(errorOf(await sell({ id: person.id }, changes)).type).toBe(code)
    expect(await state()).toEqual(before)
  })

  test('in a shop that is gone or not theirs is refused by a sentence [D15]', async () => {
    const sent = { customer: { document: newCpf() } }
    const gone = await sell(sent.customer, { shop: 'Fechada' })
    expect(errorOf(gone).type).toBe('unknown_subsidiary')
    expect((gone.body as ErrorBody).message).toBe(counterShopMessages.gone)
    const other = await sell(sent.customer, { shop: 'Praia' })
    expect(errorOf(other).status).toBe(403)
    expect((other.body as ErrorBody).message).toBe(counterShopMessages.notTheirs)
    expect((await sell(sent.customer, { shop: 'praia' }, ana)).status).toBe(201)
  })

  test('that was recorded gets its answer again after the shop is gone or not theirs [D15 I5 D3]', async () => {
    const place = await world.createCompany('quitanda', { subsidiaries })
    const lia = await staffOf(world, place, 'cashier', { shops: ['Centro', 'Praia'] })
    const bia = await staffOf(world, place, 'cashier', { shops: ['Centro', 'Praia'] })
    const body = { customer: { document: newCpf() }, purchase_value: 4_290, shop: 'Praia' }
    const send = (external_id: string, by: Staff = lia, changes: object = {}) =>
      at('POST /admin/counter/sale', { ...body, external_id, ...changes }, by)
    const sale_id = randomUUID()
    const first = await send(sale_id)
    expect(first.status, first.text).toBe(201)

    await rows(database, sql`update staff set shops = '{Centro}' where id = ${lia.id}`)
    expect((await send(sale_id)).body).toEqual(first.body)
    expect(errorOf(await send(randomUUID())).type).toBe('forbidden')

    await world.createCompany('quitanda', { subsidiaries: [{ name: 'Centro' }] })
    expect((await send(sale_id)).body).toEqual(first.body)
    expect(errorOf(await send(sale_id, lia, { purchase_value: 1 })).type).toBe(
      'idempotency_mismatch',
    )
    for (const refused of [await send(randomUUID()), await send(sale_id, bia)]) {
      expect(errorOf(refused).type).toBe('unknown_subsidiary')
    }
    const acts = await rows(database, sql`select from counter_act where company_id = ${place.id}`)
    expect(acts).toHaveLength(1)
  })

  test('is refused once the role or the shop was taken away while the page is open [D15]', async () => {
    const eva = await staffOf(world, shop, 'cashier', { shops: ['Praia'] })
    const document = newCpf()
    await sold({ document }, { shop: 'Praia' }, eva)
    await rows(database, sql`update staff set shops = '{Centro}' where id = ${eva.id}`)
    const moved = await sell({ document }, { shop: 'Praia' }, eva)
    expect((moved.body as ErrorBody).message).toBe(counterShopMessages.notTheirs)
    await rows(database, sql`update staff set role = 'analyst' where id = ${eva.id}`)
    expect(errorOf(await sell({ document }, {}, eva)).status).toBe(403)
  })
})

test('the keys of persons at counters are in no list, and no program can present one [D15 T18]', async () => {
  const { headers } = ana
  await sold({ document: newCpf() }, {}, ana)
  const keys = (await call('GET /admin/key', { headers })).body as { name: string }[]
  expect(keys.map(({ name }) => name)).toEqual(['Caixa'])
  const stored = await rows<{ id: string; hash: string }>(
    database,
    sql`select id, encode(key_hash, 'hex') as hash from partner_key where company_id = ${shop.id} and staff_id is not null`,
  )
  expect(stored.length).toBeGreaterThan(1)
  for (const { id, hash } of stored) {
    const till = asPartner({ key: `fiel_${shop.id.replaceAll('-', '')}_${hash.slice(0, 43)}` })
    const answer = await call('POST /partner/points/generate', {
      headers: till,
      body: sale(newCpf()),
    })
    expect(errorOf(answer).type).toBe('invalid_key')
    const gone = await call('DELETE /admin/key/{id}', { headers, params: { id } })
    expect(errorOf(gone).type).toBe('not_found')
  }
})
