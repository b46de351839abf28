/** I5: 50 concurrent calls with one key, through two nodes, at each endpoint that takes a key. */

import { randomUUID } from 'node:crypto'

import { expect, test } from 'vitest'

import { asPartner, createWorld, sale, type Sent } from '#api/testing/worlds/world.ts'
import type { Endpoint } from '#contract/endpoints/endpoint.ts'
import { type EndpointKey, endpoints } from '#contract/endpoints/endpoints.ts'
import type { TillIntention } from '#contract/intention.ts'
import type { GeneratedPoints } from '#contract/points.ts'
import type { Voucher } from '#contract/voucher.ts'
import { row, sql } from '#database/sql.ts'
import { audit } from '#engine/audit/audit.ts'

const world = await createWorld()
const { call, database } = world
const nodes = [call, await world.anotherNode()]
const crowd = 50
const shop = await world.createCompany('chave', {
  prizes: [{ key: 'um', name: 'Um', value: 10, stock: 100 }],
  promotions: [
    {
      code: 'UMA',
      name: 'Uma',
      starts_at: '2026-01-01',
      ends_at: '2027-01-01',
      filters: { ACTIVATIONS_LIMIT: { per_customer: 100 } },
      action: { GENERATE_POINTS: { amount: 5 } },
    },
  ],
})
const prize = await row<{ id: string }>(
  database,
  sql`select id from prize where company_id = ${shop.id}`,
)
const till = asPartner(shop)
type Customer = Awaited<ReturnType<typeof world.confirmed>>

async function voucherOf({ headers, document }: Customer): Promise<string> {
  const body = { customer_document: document, products: [{ prize_id: prize!.id, quantity: 1 }] }
  const answer = await call('POST /voucher/generate', { headers, body })
  return (answer.body as [Voucher])[0].code
}

/** By endpoint, for a customer with 100 points: a call, and the customer's points after it was executed once. */
const calls: Partial<Record<EndpointKey, (customer: Customer) => Promise<[Sent, number]>>> = {
  'POST /voucher/generate': async ({ headers, document }) => [
    {
      headers,
      body: { customer_document: document, products: [{ prize_id: prize!.id, quantity: 2 }] },
    },
    80,
  ],
  'POST /promotion/{code}/activate': async ({ headers }) => [
    { headers, params: { code: 'UMA' } },
    105,
  ],
  'POST /partner/points/generate': async ({ document }) => [
    { headers: till, body: sale(document, { purchase_value: 2_000 }) },
    120,
  ],
  'POST /partner/points/{id}/reverse': async ({ document }) => {
    const { body } = await world.generate(shop, sale(document, { purchase_value: 3_000 }))
    const { id } = body as GeneratedPoints
    const returned = { external_id: randomUUID(), returned_value: 1_000 }
    return [{ headers: till, params: { id }, body: returned }, 120]
  },
  'POST /partner/voucher/{code}/withdraw': async (customer) => {
    const code = await voucherOf(customer)
    return [{ headers: till, params: { code }, body: { subsidiary_name: 'Loja 1' } }, 90]
  },
  'POST /partner/voucher/{code}/cancel': async (customer) => {
    const code = await voucherOf(customer)
    return [{ headers: till, params: { code } }, 100]
  },
  'POST /partner/points/intention': async ({ document }) => [
    { headers: till, body: sale(document, { points_amount: 60 }) },
    40,
  ],
  'POST /partner/points/intention/{id}/capture': async ({ headers, document }) => {
    const body = sale(document, { points_amount: 60 })
    const opened = await call('POST /partner/points/intention', { headers: till, body })
    const { id } = opened.body as TillIntention
    await call('POST /points/intention/{id}/confirm', { headers, params: { id } })
    return [{ headers: till, params: { id }, body: { points_amount: 25 } }, 75]
  },
}

const keyed = (Object.keys(endpoints) as EndpointKey[]).filter(
  (key) => (endpoints[key] as Endpoint).idempotent,
)

test.each(keyed)(
  '%s with one key, called 50 times concurrently, has one effect and one answer [D2 I5]',
  async (key) => {
    const customer = await world.confirmed(shop, 100)
    const [sent, points] = await calls[key]!(customer)
    const headers = { ...sent.headers, 'idempotency-key': randomUUID() }
    const answers = await Promise.all(
      Array.from({ length: crowd }, (_, n) => nodes[n % 2]!(key, { ...sent, headers })),
    )
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(answers[0]!.status).toBeLessThan(300)
    const firsts = answers.filter((answer) => answer.headers['idempotent-replayed'] !== 'true')
    expect(firsts).toHaveLength(1)
    const { body } = await call('GET /customer/balance', { headers: customer.headers })
    expect(body).toMatchObject({ amount_balance: points })
    expect((await audit(database, world.now())).differences).toEqual([])
  },
)
