import { randomUUID } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import { shopsOf } from '#api/testing/worlds/shop.ts'
import { createWorld, newCpf, errorOf, sale } from '#api/testing/worlds/world.ts'
import type { Voucher } from '#contract/voucher.ts'
import { rows, sql } from '#database/sql.ts'

import { isVoucherCode } from './code/code.ts'

const world = await createWorld()
const { call, database } = world
const { companyWith, customerWith, redeem, bought, balanceOf, stateOf, audited } = shopsOf(world)
const twice = randomUUID()

describe('POST /voucher/generate', () => {
  test('a redemption debits points, issues a voucher with a code, and writes a history entry [R9.2]', async () => {
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

  test('a prize of 0 points is free for a customer with 0 points [D8]', async () => {
    const shop = await companyWith([{ value: 0 }])
    const customer = await customerWith(shop, 0)
    expect(await bought(customer, shop.prizes[0]!)).toMatchObject({ points_amount: 0 })
    expect(await balanceOf(customer)).toEqual({ amount_balance: 0, value_balance: 0 })
    await audited()
  })

  test('redemptions issue the codes of a pool in file order, each once [D8]', async () => {
    const lines = ['zz-1', 'Aa-2', 'MM-3']
    const shop = await companyWith([{ value: 10, codes: { pool: 'a.txt' } }], { 'a.txt': lines })
    const customer = await customerWith(shop, 100)
    const answer = await redeem(customer, [[shop.prizes[0]!, 2]])
    expect((answer.body as Voucher[]).map(({ code }) => code)).toEqual(['zz-1', 'Aa-2'])
    expect((await bought(customer, shop.prizes[0]!)).code).toBe('MM-3')
    const fourth = await redeem(customer, [[shop.prizes[0]!]])
    expect(errorOf(fourth)).toMatchObject({ status: 422, type: 'no_codes_left' })
    expect(await balanceOf(customer)).toEqual({ amount_balance: 70, value_balance: 70 })
  })

  test('several products are paid together, each voucher with its own consumption [D8]', async () => {
    const shop = await companyWith([{ value: 30 }, { value: 7, stock: 5 }, { value: 0 }])
    const customer = await customerWith(shop, 51)
    const [a, b, c] = shop.prizes as [string, string, string]
    const answer = await redeem(customer, [
      [a, 1],
      [b, 3],
      [c, 2],
    ])
    const vouchers = answer.body as Voucher[]
    expect(vouchers.map(({ points_amount }) => points_amount).toSorted((a, b) => a - b)).toEqual([
      0, 0, 7, 7, 7, 30,
    ])
    expect(new Set(vouchers.map(({ code }) => code)).size).toBe(6)
    expect(await balanceOf(customer)).toEqual({ amount_balance: 0, value_balance: 0 })
    const records = await rows<{ amount: number }>(
      database,
      sql`select points_record.amount
            from voucher
            join points_record on points_record.company_id = voucher.company_id and points_record.id = record_id
           where voucher.company_id = ${shop.id} and points_record.source_id = voucher.id
           order by points_record.amount`,
    )
    expect(records.map(({ amount }) => Math.abs(amount))).toEqual([30, 7, 7, 7, 0, 0])
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
    'a redemption issues all vouchers or none: %s for one of %j issues neither [D8]',
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
      expect(errorOf(answer)).toEqual({ status: 422, type, ...(details && { details }) })
      expect(await stateOf(shop)).toEqual(before)
    },
  )

  test('a redemption below the prize’s level gets level_required and spends nothing [D6]', async () => {
    const changes = {
      settings: { levels_system: 'LOOKBACK' },
      levels: [{ name: 'Ouro', trigger_amount: 500 }],
    }
    const shop = await companyWith([{ value: 1, level_required: 'Ouro' }], {}, changes)
    const customer = await customerWith(shop, 499)
    const before = await stateOf(shop)
    const answer = await redeem(customer, [[shop.prizes[0]!]])
    expect(errorOf(answer)).toEqual({ status: 422, type: 'level_required' })
    expect(await stateOf(shop)).toEqual(before)
  })

  test('a redemption without balance, or without codes, gets the specification’s sentence [R9.2]', async () => {
    const shop = await companyWith([{ value: 1 }, { value: 0, stock: 0 }])
    const customer = await customerWith(shop, 0)
    const [expensive, soldOut] = shop.prizes as [string, string]
    expect((await redeem(customer, [[expensive]])).body).toMatchObject({
      message: 'Você não tem saldo suficiente...',
      data: { details: { missing: 1 } },
    })
    expect((await redeem(customer, [[soldOut]])).body).toMatchObject({
      message: 'Não existem mais códigos disponíveis para este produto.',
    })
  })

  test('a redemption at another price than the present one gets price_changed and spends nothing [R9.2 D2]', async () => {
    const shop = await companyWith([{ value: 60 }, { value: 10 }])
    const customer = await customerWith(shop, 200)
    const [dear, cheap] = shop.prizes as [string, string]
    const at = (value: number) =>
      call('POST /voucher/generate', {
        headers: customer.headers,
        body: {
          customer_document: customer.document,
          products: [
            { prize_id: cheap, quantity: 1, value: 10 },
            { prize_id: dear, quantity: 2, value },
          ],
        },
      })
    for (const value of [0, 59, 61]) {
      expect(errorOf(await at(value))).toEqual({ status: 409, type: 'price_changed' })
    }
    expect((await at(-1)).status).toBe(422)
    expect(await balanceOf(customer)).toMatchObject({ amount_balance: 200 })
    expect((await at(60)).status).toBe(201)
    expect(await balanceOf(customer)).toMatchObject({ amount_balance: 70 })
    await audited()
  })

  test('a redemption for another or an unknown document gets forbidden and spends nothing [T3]', async () => {
    const shop = await companyWith([{ value: 10 }])
    const [ana, bia] = [await customerWith(shop, 100), await customerWith(shop, 100)]
    const before = await stateOf(shop)
    for (const document of [bia.document, newCpf()]) {
      const answer = await redeem(ana, [[shop.prizes[0]!]], document)
      expect(errorOf(answer)).toEqual({ status: 403, type: 'forbidden' })
    }
    expect(await stateOf(shop)).toEqual(before)
  })

  test('a redemption of an unknown, foreign or hidden prize gets not_found, also beside a valid one [T4]', async () => {
    const shop = await companyWith([{ value: 1 }, { value: 1, show_in_store: false }])
    const foreign = await companyWith([{ value: 1 }])
    const customer = await customerWith(shop, 100)
    const before = await stateOf(shop)
    const [good, hidden] = shop.prizes as [string, string]
    for (const id of [randomUUID(), foreign.prizes[0]!, hidden]) {
      for (const products of [[[id]], [[good], [id]]] as [string][][]) {
        const answer = await redeem(customer, products)
        expect(errorOf(answer)).toEqual({ status: 404, type: 'not_found' })
      }
    }
    expect(await stateOf(shop)).toEqual(before)
  })

  test('a redemption with pre-registered points gets contact_unconfirmed; a free prize is given [D3]', async () => {
    const shop = await companyWith([{ value: 10 }, { value: 0 }])
    const document = newCpf()
    await world.generate(shop, sale(document))
    const customer = await customerWith(shop, 0, { document })
    const before = await stateOf(shop)
    const [expensive, free] = shop.prizes as [string, string]
    expect(errorOf(await redeem(customer, [[expensive]]))).toEqual({
      status: 422,
      type: 'contact_unconfirmed',
    })
    expect(await stateOf(shop)).toEqual(before)
    await bought(customer, free)

    const token = await world.mailedToken(shop, customer, 'CONFIRMATION')
    await call('POST /customer/email-confirmation', { body: { token }, headers: customer.headers })
    await bought(customer, expensive)
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
  ])('a redemption refuses the body %j [R9.2]', async (changes) => {
    const shop = await companyWith([{ value: 0 }])
    const customer = await customerWith(shop, 0)
    const body = {
      customer_document: customer.document,
      products: [{ prize_id: shop.prizes[0], quantity: 1 }],
      ...changes,
    }
    const answer = await call('POST /voucher/generate', { headers: customer.headers, body })
    expect(errorOf(answer)).toMatchObject({ status: 422, type: 'validation' })
  })

  test('a redemption of 50 of the most expensive prize gets insufficient_balance, not an overflow [D8]', async () => {
    const shop = await companyWith([{ value: 1_000_000_000 }])
    const customer = await customerWith(shop, 100)
    const answer = await redeem(customer, [[shop.prizes[0]!, 50]])
    expect(errorOf(answer)).toMatchObject({
      type: 'insufficient_balance',
      details: { missing: 49_999_999_900 },
    })
    expect(await balanceOf(customer)).toMatchObject({ amount_balance: 100 })
    expect((await call('GET /voucher', { headers: customer.headers })).body).toEqual([])
  })
})
