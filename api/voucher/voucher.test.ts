import { randomUUID } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import { row, rows, sql } from '#api/database/sql.ts'
import { audit } from '#api/points/audit.ts'
import { asPartner, createWorld, newCpf, refusalOf, sale } from '#api/testing/world.ts'
import type { Voucher } from '#contract/voucher.ts'

import { isVoucherCode } from './code.ts'

const world = await createWorld()
const { call, database } = world

/** A company with these prizes, whose purchases earn one point a real. */
async function companyWith(
  prizes: object[],
  codes: Record<string, string[]> = {},
  changes: object = {},
) {
  const slug = `loja-${randomUUID().slice(0, 8)}`
  const named = prizes.map((prize, at) => ({ key: `p${at}`, name: `Prêmio ${at}`, ...prize }))
  const company = await world.createCompany(slug, { ...changes, prizes: named }, codes)
  const kept = await rows<{ id: string }>(
    database,
    sql`select id from prize where company_id = ${company.id} order by position`,
  )
  const change = (changed: object[]) =>
    world.createCompany(
      slug,
      { prizes: changed.map((prize, at) => ({ key: `p${at}`, name: `Prêmio ${at}`, ...prize })) },
      codes,
    )
  return { ...company, prizes: kept.map(({ id }) => id), change }
}
type Shop = Awaited<ReturnType<typeof companyWith>>

async function customerWith(shop: Shop, amount: number, changes: object = {}) {
  const customer = await world.registered(shop, changes)
  if (amount > 0) {
    await world.generate(shop, sale(customer.document, { purchase_value: amount * 100 }))
  }
  return customer
}
type Customer = Awaited<ReturnType<typeof customerWith>>

function redeem(customer: Customer, products: [string, number?][], document = customer.document) {
  return call('POST /voucher/generate', {
    headers: customer.headers,
    body: {
      customer_document: document,
      products: products.map(([prize_id, quantity = 1]) => ({ prize_id, quantity })),
    },
  })
}

async function bought(customer: Customer, prize_id: string): Promise<Voucher> {
  const answer = await redeem(customer, [[prize_id]])
  expect(answer.status, answer.text).toBe(201)
  return (answer.body as Voucher[])[0]!
}

async function balanceOf({ headers }: Customer) {
  return (await call('GET /customer/balance', { headers })).body
}

/** Everything that a redemption could have changed. */
async function stateOf(shop: Shop) {
  return row(
    database,
    sql`select (select count(*) from points_record where company_id = ${shop.id}) as records,
               (select count(*) from voucher where company_id = ${shop.id}) as vouchers,
               (select count(*) from prize_code where company_id = ${shop.id} and voucher_id is not null) as sold,
               (select sum(issued) from prize where company_id = ${shop.id}) as issued,
               (select sum(amount) from balance where company_id = ${shop.id}) as points,
               (select sum(remaining_amount) from lot where company_id = ${shop.id}) as lots`,
  )
}

async function audited() {
  expect((await audit(database, world.now())).differences).toEqual([])
}

