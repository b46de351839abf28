/** A company with prizes, customers and a till, for tests of redemption. */

import { randomUUID } from 'node:crypto'

import { expect } from 'vitest'

import type { Voucher } from '#contract/voucher.ts'
import { type Database, row, rows, sql } from '#database/sql.ts'
import { audit } from '#engine/audit/audit.ts'

import { asPartner, type createWorld, sale, type TestCompany } from './world.ts'

type World = Awaited<ReturnType<typeof createWorld>>
type Shop = TestCompany & { prizes: string[] }
type Customer = Awaited<ReturnType<World['registered']>>

export function shopsOf(world: World) {
  const { call, database } = world

  /** A company with these prizes, whose purchases earn one point a real. */
  async function companyWith(
    prizes: object[],
    codes: Record<string, string[]> = {},
    changes: object = {},
  ) {
    const slug = `loja-${randomUUID().slice(0, 8)}`
    const withKeys = prizes.map((prize, at) => ({ key: `p${at}`, name: `Prêmio ${at}`, ...prize }))
    const company = await world.createCompany(slug, { ...changes, prizes: withKeys }, codes)
    const stored = await rows<{ id: string }>(
      database,
      sql`select id from prize where company_id = ${company.id} order by position`,
    )
    const change = (changed: object[]) =>
      world.createCompany(
        slug,
        { prizes: changed.map((prize, at) => ({ key: `p${at}`, name: `Prêmio ${at}`, ...prize })) },
        codes,
      )
    return { ...company, prizes: stored.map(({ id }) => id), change }
  }

  async function customerWith(shop: Shop, amount: number, changes: object = {}) {
    const customer = await world.registered(shop, changes)
    if (amount > 0) {
      await world.generate(shop, sale(customer.document, { purchase_value: amount * 100 }))
    }
    return customer
  }

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

  async function audited() {
    expect((await audit(database, world.now())).differences).toEqual([])
  }

  return {
    companyWith,
    customerWith,
    redeem,
    bought,
    balanceOf,
    stateOf: (shop: Shop) => stateOf(database, shop),
    audited,
    ...tillOf(world),
  }
}

/** All state that a redemption can change. */
function stateOf(database: Database, shop: Shop) {
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

/** The till's calls for a voucher. */
function tillOf({ call }: World) {
  function withdraw(shop: Shop, code: string, subsidiary_name = 'Loja 1') {
    return call('POST /partner/voucher/{code}/withdraw', {
      params: { code },
      headers: asPartner(shop),
      body: { subsidiary_name },
    })
  }

  function cancel(shop: Shop, code: string) {
    return call('POST /partner/voucher/{code}/cancel', {
      params: { code },
      headers: asPartner(shop),
    })
  }

  return { withdraw, cancel }
}
