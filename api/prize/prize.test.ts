import { randomUUID } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import { createWorld, newCpf, errorOf, sale, type TestCompany } from '#api/testing/worlds/world.ts'
import { max_stock_shown, type Prize } from '#contract/prize.ts'
import { row, rows, sql } from '#database/sql.ts'

const world = await createWorld()
const { call, database } = world

const levels = [
  { name: 'Azul', trigger_amount: 0 },
  { name: 'Ouro', trigger_amount: 500 },
]
const settings = { levels_system: 'LOOKBACK' }
const prizes = [
  { key: 'cafe', name: 'Café', value: 100, category: 'Bebidas', photo: 'logo.svg' },
  { key: 'agua', name: 'Água', value: 0, category: 'Bebidas' },
  { key: 'bolo', name: 'Bolo', value: 250, category: 'Doces', expires_in: 10, stock: 3 },
  { key: 'curso', name: 'Curso', value: 250, level_required: 'Ouro' },
  { key: 'ingresso', name: 'Ingresso', value: 50, codes: { pool: 'ingressos.txt' } },
  { key: 'balcao', name: 'Só no balcão', value: 1, show_in_store: false },
]
const file = { levels, settings, prizes }
const codes = { 'ingressos.txt': ['AA-1', 'AA-2'] }
const loja = await world.createCompany('loja', file, codes)
const outra = await world.createCompany('outra', {
  prizes: [{ key: 'cafe', name: 'Café de outra', value: 1, category: 'Secretas' }],
})

type Session = { headers: Record<string, string> }

/** Reads GET /prize as this customer. */
async function readStore({ headers }: Session, query = {}) {
  const answer = await call('GET /prize', { headers, query })
  expect(answer.status, answer.text).toBe(200)
  const found = answer.body as Prize[]
  return {
    found,
    names: found.map(({ name }) => name),
    total: Number(answer.headers['x-total-count']),
  }
}

async function idOf(company: TestCompany, key: string): Promise<string> {
  const found = await row<{ id: string }>(
    database,
    sql`select id from prize where company_id = ${company.id} and key = ${key}`,
  )
  return found!.id
}

async function readPrize(session: Session, company: TestCompany, key: string): Promise<Prize> {
  const id = await idOf(company, key)
  const answer = await call('GET /prize/{id}', { params: { id }, headers: session.headers })
  return answer.body as Prize
}

/** A customer of `loja` with `amount` points. */
async function withPoints(amount: number) {
  const customer = await world.registered(loja)
  if (amount > 0) {
    await world.generate(loja, sale(customer.document, { purchase_value: amount * 100 }))
  }
  return customer
}