describe('POST /voucher/generate', () => {
  test('R9.2 one point less than nothing: debit, code and voucher at once, and the history shows it', async () => {
    const shop = await companyWith([{ value: 60, photo: 'logo.svg', expires_in: 30 }])
    const customer = await customerWith(shop, 100)
    const answer = await redeem(customer, [[shop.prizes[0]!]])
    expect(answer.status).toBe(201)
    expect(answer.body).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        code: expect.any(String),
        state: 'TO_WITHDRAW',
        points_amount: 60,
        prize: {
          id: shop.prizes[0],
          name: 'Prêmio 0',
          description: null,
          tos_url: null,
          photo_url: `/images/${shop.id}/logo.svg`,
          category: null,
        },
        created_at: '2026-11-20T15:00:00.000Z',
        expires_at: '2026-12-20',
        withdrawn_at: null,
        withdrawn_at_subsidiary: null,
      },
    ])
    const [voucher] = answer.body as [Voucher]
    expect(isVoucherCode(voucher.code)).toBe(true)
    expect(await balanceOf(customer)).toEqual({ amount_balance: 40, value_balance: 40 })
    const history = await call('GET /points', { headers: customer.headers })
    expect(history.body).toMatchObject([
      { type_id: 'CNS', origin: 'voucher', points_amount: -60, source_id: voucher.id },
      { type_id: 'GNR' },
    ])
    await audited()
  })

  test('D8 a prize of 0 points is free, also for who has none', async () => {
    const shop = await companyWith([{ value: 0 }])
    const customer = await customerWith(shop, 0)
    expect(await bought(customer, shop.prizes[0]!)).toMatchObject({ points_amount: 0 })
    expect(await balanceOf(customer)).toEqual({ amount_balance: 0, value_balance: 0 })
    await audited()
  })

  test('D8 a pool’s codes are given in the order of its file, each once, and are the voucher’s', async () => {
    const lines = ['zz-1', 'Aa-2', 'MM-3']
    const shop = await companyWith([{ value: 10, codes: { pool: 'a.txt' } }], { 'a.txt': lines })
    const customer = await customerWith(shop, 100)
    const answer = await redeem(customer, [[shop.prizes[0]!, 2]])
    expect((answer.body as Voucher[]).map(({ code }) => code)).toEqual(['zz-1', 'Aa-2'])
    expect((await bought(customer, shop.prizes[0]!)).code).toBe('MM-3')
    const over = await redeem(customer, [[shop.prizes[0]!]])
    expect(refusalOf(over)).toMatchObject({ status: 422, type: 'no_codes_left' })
    expect(await balanceOf(customer)).toEqual({ amount_balance: 70, value_balance: 70 })
  })

  test('D8 several products are paid together, each voucher by a consumption of its own', async () => {
    const shop = await companyWith([{ value: 30 }, { value: 7, stock: 5 }, { value: 0 }])
    const customer = await customerWith(shop, 51)
    const [a, b, c] = shop.prizes as [string, string, string]
    const answer = await redeem(customer, [
      [a, 1],
      [b, 3],
      [c, 2],
    ])
    const vouchers = answer.body as Voucher[]
    expect(vouchers.map(({ points_amount }) => points_amount).toSorted()).toEqual([
      0, 0, 30, 7, 7, 7,
    ])
    expect(new Set(vouchers.map(({ code }) => code)).size).toBe(6)
    expect(await balanceOf(customer)).toEqual({ amount_balance: 0, value_balance: 0 })
    const paid = await rows<{ amount: number }>(
      database,
      sql`select points_record.amount
            from voucher
            join points_record on points_record.company_id = voucher.company_id and points_record.id = record_id
           where voucher.company_id = ${shop.id} and points_record.source_id = voucher.id
           order by points_record.amount`,
    )
    expect(paid.map(({ amount }) => Math.abs(amount))).toEqual([30, 7, 7, 7, 0, 0])
    expect(await stateOf(shop)).toMatchObject({ issued: 3 })
    await audited()
  })

  test.each([
    ['insufficient_balance', [{ value: 10 }, { value: 91 }], {}, { missing: 1 }],
    ['no_codes_left', [{ value: 10 }, { value: 1, stock: 1 }], {}, undefined],
    [
      'no_codes_left',
      [{ value: 1 }, { value: 1, codes: { pool: 'a.txt' } }],
      { 'a.txt': ['A'] },
      undefined,
    ],
    ['expired', [{ value: 1 }, { value: 1, expires_at: '2026-11-19' }], {}, undefined],
    [
      'incomplete_profile',
      [{ value: 1 }, { value: 1, complete_profile_required: true }],
      {},
      undefined,
    ],
  ] as [string, object[], Record<string, string[]>, object | undefined][])(
    'D8 all or nothing: %s for one of %j, and nothing of the other is issued',
    async (type, prizes, codes, details) => {
      const shop = await companyWith(prizes, codes)
      const customer = await customerWith(shop, 100)
      const before = await stateOf(shop)
      const [one, other] = shop.prizes as [string, string]
      const quantity = type === 'no_codes_left' ? 2 : 1
      const answer = await redeem(customer, [
        [one, 1],
        [other, quantity],
      ])
      expect(refusalOf(answer)).toEqual({ status: 422, type, ...(details && { details }) })
      expect(await stateOf(shop)).toEqual(before)
    },
  )

  test('D6 level_required: a level below it may not, and spends nothing', async () => {
    const slug = `niveis-${randomUUID().slice(0, 8)}`
    const company = await world.createCompany(slug, {
      settings: { levels_system: 'LOOKBACK' },
      levels: [{ name: 'Ouro', trigger_amount: 500 }],
      prizes: [{ key: 'a', name: 'A', value: 1, level_required: 'Ouro' }],
    })
    const kept = await rows<{ id: string }>(
      database,
      sql`select id from prize where company_id = ${company.id}`,
    )
    const shop = { ...company, prizes: kept.map(({ id }) => id) } as Shop
    const customer = await customerWith(shop, 499)
    const before = await stateOf(shop)
    const answer = await redeem(customer, [[shop.prizes[0]!]])
    expect(refusalOf(answer)).toEqual({ status: 422, type: 'level_required' })
    expect(await stateOf(shop)).toEqual(before)
  })

  test('R9.2 the sentences are the specification’s', async () => {
    const shop = await companyWith([{ value: 1 }, { value: 0, stock: 0 }])
    const customer = await customerWith(shop, 0)
    const [dear, gone] = shop.prizes as [string, string]
    expect((await redeem(customer, [[dear]])).body).toMatchObject({
      message: 'Você não tem saldo suficiente...',
      data: { details: { missing: 1 } },
    })
    expect((await redeem(customer, [[gone]])).body).toMatchObject({
      message: 'Não existem mais códigos disponíveis para este produto.',
    })
  })

  test('T3 forbidden: another’s document, whoever’s it is, and nobody pays', async () => {
    const shop = await companyWith([{ value: 10 }])
    const [ana, bia] = [await customerWith(shop, 100), await customerWith(shop, 100)]
    const before = await stateOf(shop)
    for (const document of [bia.document, newCpf()]) {
      const answer = await redeem(ana, [[shop.prizes[0]!]], document)
      expect(refusalOf(answer)).toEqual({ status: 403, type: 'forbidden' })
    }
    expect(await stateOf(shop)).toEqual(before)
  })

  test('T4 not_found: unknown, another company’s and hidden prizes answer alike, beside a good one too', async () => {
    const shop = await companyWith([{ value: 1 }, { value: 1, show_in_store: false }])
    const foreign = await companyWith([{ value: 1 }])
    const customer = await customerWith(shop, 100)
    const before = await stateOf(shop)
    const [good, hidden] = shop.prizes as [string, string]
    for (const id of [randomUUID(), foreign.prizes[0]!, hidden]) {
      for (const products of [[[id]], [[good], [id]]] as [string][][]) {
        const answer = await redeem(customer, products)
        expect(refusalOf(answer)).toEqual({ status: 404, type: 'not_found' })
      }
    }
    expect(await stateOf(shop)).toEqual(before)
  })

  test('D3 unconfirmed_contact: points that waited for the person are spent once the email is confirmed; what is free is not held back', async () => {
    const shop = await companyWith([{ value: 10 }, { value: 0 }])
    const document = newCpf()
    await world.generate(shop, sale(document))
    const customer = await customerWith(shop, 0, { document })
    const before = await stateOf(shop)
    const [dear, free] = shop.prizes as [string, string]
    expect(refusalOf(await redeem(customer, [[dear]]))).toEqual({
      status: 422,
      type: 'unconfirmed_contact',
    })
    expect(await stateOf(shop)).toEqual(before)
    await bought(customer, free)

    const token = await world.mailedToken(shop, customer, 'CONFIRMATION')
    await call('POST /customer/email-confirmation', { body: { token }, headers: customer.headers })
    await bought(customer, dear)
    expect(await balanceOf(customer)).toMatchObject({ amount_balance: 90 })
  })

  test.each([
    { products: [] },
    { products: [{ prize_id: 'x', quantity: 1 }] },
    { products: [{ prize_id: randomUUID(), quantity: 0 }] },
    { products: [{ prize_id: randomUUID(), quantity: -1 }] },
    { products: [{ prize_id: randomUUID(), quantity: 1.5 }] },
    { products: [{ prize_id: randomUUID(), quantity: 51 }] },
    { products: [{ prize_id: randomUUID(), quantity: '1' }] },
    { products: [{ prize_id: randomUUID() }] },
    { products: Array.from({ length: 2 }, () => ({ prize_id: randomUUID(), quantity: 26 })) },
    { products: Array.from({ length: 21 }, () => ({ prize_id: randomUUID(), quantity: 1 })) },
    { products: Array.from({ length: 2 }, () => ({ prize_id: twice, quantity: 1 })) },
    {
      products: [
        { prize_id: twice.toUpperCase(), quantity: 1 },
        { prize_id: twice, quantity: 1 },
      ],
    },
    { customer_document: '11111111111' },
    { customer_document: null },
  ])('R9.2 %j is refused by the contract', async (changes) => {
    const shop = await companyWith([{ value: 0 }])
    const customer = await customerWith(shop, 0)
    const body = {
      customer_document: customer.document,
      products: [{ prize_id: shop.prizes[0], quantity: 1 }],
      ...changes,
    }
    const answer = await call('POST /voucher/generate', { headers: customer.headers, body })
    expect(refusalOf(answer)).toMatchObject({ status: 422, type: 'validation' })
  })

  test('D8 fifty of the dearest prize are refused by the balance and break no figure', async () => {
    const shop = await companyWith([{ value: 1_000_000_000 }])
    const customer = await customerWith(shop, 100)
    const answer = await redeem(customer, [[shop.prizes[0]!, 50]])
    expect(refusalOf(answer)).toMatchObject({
      type: 'insufficient_balance',
      details: { missing: 49_999_999_900 },
    })
  })
})

