/** The movements of a company for its staff: roles, filters, pages, and the CSV (D15). */

import { randomUUID } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import { grant } from '#api/testing/worlds/movement.ts'
import { staffOf } from '#api/testing/worlds/staff.ts'
import { asPartner, createWorld, errorOf, sale } from '#api/testing/worlds/world.ts'
import {
  type MovementChoices,
  type MovementKind,
  movementKinds,
  movementPeriodMessage,
  type Movements,
} from '#contract/console/movement.ts'
import { mayDo, staffRoles } from '#contract/console/staff.ts'
import type { GeneratedPoints } from '#contract/points.ts'
import { lastPeriodDay } from '#contract/value/period-end.ts'
import { row, rows, sql } from '#database/sql.ts'

import { movementFile } from './file.ts'

const world = await createWorld()
const { call, database } = world
const shop = await world.createCompany('padaria', {
  prizes: [{ key: 'um', name: 'Pão', value: 10, stock: 100 }],
  subsidiaries: [{ name: 'Centro' }, { name: 'Norte' }],
})
const rita = await staffOf(world, shop, 'attendant', { name: 'Rita Sá' })
const { headers } = rita
const marina = await world.confirmed(shop)
await world.generate(shop, sale(marina.document, { subsidiary_name: 'Centro' }))

type Query = Record<string, string | number>

async function page(query: Query = {}, by: Record<string, string> = headers): Promise<Movements> {
  const answer = await call('GET /admin/movement', { headers: by, query })
  expect(answer.status, answer.text).toBe(200)
  return answer.body as Movements
}

async function fileText(query: Query, by: Record<string, string> = headers): Promise<string> {
  const answer = await call('GET /admin/movement/file', { headers: by, query })
  expect(answer.status, answer.text).toBe(200)
  return answer.text
}

const kindsOf = ({ movements }: Movements) => movements.map(({ kind }) => kind)
const idsOf = ({ movements }: Movements) => movements.map(({ entry }) => entry.id)

async function sold(customer: { document: string }, changes: object = {}) {
  const answer = await world.generate(shop, sale(customer.document, changes))
  expect(answer.status, answer.text).toBe(201)
  return answer.body as GeneratedPoints
}

async function adjusted(
  id: string,
  points_amount: number,
  by: { headers: Record<string, string> },
) {
  const body = { points_amount, reason: 'Cortesia', key: randomUUID() }
  const answer = await call('POST /admin/customer/{id}/adjustment', {
    headers: by.headers,
    params: { id },
    body,
  })
  expect(answer.status, answer.text).toBe(201)
  return (answer.body as { id: string }).id
}