describe('GET /prize', () => {
  test('GET /prize lists visible prizes in the company’s order, with the total [R9.1]', async () => {
    const customer = await withPoints(120)
    const { found, names, total } = await readStore(customer)
    expect(names).toEqual(['Café', 'Água', 'Bolo', 'Curso', 'Ingresso'])
    expect(total).toBe(5)
    expect(found[0]).toEqual({
      id: await idOf(loja, 'cafe'),
      name: 'Café',
      description: null,
      tos_url: null,
      photo_url: `/images/${loja.id}/logo.svg`,
      value: 100,
      category: 'Bebidas',
      expires_in: null,
      expires_at: null,
      show_in_store: true,
      level_required: null,
      complete_profile_required: false,
      codes: 'generated',
      favorite: false,
      stock_left: null,
      redeemable: true,
      reason: null,
      reasons: [],
      missing: 0,
      integrator_id: null,
      created_at: world.now().toISOString(),
      updated_at: world.now().toISOString(),
      withdrawn_at: null,
    })
    expect(found[2]).toMatchObject({
      stock_left: 3,
      redeemable: false,
      reason: 'insufficient_balance',
      missing: 130,
    })
    expect(found[4]).toMatchObject({ codes: 'pool', stock_left: 2, redeemable: true })
  })

  test.each([
    [{ tab: 'free' }, ['Água']],
    [{ category: 'Bebidas' }, ['Café', 'Água']],
    [{ category: 'bebidas' }, []],
    [{ min_value: 100 }, ['Café', 'Bolo', 'Curso']],
    [{ max_value: 100 }, ['Café', 'Água', 'Ingresso']],
    [{ min_value: 51, max_value: 249 }, ['Café']],
    [{ min_value: 2, max_value: 1 }, []],
    [{ category: 'Bebidas', min_value: 1 }, ['Café']],
    [{ order: 'price' }, ['Água', 'Ingresso', 'Café', 'Bolo', 'Curso']],
    [{ order: '-price' }, ['Bolo', 'Curso', 'Café', 'Ingresso', 'Água']],
    [{ order: 'name', category: 'Bebidas' }, ['Água', 'Café']],
    [{ order: 'newest' }, ['Ingresso', 'Curso', 'Bolo', 'Água', 'Café']],
  ])(
    'GET /prize with %j returns %j, and GET /prize/count agrees [R9.1]',
    async (query, expected) => {
      const { order, ...filters } = { order: 'store', ...query }
      const customer = await withPoints(0)
      const { names, total } = await readStore(customer, query)
      expect(names.toSorted()).toEqual(expected.toSorted())
      // The order by name depends on the database's collation of accents, so it is not compared.
      if (order !== 'name') expect(names).toEqual(expected)
      expect(total).toBe(expected.length)
      const answer = await call('GET /prize/count', { headers: customer.headers, query: filters })
      expect(answer.body).toMatchObject({ count: expected.length })
    },
  )

  test('the pages of GET /prize list each prize once, and every page has the total [D2]', async () => {
    const customer = await withPoints(0)
    const pages = [1, 2, 3, 4].map((page) => readStore(customer, { page, per_page: 2 }))
    const loadedPages = await Promise.all(pages)
    expect(loadedPages.map(({ names }) => names.length)).toEqual([2, 2, 1, 0])
    expect(new Set(loadedPages.flatMap(({ names }) => names)).size).toBe(5)
    expect(loadedPages.map(({ total }) => total)).toEqual([5, 5, 5, 5])
  })

  test.each([
    { tab: 'mine' },
    { order: 'random' },
    { page: 0 },
    { page: 1e9 },
    { per_page: 0 },
    { per_page: 5001 },
    { min_value: -1 },
    { min_value: 1.5 },
    { max_value: 1e12 },
    { category: '' },
    { category: 'x'.repeat(61) },
  ])('GET /prize refuses the query %j [R5.11]', async (query) => {
    const customer = await withPoints(0)
    const answer = await call('GET /prize', { headers: customer.headers, query })
    expect(errorOf(answer)).toMatchObject({ status: 422, type: 'validation' })
  })

  test('GET /prize returns only prizes of the customer’s own company [T4]', async () => {
    const customer = await world.registered(outra)
    const { names, total } = await readStore(customer)
    expect({ names, total }).toEqual({ names: ['Café de outra'], total: 1 })
    const categories = await call('GET /prize/category', { headers: customer.headers })
    expect(categories.body).toEqual([{ name: 'Secretas', prizes: 1 }])
  })
})

test('GET /prize and GET /prize/count ignore options that they do not know [R9.1]', async () => {
  const customer = await withPoints(0)
  const query = { sort: 'x', tab: 'free' }
  for (const key of ['GET /prize', 'GET /prize/count'] as const) {
    const extra = await call(key, { headers: customer.headers, query })
    const plain = await call(key, { headers: customer.headers, query: { tab: 'free' } })
    expect(extra).toMatchObject({ status: 200, body: plain.body })
  }
})

test('GET /prize/category counts visible prizes by category [R9.1]', async () => {
  const customer = await withPoints(0)
  const answer = await call('GET /prize/category', { headers: customer.headers })
  expect(answer.body).toEqual([
    { name: 'Bebidas', prizes: 2 },
    { name: 'Doces', prizes: 1 },
  ])
})

describe('GET /prize/{id}', () => {
  test('GET /prize/{id} returns each prize as the list does [R9.2]', async () => {
    const customer = await withPoints(10)
    const { found } = await readStore(customer)
    for (const prize of found) {
      const one = await call('GET /prize/{id}', {
        params: { id: prize.id },
        headers: customer.headers,
      })
      expect(one.body).toEqual(prize)
    }
  })

  test('an unknown, a foreign and a hidden prize get the same not_found [T4]', async () => {
    const customer = await withPoints(0)
    const ids = [randomUUID(), await idOf(outra, 'cafe'), await idOf(loja, 'balcao')]
    const answers = await Promise.all(
      ids.map((id) => call('GET /prize/{id}', { params: { id }, headers: customer.headers })),
    )
    for (const answer of answers) {
      expect(errorOf(answer)).toEqual({ status: 404, type: 'not_found' })
    }
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  })
})