const twice = randomUUID()

describe('D8 a voucher’s last day', () => {
  test.each([
    [{}, null],
    [{ expires_in: 10 }, '2026-11-30'],
    [{ expires_at: '2026-11-25' }, '2026-11-25'],
    [{ expires_in: 10, expires_at: '2026-11-25' }, '2026-11-25'],
    [{ expires_in: 2, expires_at: '2026-11-25' }, '2026-11-22'],
  ])(
    'of a prize with %j is %s, and stays when the company changes it',
    async (changes, expected) => {
      const shop = await companyWith([{ value: 0, ...changes }])
      const customer = await customerWith(shop, 0)
      const { id, expires_at } = await bought(customer, shop.prizes[0]!)
      expect(expires_at).toBe(expected)
      await shop.change([{ value: 0, expires_in: 1 }])
      const after = await call('GET /voucher/{id}', { params: { id }, headers: customer.headers })
      expect(after.body).toMatchObject({ expires_at: expected })
    },
  )

  test('is whole, in the company’s time zone; then it is EXPIRED with no job, and gives no points back', async () => {
    const shop = await companyWith([{ value: 10, expires_in: 1 }])
    const customer = await customerWith(shop, 100)
    const { id, code } = await bought(customer, shop.prizes[0]!)
    const state = async () => {
      const answer = await call('GET /voucher/{id}', { params: { id }, headers: customer.headers })
      return (answer.body as Voucher).state
    }
    const till = { params: { code }, headers: asPartner(shop) }
    try {
      world.moveClock('2026-11-22T02:59:59Z')
      expect(await state()).toBe('TO_WITHDRAW')
      world.moveClock('2026-11-22T03:00:00Z')
      expect(await state()).toBe('EXPIRED')
      const withdrawn = await call('POST /partner/voucher/{code}/withdraw', {
        ...till,
        body: { subsidiary_name: 'Loja 1' },
      })
      expect(refusalOf(withdrawn)).toEqual({ status: 422, type: 'voucher_expired' })
      const cancelled = await call('POST /partner/voucher/{code}/cancel', till)
      expect(refusalOf(cancelled)).toEqual({ status: 422, type: 'voucher_expired' })
      expect(await state()).toBe('EXPIRED')
      expect(await balanceOf(customer)).toEqual({ amount_balance: 90, value_balance: 90 })
    } finally {
      world.moveClock('2026-11-20T15:00:00Z')
    }
  })
})

