/** A day of a shop at the counter: sums and movements from the ledger (D15). */

import { randomUUID } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import { staffOf } from '#api/testing/worlds/staff.ts'
import { createWorld, errorOf } from '#api/testing/worlds/world.ts'
import type { CountedSale, CounterShift } from '#contract/console/counter.ts'
import { row, sql } from '#database/sql.ts'

const world = await createWorld()
const { call, database } = world
const subsidiaries = [{ name: 'Centro' }, { name: 'Praia' }]
const shop = await world.createCompany('padaria', { subsidiaries })
const rui = await staffOf(world, shop, 'cashier', { name: 'Rui Lima', shops: ['Centro'] })

type Staff = { headers: Record<string, string> }

async function sold(customer: { id: string }, by: Staff = rui): Promise<CountedSale> {
  const answer = await call('POST /admin/counter/sale', {
    headers: by.headers,
    body: {
      shop: 'Centro',
      customer: { id: customer.id },
      purchase_value: 4_290,
      external_id: randomUUID(),
    },
  })
  expect(answer.status, answer.text).toBe(201)
  return answer.body as CountedSale
}

async function shiftOf({ headers }: Staff, name = 'Centro'): Promise<CounterShift> {
  const answer = await call('GET /admin/counter/shift', { headers, query: { shop: name } })
  expect(answer.status, answer.text).toBe(200)
  return answer.body as CounterShift
}

describe('a shift', () => {
  test('sums the shop and lists the person’s own movements; the figures are the ledger’s [D15]', async () => {
    const praia = await world.createCompany('mercado', { subsidiaries })
    const lia = await staffOf(world, praia, 'cashier', { shops: ['Centro'] })
    const bia = await staffOf(world, praia, 'cashier', { shops: ['Centro'] })
    const person = await world.confirmed(praia, 500)
    const first = await sold(person, lia)
    await sold(person, bia)
    const body = { shop: 'Centro', returned_value: 1_000, external_id: randomUUID() }
    const { headers } = lia
    await call('POST /admin/counter/record/{id}/return', {
      headers,
      params: { id: first.id },
      body,
    })
    const shift = await shiftOf(lia)
    expect(shift).toMatchObject({
      day: '2026-11-20',
      totals: {
        sales: 2,
        purchase_value: 8_580,
        given: { points_amount: 42 + 42 - 10 },
        used: { points_amount: 0 },
        returns: 1,
        returned_value: 1_000,
        vouchers: 0,
      },
    })
    expect(shift.movements).toMatchObject([
      { kind: 'return', purchase_value: 1_000, customer_name: 'Ana L.' },
      { kind: 'sale', returned_value: 1_000, is_reversed: false, points_amount: 42 },
    ])
    expect((await shiftOf(bia)).movements).toHaveLength(1)
    const other = await call('GET /admin/counter/shift', { headers, query: { shop: 'Praia' } })
    expect(errorOf(other).status).toBe(403)
    const empty = await call('GET /admin/counter/shift', {
      headers,
      query: { shop: 'Centro', day: '2026-11-19' },
    })
    expect((empty.body as CounterShift).totals).toMatchObject({
      sales: 0,
      given: { points_amount: 0 },
    })
  })

  test('an erased customer has no name in the list, and the sums stay [D15 D16]', async () => {
    const person = await world.registered(shop)
    const { id } = await sold(person)
    const preview = await call('GET /customer/erasure', { headers: person.headers })
    const { forfeits } = preview.body as { forfeits: object }
    const gone = await call('DELETE /customer', {
      headers: person.headers,
      body: { forfeits, current_password: person.password },
    })
    expect(gone.status, gone.text).toBe(204)
    const { movements } = await shiftOf(rui)
    const movement = movements.find((one) => one.id === id)
    expect(movement).toMatchObject({ kind: 'sale', customer_name: null, points_amount: 42 })
    const kept = await row<{ count: number }>(
      database,
      sql`select count(*) as count
            from audit_entry
            join audit_personal using (company_id, sequence)
           where company_id = ${shop.id} and subject = ${person.id}`,
    )
    expect(kept!.count).toBe(0)
  })
})