describe('favourites', () => {
  test('PUT and DELETE /prize/{id}/favorite are idempotent and affect one customer [R9.1]', async () => {
    const [ana, bia] = [await withPoints(0), await withPoints(0)]
    const params = { id: await idOf(loja, 'bolo') }
    const mark = { params, headers: ana.headers }
    expect((await call('PUT /prize/{id}/favorite', mark)).status).toBe(204)
    expect((await call('PUT /prize/{id}/favorite', mark)).status).toBe(204)
    expect((await readStore(ana, { tab: 'favorite' })).names).toEqual(['Bolo'])
    expect(await readPrize(ana, loja, 'bolo')).toMatchObject({ favorite: true })
    expect((await readStore(bia, { tab: 'favorite' })).names).toEqual([])
    expect(await readPrize(bia, loja, 'bolo')).toMatchObject({ favorite: false })

    expect((await call('DELETE /prize/{id}/favorite', mark)).status).toBe(204)
    expect((await call('DELETE /prize/{id}/favorite', mark)).status).toBe(204)
    expect((await readStore(ana, { tab: 'favorite' })).names).toEqual([])
  })

  test('an unknown or foreign prize gets not_found, and no favourite is stored [T4]', async () => {
    const customer = await withPoints(0)
    for (const id of [randomUUID(), await idOf(outra, 'cafe')]) {
      for (const key of ['PUT /prize/{id}/favorite', 'DELETE /prize/{id}/favorite'] as const) {
        const answer = await call(key, { params: { id }, headers: customer.headers })
        expect(errorOf(answer)).toEqual({ status: 404, type: 'not_found' })
      }
    }
    const stored = await rows(
      database,
      sql`select 1 from prize_favorite where customer_id = ${customer.id}`,
    )
    expect(stored).toEqual([])
  })
})

test('GET /prize/count counts every tab under the other filters, for each customer [R9.1]', async () => {
  const [ana, bia] = [await withPoints(0), await withPoints(0)]
  for (const key of ['cafe', 'agua', 'curso']) {
    const params = { id: await idOf(loja, key) }
    await call('PUT /prize/{id}/favorite', { params, headers: ana.headers })
  }
  const countOf = async ({ headers }: Session, query: Record<string, string | number>) =>
    (await call('GET /prize/count', { headers, query })).body
  expect(await countOf(ana, {})).toEqual({ count: 5, tabs: { all: 5, free: 1, favorite: 3 } })
  expect(await countOf(ana, { tab: 'favorite', category: 'Bebidas' })).toEqual({
    count: 2,
    tabs: { all: 2, free: 1, favorite: 2 },
  })
  expect(await countOf(ana, { tab: 'free', min_value: 1 })).toEqual({
    count: 0,
    tabs: { all: 4, free: 0, favorite: 2 },
  })
  expect(await countOf(bia, {})).toEqual({ count: 5, tabs: { all: 5, free: 1, favorite: 0 } })
})

test('a customer’s favourites stay when the customer claims a pre-registration [D3]', async () => {
  const customer = await withPoints(0)
  await call('PUT /prize/{id}/favorite', {
    params: { id: await idOf(loja, 'bolo') },
    headers: customer.headers,
  })
  // Like a customer who signed up by Google: no document yet.
  await rows(
    database,
    sql`update customer set document = null where company_id = ${loja.id} and id = ${customer.id}`,
  )
  const document = newCpf()
  await world.generate(loja, sale(document))
  const answer = await call('PUT /customer', { body: { document }, headers: customer.headers })
  expect(answer.body).toMatchObject({ document, balance: { amount_balance: 100 } })
  expect((await readStore(customer, { tab: 'favorite' })).names).toEqual(['Bolo'])
  // Points of a pre-registration stay locked until a contact is confirmed.
  expect(await readPrize(customer, loja, 'cafe')).toMatchObject({ reason: 'contact_unconfirmed' })
})