describe('GET /voucher', () => {
  test('R9.3 by state, newest first, with pages and the total; another customer sees none', async () => {
    const shop = await companyWith([{ value: 1 }, { value: 1, expires_at: '2026-11-20' }])
    const [ana, bia] = [await customerWith(shop, 10), await customerWith(shop, 10)]
    const [lasting, today] = shop.prizes as [string, string]
    const kept = await bought(ana, lasting)
    const withdrawn = await bought(ana, lasting)
    const cancelled = await bought(ana, lasting)
    const expired = await bought(ana, today)
    await withdraw(shop, withdrawn.code)
    await cancel(shop, cancelled.code)
    const list = async (who: Customer, query: Record<string, string | number> = {}) => {
      const answer = await call('GET /voucher', { headers: who.headers, query })
      return {
        ids: (answer.body as Voucher[]).map(({ id }) => id),
        states: (answer.body as Voucher[]).map(({ state }) => state),
        total: Number(answer.headers['x-total-count']),
      }
    }
    try {
      world.moveClock('2026-11-21T15:00:00Z')
      const all = await list(ana)
      expect(all.ids).toEqual([expired.id, cancelled.id, withdrawn.id, kept.id])
      expect(all.states).toEqual(['EXPIRED', 'CANCELLED', 'WITHDRAWN', 'TO_WITHDRAW'])
      for (const [at, state] of all.states.entries()) {
        expect(await list(ana, { state })).toEqual({
          ids: [all.ids[at]],
          states: [state],
          total: 1,
        })
      }
      expect(await list(ana, { page: 2, per_page: 3 })).toMatchObject({ ids: [kept.id], total: 4 })
      expect(await list(ana, { page: 3, per_page: 3 })).toMatchObject({ ids: [], total: 4 })
      expect(await list(bia)).toEqual({ ids: [], states: [], total: 0 })
      for (const id of [kept.id, randomUUID()]) {
        const answer = await call('GET /voucher/{id}', { params: { id }, headers: bia.headers })
        expect(refusalOf(answer)).toEqual({ status: 404, type: 'not_found' })
      }
    } finally {
      world.moveClock('2026-11-20T15:00:00Z')
    }
  })

  test.each([{ state: 'GONE' }, { page: 0 }, { per_page: 5001 }, { colour: 'red' }])(
    'R5.11 %j is refused by the contract',
    async (query) => {
      const shop = await companyWith([])
      const customer = await customerWith(shop, 0)
      const answer = await call('GET /voucher', { headers: customer.headers, query })
      expect(refusalOf(answer)).toMatchObject({ status: 422, type: 'validation' })
    },
  )
})

