import { randomUUID } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import { createPartnerKey } from '#api/partner/partner-key.ts'
import { shopsOf } from '#api/testing/worlds/shop.ts'
import { asPartner, createWorld, errorOf } from '#api/testing/worlds/world.ts'
import type { Voucher } from '#contract/voucher.ts'
import { row, sql } from '#database/sql.ts'

const lines: string[] = []
const world = await createWorld({ log: (line) => lines.push(line) })
const { call, database } = world
const { companyWith, customerWith, redeem, bought, balanceOf, audited, withdraw, cancel } =
  shopsOf(world)
type Customer = Awaited<ReturnType<typeof customerWith>>

describe('the last day of a voucher [D8]', () => {
  test.each([
    [{}, null],
    [{ expires_in: 10 }, '2026-11-30'],
    [{ expires_at: '2026-11-25' }, '2026-11-25'],
    [{ expires_in: 10, expires_at: '2026-11-25' }, '2026-11-25'],
    [{ expires_in: 2, expires_at: '2026-11-25' }, '2026-11-22'],
  ])(
    'a voucher of a prize with %j has the last day %s, also if the company changes the prize',
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

  test('after the last day, by the company’s clock, a voucher is EXPIRED without a job', async () => {
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
      expect(errorOf(withdrawn)).toEqual({ status: 422, type: 'voucher_expired' })
      const cancelled = await call('POST /partner/voucher/{code}/cancel', till)
      expect(errorOf(cancelled)).toEqual({ status: 422, type: 'voucher_expired' })
      expect(await state()).toBe('EXPIRED')
      expect(await balanceOf(customer)).toEqual({ amount_balance: 90, value_balance: 90 })
    } finally {
      world.moveClock('2026-11-20T15:00:00Z')
    }
  })
})

describe('GET /voucher', () => {
  test('GET /voucher lists own vouchers by state, newest first, with pages and totals [R9.3 D8 D13]', async () => {
    const shop = await companyWith([{ value: 1 }, { value: 1, expires_at: '2026-11-20' }])
    const [ana, bia] = [await customerWith(shop, 10), await customerWith(shop, 10)]
    const [lasting, today] = shop.prizes as [string, string]
    const unused = await bought(ana, lasting)
    const withdrawn = await bought(ana, lasting)
    const cancelled = await bought(ana, lasting)
    const expired = await bought(ana, today)
    await withdraw(shop, withdrawn.code)
    await cancel(shop, cancelled.code)
    const list = async (customer: Customer, query: Record<string, string | number> = {}) => {
      const answer = await call('GET /voucher', { headers: customer.headers, query })
      return {
        ids: (answer.body as Voucher[]).map(({ id }) => id),
        states: (answer.body as Voucher[]).map(({ state }) => state),
        total: Number(answer.headers['x-total-count']),
      }
    }
    try {
      world.moveClock('2026-11-21T15:00:00Z')
      const all = await list(ana)
      expect(all.ids).toEqual([expired.id, cancelled.id, withdrawn.id, unused.id])
      expect(all.states).toEqual(['EXPIRED', 'CANCELLED', 'WITHDRAWN', 'TO_WITHDRAW'])
      for (const [at, state] of all.states.entries()) {
        expect(await list(ana, { state })).toEqual({
          ids: [all.ids[at]],
          states: [state],
          total: 1,
        })
      }
      expect(await list(ana, { state: 'ENDED' })).toEqual({
        ids: [expired.id, cancelled.id],
        states: ['EXPIRED', 'CANCELLED'],
        total: 2,
      })
      expect(await list(ana, { page: 2, per_page: 3 })).toMatchObject({
        ids: [unused.id],
        total: 4,
      })
      expect(await list(ana, { page: 3, per_page: 3 })).toMatchObject({ ids: [], total: 4 })
      expect(await list(bia)).toEqual({ ids: [], states: [], total: 0 })
      const counts = async ({ headers }: Customer) =>
        (await call('GET /voucher/count', { headers })).body
      const none = { TO_WITHDRAW: 0, WITHDRAWN: 0, EXPIRED: 0, CANCELLED: 0 }
      expect(await counts(ana)).toEqual({ TO_WITHDRAW: 1, WITHDRAWN: 1, EXPIRED: 1, CANCELLED: 1 })
      expect(await counts(bia)).toEqual(none)
      for (const id of [unused.id, randomUUID()]) {
        const answer = await call('GET /voucher/{id}', { params: { id }, headers: bia.headers })
        expect(errorOf(answer)).toEqual({ status: 404, type: 'not_found' })
      }
    } finally {
      world.moveClock('2026-11-20T15:00:00Z')
    }
  })

  test.each([{ state: 'GONE' }, { page: 0 }, { per_page: 5001 }, { colour: 'red' }])(
    'GET /voucher refuses the query %j [R5.11]',
    async (query) => {
      const shop = await companyWith([])
      const customer = await customerWith(shop, 0)
      const answer = await call('GET /voucher', { headers: customer.headers, query })
      expect(errorOf(answer)).toMatchObject({ status: 422, type: 'validation' })
    },
  )
})

