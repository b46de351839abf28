/** A shop, its staff, and the calls of a merge, for the tests of api/merge/. */

import { randomUUID } from 'node:crypto'

import { expect } from 'vitest'

import type { CustomerRecord } from '#contract/console/desk.ts'
import type { Merged, UndoneMerge } from '#contract/console/merge.ts'
import type { GeneratedPoints } from '#contract/points.ts'
import type { Voucher } from '#contract/voucher.ts'
import { row, sql } from '#database/sql.ts'
import { audit } from '#engine/audit/audit.ts'

import { staffOf } from './staff.ts'
import { asPartner, createWorld, sale, type TestCompany, type World } from './world.ts'

const bakery = {
  levels: [
    { name: 'Início', trigger_amount: 0 },
    { name: 'Ouro', trigger_amount: 300 },
  ],
  settings: { levels_system: 'LOOKBACK', update_lookback: 365 },
  calculation_rules: [
    { name: 'Na hora', type: 'POINTS_PER_REAL', rate: 1 },
    { name: 'Depois', type: 'POINTS_PER_REAL', rate: 1, waiting_days: 2 },
  ],
  prizes: [{ key: 'cafe', name: 'Café', value: 40 }],
  reversal: 'deficit',
  promotions: [
    {
      code: 'UMAVEZ',
      name: 'Uma vez',
      starts_at: '2026-11-01',
      ends_at: '2026-11-30',
      filters: { ACTIVATIONS_LIMIT: { per_customer: 1 } },
      action: { GENERATE_POINTS: { amount: 5 } },
    },
  ],
}

export type Person = Awaited<ReturnType<World['confirmed']>>

/** Call it once at the top of a test file. */
export async function createMergeWorld() {
  const world = await createWorld()
  const { call, database } = world
  const shop = await world.createCompany('padaria', bakery)
  const ana = await staffOf(world, shop, 'attendant', { name: 'Ana Prado' })
  const bruno = await staffOf(world, shop, 'manager', { name: 'Bruno Reis' })
  const tired = await staffOf(world, shop, 'manager', {
    factor_at: new Date(world.now().getTime() - 6 * 60_000),
  })
  /** The rule whose points can be spent after 2 days. */
  const { id: waitingRuleId } = (await row<{ id: string }>(
    database,
    sql`select id from calculation_rule where company_id = ${shop.id} and name = 'Depois'`,
  ))!
  const people = { ana, bruno, tired }
  const mergeCalls = mergeCallsOf(world, bruno)
  const shopCalls = shopCallsOf(world, shop)
  return { world, call, database, shop, ...people, waitingRuleId, ...mergeCalls, ...shopCalls }
}

type Staff = Awaited<ReturnType<typeof staffOf>>

/** The calls of the console. `bruno`: the manager who calls. */
function mergeCallsOf({ call }: World, bruno: Staff) {
  function merge(
    staying: { id: string },
    absorbed: { id: string },
    changes: object = {},
    by = bruno,
  ) {
    return call('POST /admin/customer/{id}/merge', {
      headers: by.headers,
      params: { id: staying.id },
      body: { absorbed_id: absorbed.id, proof: 'document', key: randomUUID(), ...changes },
    })
  }

  async function merged(staying: { id: string }, absorbed: { id: string }): Promise<Merged> {
    const answer = await merge(staying, absorbed)
    expect(answer.status, answer.text).toBe(201)
    return answer.body as Merged
  }

  function undo(id: string, by = bruno) {
    return call('POST /admin/merge/{id}/undo', { headers: by.headers, params: { id } })
  }

  async function undone(id: string): Promise<UndoneMerge> {
    const answer = await undo(id)
    expect(answer.status, answer.text).toBe(201)
    return answer.body as UndoneMerge
  }

  async function recordOf(id: string): Promise<CustomerRecord> {
    const answer = await call('GET /admin/customer/{id}', {
      headers: bruno.headers,
      params: { id },
    })
    return answer.body as CustomerRecord
  }

  async function pointsOf({ id }: { id: string }): Promise<number[]> {
    const { balance } = await recordOf(id)
    return [balance.amount_balance, balance.pending_amount, balance.deficit_amount]
  }

  return { merge, merged, undo, undone, recordOf, pointsOf }
}

/** The calls of the till and of the customer, and what the ledger says. */
function shopCallsOf(world: World, shop: TestCompany) {
  const { call, database } = world

  async function sold(document: string, cents = 10_000): Promise<GeneratedPoints> {
    const answer = await world.generate(shop, sale(document, { purchase_value: cents }))
    return answer.body as GeneratedPoints
  }

  function returned(id: string, body: object = {}) {
    return call('POST /partner/points/{id}/reverse', {
      params: { id },
      body: { external_id: randomUUID(), ...body },
      headers: asPartner(shop),
    })
  }

  async function redeemed({ document, headers }: Person): Promise<Voucher> {
    const prize = await row<{ id: string }>(
      database,
      sql`select id from prize where company_id = ${shop.id}`,
    )
    const answer = await call('POST /voucher/generate', {
      headers,
      body: { customer_document: document, products: [{ prize_id: prize!.id, quantity: 1 }] },
    })
    expect(answer.status, answer.text).toBe(201)
    return (answer.body as Voucher[])[0]!
  }

  async function companyTotal(company: TestCompany): Promise<unknown> {
    return row(
      database,
      sql`select sum(amount)::bigint as points, sum(value)::bigint as centavos
            from points_record where company_id = ${company.id}`,
    )
  }

  async function auditIsClean(): Promise<void> {
    expect((await audit(database, world.now())).differences).toEqual([])
  }

  return { sold, returned, redeemed, companyTotal, auditIsClean }
}