function withdraw(shop: Shop, code: string, subsidiary_name = 'Loja 1') {
  return call('POST /partner/voucher/{code}/withdraw', {
    params: { code },
    headers: asPartner(shop),
    body: { subsidiary_name },
  })
}

function cancel(shop: Shop, code: string) {
  return call('POST /partner/voucher/{code}/cancel', { params: { code }, headers: asPartner(shop) })
}

describe('the till', () => {
  test('D8 finds and withdraws a voucher by its code in any case, with hyphens or without, once', async () => {
    const shop = await companyWith([{ value: 1 }])
    const customer = await customerWith(shop, 10)
    const { id, code } = await bought(customer, shop.prizes[0]!)
    for (const typed of [code, code.toLowerCase(), code.replaceAll('-', ''), ` ${code} `]) {
      const found = await call('GET /partner/voucher/{code}', {
        params: { code: typed },
        headers: asPartner(shop),
      })
      expect(found.body).toMatchObject({ id, state: 'TO_WITHDRAW' })
    }
    world.moveClock('2026-11-20T16:30:00Z')
    const answer = await withdraw(shop, code.toLowerCase().replaceAll('-', ''), 'Loja 7')
    world.moveClock('2026-11-20T15:00:00Z')
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({
      id,
      state: 'WITHDRAWN',
      withdrawn_at: '2026-11-20T16:30:00.000Z',
      withdrawn_at_subsidiary: 'Loja 7',
    })
    const seen = await call('GET /voucher/{id}', { params: { id }, headers: customer.headers })
    expect(seen.body).toEqual(answer.body)
    expect(refusalOf(await withdraw(shop, code, 'Loja 8'))).toEqual({
      status: 422,
      type: 'voucher_withdrawn',
    })
    expect(refusalOf(await cancel(shop, code))).toEqual({ status: 422, type: 'voucher_withdrawn' })
    const after = await call('GET /voucher/{id}', { params: { id }, headers: customer.headers })
    expect(after.body).toEqual(answer.body)
  })

  test('T4 voucher_not_found: unknown and another company’s answer alike, and nothing changes', async () => {
    const [shop, foreign] = [await companyWith([{ value: 0 }]), await companyWith([])]
    const customer = await customerWith(shop, 0)
    const { id, code } = await bought(customer, shop.prizes[0]!)
    const tries = [code, 'NADA-9']
    for (const tried of tries) {
      const calls = [
        call('GET /partner/voucher/{code}', {
          params: { code: tried },
          headers: asPartner(foreign),
        }),
        withdraw(foreign, tried),
        cancel(foreign, tried),
      ]
      for (const answer of await Promise.all(calls)) {
        expect(refusalOf(answer)).toEqual({ status: 404, type: 'voucher_not_found' })
      }
    }
    const after = await call('GET /voucher/{id}', { params: { id }, headers: customer.headers })
    expect(after.body).toMatchObject({ state: 'TO_WITHDRAW' })
  })

  test.each(['x'.repeat(61), 'a b', 'ção', 'a\u0000b'])(
    'R9.2 the code %j is refused by the contract',
    async (code) => {
      const shop = await companyWith([])
      expect(refusalOf(await withdraw(shop, code))).toMatchObject({
        status: 422,
        type: 'validation',
      })
    },
  )

  test('D8 D4 cancel gives exactly its points and centavos back to the lots they came from, and not those of its siblings', async () => {
    // One purchase earns 3 points worth 10 centavos, which cannot be split evenly (D4 example 6).
    const cashback = { name: 'Cashback', type: 'PERCENTAGE', rate: 10 }
    const changes = { points_per_real: 30, calculation_rules: [cashback] }
    const shop = await companyWith([{ value: 1 }], {}, changes)
    const customer = await customerWith(shop, 1)
    const lot = () =>
      row(
        database,
        sql`select remaining_amount, remaining_value from lot where company_id = ${shop.id}`,
      )
    const vouchers = (await redeem(customer, [[shop.prizes[0]!, 3]])).body as Voucher[]
    expect(await lot()).toEqual({ remaining_amount: 0, remaining_value: 0 })
    const cancelled = await cancel(shop, vouchers[2]!.code)
    expect(cancelled.body).toMatchObject({ id: vouchers[2]!.id, state: 'CANCELLED' })
    expect(await lot()).toEqual({ remaining_amount: 1, remaining_value: 4 })
    await cancel(shop, vouchers[0]!.code)
    expect(await lot()).toEqual({ remaining_amount: 2, remaining_value: 7 })
    expect(await balanceOf(customer)).toEqual({ amount_balance: 2, value_balance: 7 })
    expect(refusalOf(await cancel(shop, vouchers[0]!.code))).toEqual({
      status: 422,
      type: 'voucher_cancelled',
    })
    expect(refusalOf(await withdraw(shop, vouchers[0]!.code))).toEqual({
      status: 422,
      type: 'voucher_cancelled',
    })
    expect(await balanceOf(customer)).toEqual({ amount_balance: 2, value_balance: 7 })
    await audited()
  })

  test('D8 a till cannot take back the points of a voucher that can still be withdrawn: only cancelling it gives them back', async () => {
    const shop = await companyWith([{ value: 30 }])
    const customer = await customerWith(shop, 100)
    const { id, code } = await bought(customer, shop.prizes[0]!)
    const history = await call('GET /points', { headers: customer.headers })
    const [consumption] = history.body as [{ id: string; source_id: string }]
    expect(consumption.source_id).toBe(id)
    const answer = await call('POST /partner/points/{id}/reverse', {
      params: { id: consumption.id },
      body: { external_id: randomUUID() },
      headers: asPartner(shop),
    })
    expect(refusalOf(answer)).toEqual({ status: 404, type: 'not_found' })
    expect(await balanceOf(customer)).toMatchObject({ amount_balance: 70 })
    expect((await cancel(shop, code)).status).toBe(200)
    expect(await balanceOf(customer)).toMatchObject({ amount_balance: 100 })
  })

  test('D8 a cancelled prize is back in its stock; a cancelled code of a pool is not sold again', async () => {
    const shop = await companyWith(
      [
        { value: 1, stock: 1 },
        { value: 1, codes: { pool: 'a.txt' } },
      ],
      { 'a.txt': ['UNICO'] },
    )
    const customer = await customerWith(shop, 10)
    const [stock, pool] = shop.prizes as [string, string]
    await cancel(shop, (await bought(customer, stock)).code)
    await bought(customer, stock)
    expect(refusalOf(await redeem(customer, [[stock]])).type).toBe('no_codes_left')
    await cancel(shop, (await bought(customer, pool)).code)
    expect(refusalOf(await redeem(customer, [[pool]])).type).toBe('no_codes_left')
    expect(await balanceOf(customer)).toMatchObject({ amount_balance: 9 })
    await audited()
  })

  test('T18 a key without the scope of vouchers may not, and nothing changes', async () => {
    const { createPartnerKey } = await import('#api/partner/partner-key.ts')
    const shop = await companyWith([{ value: 1 }])
    const customer = await customerWith(shop, 10)
    const { code } = await bought(customer, shop.prizes[0]!)
    const key = await createPartnerKey(database, shop.id, 'Só pontos', world.now(), ['points'])
    const limited = { ...shop, key }
    for (const answer of [await withdraw(limited, code), await cancel(limited, code)]) {
      expect(refusalOf(answer)).toEqual({ status: 403, type: 'forbidden' })
    }
    const [voucher] = (await call('GET /voucher', { headers: customer.headers })).body as [Voucher]
    expect(voucher).toMatchObject({ state: 'TO_WITHDRAW' })
  })
})