describe('the till', () => {
  test('a till withdraws a voucher once by its code, in any case and with or without hyphens [D8]', async () => {
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
    const answerToCustomer = await call('GET /voucher/{id}', {
      params: { id },
      headers: customer.headers,
    })
    expect(answerToCustomer.body).toEqual(answer.body)
    expect(errorOf(await withdraw(shop, code, 'Loja 8'))).toEqual({
      status: 422,
      type: 'voucher_withdrawn',
    })
    expect(errorOf(await cancel(shop, code))).toEqual({ status: 422, type: 'voucher_withdrawn' })
    const after = await call('GET /voucher/{id}', { params: { id }, headers: customer.headers })
    expect(after.body).toEqual(answer.body)
  })

  test('unknown and foreign voucher codes get the same voucher_not_found, and nothing changes [T4]', async () => {
    const [shop, foreign] = [await companyWith([{ value: 0 }]), await companyWith([{ value: 0 }])]
    const customer = await customerWith(shop, 0)
    // `foreign` has a voucher too. A code of `shop` must not find the voucher of `foreign`.
    await bought(await customerWith(foreign, 0), foreign.prizes[0]!)
    const { id, code } = await bought(customer, shop.prizes[0]!)
    const codes = [code, 'NADA-9']
    for (const typed of codes) {
      const calls = [
        call('GET /partner/voucher/{code}', {
          params: { code: typed },
          headers: asPartner(foreign),
        }),
        withdraw(foreign, typed),
        cancel(foreign, typed),
      ]
      for (const answer of await Promise.all(calls)) {
        expect(errorOf(answer)).toEqual({ status: 404, type: 'voucher_not_found' })
      }
    }
    const after = await call('GET /voucher/{id}', { params: { id }, headers: customer.headers })
    expect(after.body).toMatchObject({ state: 'TO_WITHDRAW' })
  })

  test.each(['x'.repeat(61), 'a b', 'ção', 'a\u0000b'])(
    'the code %j is refused as invalid [R9.2]',
    async (code) => {
      const shop = await companyWith([])
      expect(errorOf(await withdraw(shop, code))).toMatchObject({
        status: 422,
        type: 'validation',
      })
    },
  )

  test('a cancellation returns exactly the voucher’s points and centavos to their lots [D8 D4]', async () => {
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
    expect(errorOf(await cancel(shop, vouchers[0]!.code))).toEqual({
      status: 422,
      type: 'voucher_cancelled',
    })
    expect(errorOf(await withdraw(shop, vouchers[0]!.code))).toEqual({
      status: 422,
      type: 'voucher_cancelled',
    })
    expect(await balanceOf(customer)).toEqual({ amount_balance: 2, value_balance: 7 })
    await audited()
  })

  test('a till cannot reverse a voucher’s consumption, only cancel the voucher [D8]', async () => {
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
    expect(errorOf(answer)).toEqual({ status: 404, type: 'not_found' })
    expect(await balanceOf(customer)).toMatchObject({ amount_balance: 70 })
    expect((await cancel(shop, code)).status).toBe(200)
    expect(await balanceOf(customer)).toMatchObject({ amount_balance: 100 })
  })

  test('a cancelled voucher returns to the stock, but its pool code is not sold again [D8]', async () => {
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
    expect(errorOf(await redeem(customer, [[stock]])).type).toBe('no_codes_left')
    await cancel(shop, (await bought(customer, pool)).code)
    expect(errorOf(await redeem(customer, [[pool]])).type).toBe('no_codes_left')
    expect(await balanceOf(customer)).toMatchObject({ amount_balance: 9 })
    await audited()
  })

  test('after 20 wrong codes a key gets too_many_requests, also for a right code; other keys do not [T16]', async () => {
    const shop = await companyWith([{ value: 0 }])
    const customer = await customerWith(shop, 0)
    const { code } = await bought(customer, shop.prizes[0]!)
    const other = await createPartnerKey(database, shop.id, 'Outro caixa', world.now())
    const find = (typed: string, key = shop.key) =>
      call('GET /partner/voucher/{code}', { params: { code: typed }, headers: asPartner({ key }) })
    const right = await Promise.all(Array.from({ length: 60 }, () => find(code)))
    expect(new Set(right.map(({ status }) => status))).toEqual(new Set([200]))
    for (let guess = 0; guess <= 20; guess += 1) await find(`NADA-${guess}`)

    const refused = await withdraw(shop, code)
    expect(errorOf(refused)).toEqual({ status: 429, type: 'too_many_requests' })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(errorOf(await find(code))).toEqual({ status: 429, type: 'too_many_requests' })
    // The warning shows the operator a key that may be stolen.
    expect(lines.map((line) => JSON.parse(line))).toContainEqual(
      expect.objectContaining({
        msg: 'rate limit exceeded',
        route: 'GET /partner/voucher/{code}',
        code: 'too_many_requests',
      }),
    )
    expect((await find(code, other)).body).toMatchObject({ state: 'TO_WITHDRAW' })
    try {
      world.moveClock('2026-11-20T15:02:00Z')
      expect((await withdraw(shop, code)).status).toBe(200)
    } finally {
      world.moveClock('2026-11-20T15:00:00Z')
    }
  })

  test('a wrong voucher code with an idempotency key counts as an attempt despite the rollback [T16]', async () => {
    const shop = await companyWith([])
    for (let guess = 0; guess <= 21; guess += 1) {
      const headers = { ...asPartner(shop), 'idempotency-key': `tentativa-de-codigo-${guess}` }
      await call('POST /partner/voucher/{code}/cancel', { params: { code: `N-${guess}` }, headers })
    }
    expect(errorOf(await cancel(shop, 'N-1')).type).toBe('too_many_requests')
  })

  test('a key without the scope vouchers gets forbidden, and nothing changes [T18]', async () => {
    const shop = await companyWith([{ value: 1 }])
    const customer = await customerWith(shop, 10)
    const { code } = await bought(customer, shop.prizes[0]!)
    const key = await createPartnerKey(database, shop.id, 'Só pontos', world.now(), {
      scopes: ['points'],
    })
    const limited = { ...shop, key }
    for (const answer of [await withdraw(limited, code), await cancel(limited, code)]) {
      expect(errorOf(answer)).toEqual({ status: 403, type: 'forbidden' })
    }
    const [voucher] = (await call('GET /voucher', { headers: customer.headers })).body as [Voucher]
    expect(voucher).toMatchObject({ state: 'TO_WITHDRAW' })
  })
})