/** A customer with one movement of each kind that this release writes, oldest first, by the kinds. */
async function busyCustomer() {
  const customer = await world.confirmed(shop)
  const bought = await sold(customer, { subsidiary_name: 'Norte', purchase_value: 50_000 })
  await grant(world, shop, customer, 30)
  await adjusted(customer.id, 7, rita)
  const [prize] = (await call('GET /prize', { headers: customer.headers })).body as [{ id: string }]
  const products = [{ prize_id: prize.id, quantity: 1 }]
  const answers = [
    await call('POST /voucher/generate', {
      headers: customer.headers,
      body: { customer_document: customer.document, products },
    }),
    await call('POST /partner/points/{id}/reverse', {
      headers: asPartner(shop),
      params: { id: bought.id },
      body: { returned_value: 1_000, external_id: randomUUID() },
    }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([201, 201])
  return { ...customer, bought }
}

describe('the list of movements', () => {
  test('shows each movement of the company with customer, shop, key and person, newest first [D15]', async () => {
    const customer = await busyCustomer()
    const { movements } = await page({ per_page: 5 })
    expect(movements.map(({ kind }) => kind)).toEqual([
      'return',
      'voucher',
      'adjustment',
      'promotion',
      'sale',
    ])
    expect(movements.at(-1)).toMatchObject({
      entry: { id: customer.bought.id, subsidiary_name: 'Norte', points_amount: 500 },
      customer: { name: 'Ana L.', is_erased: false },
      key: { name: expect.any(String) },
      staff: null,
    })
    expect(movements[2]).toMatchObject({
      entry: { points_amount: 7, reason: 'Cortesia', external_id: null },
      key: null,
      staff: { id: rita.id, name: 'Rita Sá' },
    })
    expect(movements[1]).toMatchObject({ entry: { prize: 'Pão', points_amount: -10 } })
    const text = JSON.stringify(movements)
    for (const secret of [customer.document, customer.email, 'Ana Lima']) {
      expect(text).not.toContain(secret)
    }
  })

  test.each(staffRoles)(
    'a role with movement.read alone reads it, here: %s [D15]',
    async (role) => {
      const person = await staffOf(world, shop, role)
      const may = mayDo(role, 'movement.read')
      expect(may).toBe(role !== 'cashier')
      const queries = { from: '2026-11-01', to: '2026-11-30' }
      for (const [key, query] of [
        ['GET /admin/movement', {}],
        ['GET /admin/movement/choice', {}],
        ['GET /admin/movement/file', queries],
      ] as const) {
        const answer = await call(key, { headers: person.headers, query })
        expect(answer.status, answer.text).toBe(may ? 200 : 403)
        if (!may) expect(errorOf(answer).type).toBe('forbidden')
        else expect(answer.text).not.toContain(marina.document)
      }
    },
  )

  test('shows nothing of another company, by none of its filters [D15]', async () => {
    const other = await staffOf(world, world.posto, 'owner')
    const { bought, id } = await busyCustomer()
    const [key] = await rows<{ id: string }>(
      database,
      sql`select id from partner_key where company_id = ${shop.id}`,
    )
    for (const query of [
      {},
      { shop: 'Norte' },
      { kind: 'adjustment' },
      { customer_id: id },
      { key_id: key!.id },
      { staff_id: rita.id },
      { before: bought.id },
      { from: '2026-11-01', to: '2026-11-30' },
    ] as Query[]) {
      expect(await page(query, other.headers)).toEqual({ movements: [], next: null, read_to: null })
    }
    const choices = await call('GET /admin/movement/choice', { headers: other.headers })
    expect(choices.body).toMatchObject({ shops: [], staff: [] })
    expect(choices.text).not.toContain(key!.id)
    const days = { from: '2026-11-01', to: '2026-11-30' }
    expect((await fileText(days, other.headers)).split('\r\n')).toHaveLength(2)
  })

  test('a page goes on where the one before ended, also while sales arrive, and skips none [D15]', async () => {
    const customer = await world.confirmed(shop)
    const made: string[] = []
    for (let n = 0; n < 5; n += 1) made.unshift((await sold(customer)).id)
    const first = await page({ customer_id: customer.id, per_page: 2 })
    expect(idsOf(first)).toEqual(made.slice(0, 2))
    await sold(customer)
    const second = await page({ customer_id: customer.id, per_page: 2, before: first.next! })
    const third = await page({ customer_id: customer.id, per_page: 2, before: second.next! })
    expect([...idsOf(second), ...idsOf(third)]).toEqual(made.slice(2))
    expect(third.next).toBeNull()
    // The same without a filter, by the ids alone.
    const all = await page({ per_page: 100 })
    const half = await page({ per_page: 3 })
    const rest = await page({ per_page: 100, before: half.next! })
    expect([...idsOf(half), ...idsOf(rest)]).toEqual(idsOf(all))
  })
})

describe('the filters of the movements', async () => {
  const customer = await busyCustomer()
  const all = await page({ per_page: 100 })

  test.each(['sale', 'return', 'voucher', 'promotion', 'adjustment'] as MovementKind[])(
    'a kind shows its movements and all of them: %s [D15]',
    async (kind) => {
      const found = await page({ kind, per_page: 100 })
      expect(new Set(kindsOf(found))).toEqual(new Set([kind]))
      const wanted = (await page({ per_page: 100 })).movements.filter((one) => one.kind === kind)
      expect(idsOf(found)).toEqual(wanted.map(({ entry }) => entry.id))
    },
  )

  test('a shop, a key, a customer and a person each show their own movements, alone and joined [D15]', async () => {
    const key_id = all.movements.find(({ key }) => key)!.key!.id
    const own = (one: Movements['movements'][number]) => one.entry.customer_id === customer.id
    for (const [query, wanted] of [
      [{ shop: 'Norte' }, (one) => one.entry.subsidiary_name === 'Norte'],
      [{ key_id }, (one) => one.key?.id === key_id],
      [{ staff_id: rita.id }, (one) => one.staff?.id === rita.id],
      [{ customer_id: customer.id }, own],
      [{ customer_id: customer.id, shop: 'Norte' }, (one) => own(one) && one.key !== null],
      [{ staff_id: rita.id, customer_id: customer.id }, (one) => own(one) && one.staff !== null],
      [{ kind: 'return', shop: 'Centro' }, () => false],
      [{ staff_id: randomUUID() }, () => false],
    ] as [Query, (one: Movements['movements'][number]) => boolean][]) {
      const before = (await page({ per_page: 100 })).movements
      const found = await page({ ...query, per_page: 100 })
      expect(idsOf(found)).toEqual(before.filter(wanted).map(({ entry }) => entry.id))
    }
  })

  test('the choices name shops, keys, and the people who moved points, and no others [D15]', async () => {
    await staffOf(world, shop, 'attendant', { name: 'Nunca Ajustou' })
    const answer = await call('GET /admin/movement/choice', { headers })
    const { shops, keys, staff } = answer.body as MovementChoices
    expect(shops).toEqual(['Centro', 'Loja 1', 'Norte'])
    expect(keys).toHaveLength(1)
    expect(staff).toEqual([{ id: rita.id, name: 'Rita Sá' }])
  })

  test.each([
    [{ kind: 'nada' }],
    [{ from: '2026-02-30' }],
    [{ before: 'x' }],
    [{ per_page: 101 }],
    [{ customer_id: marina.document }],
  ] as [Query][])('refuses a wrong filter: %j [D15]', async (query) => {
    const answer = await call('GET /admin/movement', { headers, query })
    expect(errorOf(answer)).toMatchObject({ status: 422, type: 'validation' })
  })
})

describe('the days of the movements', async () => {
  const company = await world.createCompany('dias', {})
  const ana = await staffOf(world, company, 'owner')
  const buyer = await world.confirmed(company)
  const ids: string[] = []
  const start = world.now().toISOString()
  // 02:59 and 03:00 UTC are the last minute of a day in São Paulo and the first of the next.
  for (const at of [
    '2026-11-22T02:59:59Z',
    '2026-11-22T03:00:00Z',
    '2026-11-23T02:59:59Z',
    '2026-11-23T03:00:00Z',
    '2026-12-25T12:00:00Z',
  ]) {
    world.moveClock(at)
    const answer = await world.generate(company, sale(buyer.document))
    ids.unshift((answer.body as GeneratedPoints).id)
  }
  world.moveClock(start)

  test.each([
    ['2026-11-22', '2026-11-22', [2, 3]],
    ['2026-11-22', undefined, [0, 1, 2, 3]],
    [undefined, '2026-11-22', [2, 3, 4]],
    ['2026-12-26', undefined, []],
    [undefined, '2026-11-20', []],
    ['2026-11-24', '2026-11-23', []],
    ['2020-01-01', '2030-01-01', [0, 1, 2, 3, 4]],
  ] as [string | undefined, string | undefined, number[]][])(
    'from %s to %s are days of the company, both included [D15]',
    async (from, to, places) => {
      for (const more of [{}, { shop: 'Loja 1' }, { kind: 'sale' }, { customer_id: buyer.id }]) {
        const query = { ...more, ...(from && { from }), ...(to && { to }) }
        const found = await page(query, ana.headers)
        expect(idsOf(found)).toEqual(places.map((place) => ids[place]))
      }
    },
  )
})

describe('a customer who left', () => {
  test('stays in the list without a name, and the ledger’s figures stay [D15 D16]', async () => {
    const customer = await world.confirmed(shop, 100)
    const preview = await call('GET /customer/erasure', { headers: customer.headers })
    const { forfeits } = preview.body as { forfeits: object }
    const body = { forfeits, current_password: customer.password }
    const answer = await call('DELETE /customer', { headers: customer.headers, body })
    expect(answer.status, answer.text).toBe(204)
    const found = await page({ customer_id: customer.id })
    expect(found.movements.at(-1)).toMatchObject({
      kind: 'sale',
      entry: { points_amount: 100 },
      customer: { name: null, is_erased: true },
    })
  })
})

describe('the CSV of the movements', () => {
  const days = { from: '2026-11-01', to: '2026-11-30' }

  test('has the filtered movements in harmless cells, and no personal data but masked names [D15]', async () => {
    const company = await world.createCompany('csv', {})
    const owner = await staffOf(world, company, 'owner')
    const buyer = await world.registered(company, { name: '=HYPERLINK Souza' })
    const external_id = '+55'
    await world.generate(company, sale(buyer.document, { external_id, subsidiary_name: '@Loja' }))
    await world.generate(company, sale(buyer.document, { subsidiary_name: 'Outra' }))
    const text = await fileText({ ...days, shop: '@Loja' }, owner.headers)
    const [head, line, end] = text.split('\r\n')
    expect(head).toMatch(/^\uFEFFData;Hora;Tipo;Cliente;Pontos;/)
    const { id } = (await page({ shop: '@Loja' }, owner.headers)).movements[0]!.entry
    expect(line).toBe(
      `20/11/2026;12:00;Venda;'=HYPERLINK S.;100;1,00;100,00;'@Loja;Caixa;;;'+55;;${id}`,
    )
    expect(end).toBe('')
    for (const secret of [buyer.document, buyer.email, 'Souza']) expect(text).not.toContain(secret)
  })

  test('joins pages of any number into one file, and ends with a sentence where it was cut [D15]', async () => {
    const ids = (await page({ per_page: 100 })).movements.map(({ entry }) => entry.id)
    const lines = (await fileText(days)).trimEnd().split('\r\n').slice(1)
    expect(lines.slice(0, ids.length).map((line) => line.split(';').at(-1))).toEqual(ids)
    const cut = await new Response(await movementFile(database, shop.id, days, 2)).text()
    expect(cut.split('\r\n').slice(3)).toEqual([
      'Este arquivo traz as 2 linhas mais novas. Escolha um período menor.',
      '',
    ])
  })

  test.each([
    [{}],
    [{ from: '2026-11-01' }],
    [{ from: '2026-11-02', to: '2026-11-01' }],
    [{ from: '2025-11-01', to: '2026-11-02' }],
  ] as [Query][])('needs a period of at most one year: %j [D15]', async (query) => {
    const answer = await call('GET /admin/movement/file', { headers, query })
    expect(errorOf(answer)).toMatchObject({
      status: 422,
      type: 'validation',
      fields: { to: [movementPeriodMessage] },
    })
    const year = { from: '2025-11-20', to: '2026-11-20' }
    expect(await fileText(year)).toContain('Venda')
  })
})

test('refuses a period that ends after the last day that the ledger’s times can have [D15]', async () => {
  const query = { from: '9999-12-31', to: '9999-12-31' }
  for (const endpoint of ['GET /admin/movement', 'GET /admin/movement/file'] as const) {
    expect(errorOf(await call(endpoint, { headers, query }))).toMatchObject({
      status: 422,
      type: 'validation',
      fields: { to: ['Use uma data até 31/12/9998'] },
    })
  }
  expect((await page({ to: lastPeriodDay })).movements).not.toEqual([])
})

test('the kinds of the contract are those that the ledger’s function knows [D15]', async () => {
  const origins = ['adjustment', 'import', 'merge', 'voucher', 'promotion', 'api:/points/intention']
  const types = ['GNR', 'CNS', 'GNR_REVERSAL', 'CNS_REVERSAL']
  const found = await row<{ kinds: string[] }>(
    database,
    sql`select array_agg(distinct movement_kind(type_id, origin, purchase)) as kinds
          from unnest(${types}::text[]) type_id
         cross join unnest(${origins}::text[]) origin
         cross join unnest(array[null, 100]::bigint[]) purchase`,
  )
  expect(found!.kinds.toSorted()).toEqual([...movementKinds].toSorted())
})