describe('redeemable and its reasons [D8]', () => {
  test('a prize has the reason level_required until the customer reaches its level or a higher one', async () => {
    expect(await readPrize(await withPoints(499), loja, 'curso')).toMatchObject({
      redeemable: false,
      reason: 'level_required',
      missing: 0,
    })
    expect(await readPrize(await withPoints(500), loja, 'curso')).toMatchObject({
      redeemable: true,
    })
    expect(await readPrize(await withPoints(5000), loja, 'curso')).toMatchObject({
      redeemable: true,
    })
  })

  test('a prize has the reason expired from the day after its last day, in the company’s time zone', async () => {
    const sazonal = await world.createCompany('sazonal', {
      prizes: [{ key: 'ovo', name: 'Ovo', value: 0, expires_at: '2026-11-20' }],
    })
    const customer = await world.registered(sazonal)
    world.moveClock('2026-11-21T02:59:59Z')
    expect(await readPrize(customer, sazonal, 'ovo')).toMatchObject({ redeemable: true })
    world.moveClock('2026-11-21T03:00:00Z')
    expect(await readPrize(customer, sazonal, 'ovo')).toMatchObject({ reason: 'expired' })
    world.moveClock('2026-11-20T15:00:00Z')
  })

  test('an empty stock or pool is the reason no_codes_left; a pool is counted up to max_stock_shown', async () => {
    const lines = Array.from({ length: max_stock_shown + 5 }, (_, at) => `C-${at}`)
    const vazia = await world.createCompany(
      'vazia',
      {
        prizes: [
          { key: 'a', name: 'A', value: 0, stock: 0 },
          { key: 'b', name: 'B', value: 0, codes: { pool: 'b.txt' } },
          { key: 'c', name: 'C', value: 0, codes: { pool: 'c.txt' } },
          { key: 'd', name: 'D', value: 0, stock: max_stock_shown + 5 },
        ],
      },
      { 'b.txt': [], 'c.txt': lines },
    )
    const { found } = await readStore(await world.registered(vazia))
    expect(found.map(({ stock_left, reason }) => [stock_left, reason])).toEqual([
      [0, 'no_codes_left'],
      [0, 'no_codes_left'],
      [max_stock_shown, null],
      [max_stock_shown + 5, null],
    ])
  })

  test('the reasons are listed in order of precedence, one less after each is resolved [D8 D13]', async () => {
    const tudo = {
      key: 'tudo',
      name: 'Tudo',
      value: 600,
      complete_profile_required: true,
      level_required: 'Ouro',
    }
    const offer = (changes: object) => ({ ...file, prizes: [{ ...tudo, ...changes }] })
    const expired = { expires_at: '2026-11-19', stock: 0 }
    const rigor = await world.createCompany('rigor', offer(expired))
    const document = (await world.registered(loja)).document
    // A sale pre-registers the customer, so the points need a confirmed contact (D3).
    await world.generate(rigor, sale(document, { purchase_value: 10_000 }))
    const customer = await world.registered(rigor, { document })
    const readReasons = async () => {
      const { reason: first, reasons } = await readPrize(customer, rigor, 'tudo')
      expect(reasons[0]).toBe(first)
      return reasons
    }

    const remaining = ['level_required', 'expired', 'no_codes_left', 'insufficient_balance']
    expect(await readReasons()).toEqual(['contact_unconfirmed', 'incomplete_profile', ...remaining])
    const token = await world.mailedToken(rigor, customer, 'CONFIRMATION')
    await call('POST /customer/email-confirmation', { body: { token }, headers: customer.headers })
    expect(await readReasons()).toEqual(['incomplete_profile', ...remaining])
    await call('PUT /customer', { body: address, headers: customer.headers })
    expect(await readReasons()).toEqual(remaining)
    await world.generate(rigor, sale(document, { purchase_value: 40_000 }))
    expect(await readReasons()).toEqual(remaining.slice(1))
    await world.createCompany('rigor', offer({ stock: 0 }))
    expect(await readReasons()).toEqual(remaining.slice(2))
    await world.createCompany('rigor', offer({}))
    expect(await readPrize(customer, rigor, 'tudo')).toMatchObject({
      reason: 'insufficient_balance',
      reasons: ['insufficient_balance'],
      missing: 100,
    })
    await world.generate(rigor, sale(document, { purchase_value: 10_000 }))
    expect(await readPrize(customer, rigor, 'tudo')).toMatchObject({
      redeemable: true,
      reason: null,
    })
  })
})

const address = {
  sex: 'F',
  address_street: 'Rua A',
  address_district: 'Centro',
  address_city: 'São Paulo',
  address_state: 'SP',
  address_postal_code: '01001000',
}
