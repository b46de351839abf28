/** Companies with levels, and customers who climb them. */

import { randomUUID } from 'node:crypto'

import { expect } from 'vitest'

import type { Customer } from '#contract/customer.ts'
import type { GeneratedPoints } from '#contract/points.ts'
import { systemIo } from '#database/io.ts'
import { rows, sql } from '#database/sql.ts'
import { createEngine } from '#engine/apply.ts'
import { bytes } from '#engine/command.ts'

import { consume } from './movement.ts'
import { type createWorld, sale, type TestCompany } from './world.ts'

/** A rule that gives one point a real at every level, so that the points of a purchase equal its reais. */
export const plainRule = {
  name: 'Compra',
  type: 'POINTS_PER_REAL',
  rate: 1,
  multiplied_by_level: false,
}

export const chain = [
  { name: 'Bronze', trigger_amount: 0 },
  { name: 'Prata', trigger_amount: 1_000, multiplier: 1.25 },
  { name: 'Ouro', trigger_amount: 2_000, multiplier: 1.5 },
]

type World = Awaited<ReturnType<typeof createWorld>>
type Climber = Awaited<ReturnType<World['registered']>>

/** Returns centavos of a purchase; null: the rest. */
export async function giveBackPurchase(
  { database, now }: World,
  { id: company_id }: TestCompany,
  record_id: string,
  returned_value: number | null,
): Promise<void> {
  const { error } = await createEngine(systemIo(database)).apply(
    company_id,
    {
      verb: 'return',
      record_id,
      ...(returned_value !== null && { returned_value }),
      external_id: randomUUID(),
      fingerprint: bytes(Buffer.alloc(32)),
    },
    now(),
  )
  expect(error).toBeNull()
}

export function levelWorld(world: World) {
  let companies = 0
  function company(settings: object, changes: object): Promise<TestCompany> {
    companies += 1
    return world.createCompany(`niveis-${companies}`, {
      settings,
      levels: chain,
      calculation_rules: [plainRule],
      ...changes,
    })
  }
  const lookback = (update_lookback: number, changes: object = {}) =>
    company({ levels_system: 'LOOKBACK', update_lookback }, changes)
  const renovation = (renovation_interval: number, changes: object = {}) =>
    company({ levels_system: 'RENOVATION', renovation_interval }, changes)

  /** A customer who earns and spends points, and the level that results. */
  async function climber(shop: TestCompany) {
    const customer = await world.registered(shop)
    return {
      ...customer,
      shop,
      ...pointsOf(world, shop, customer),
      ...levelOf(world, shop, customer),
    }
  }

  return { lookback, renovation, climber }
}

/** The movements of a customer through the engine, which settles the level when a movement makes it necessary. */
function pointsOf(world: World, shop: TestCompany, customer: Climber) {
  /** Settles the level, as the daily job does. */
  async function settle(): Promise<void> {
    const { error } = await createEngine(systemIo(world.database)).apply(
      shop.id,
      { verb: 'settle_level', caller_id: customer.id },
      world.now(),
    )
    expect(error).toBeNull()
  }
  /** Earns points at an instant, 1 point a real. Returns the record's id. */
  async function earn(amount: number, at?: string): Promise<string> {
    if (at) world.moveClock(at)
    const sent = sale(customer.document, { purchase_value: amount * 100 })
    const { status, body } = await world.generate(shop, sent)
    expect(status).toBe(201)
    return (body as GeneratedPoints).id
  }
  /** Returns a part of a purchase, or all of it by default. */
  const giveBack = (record_id: string, returned: number | null = null) =>
    giveBackPurchase(world, shop, record_id, returned && returned * 100)
  async function spend(amount: number): Promise<void> {
    expect(await consume(world, shop, customer, amount)).toMatchObject({ error: null })
  }
  return { settle, earn, giveBack, spend }
}

function levelOf(world: World, shop: TestCompany, customer: Climber) {
  const { call, database } = world
  async function seen(at?: string, update_level: 'TRUE' | 'FALSE' = 'FALSE'): Promise<Customer> {
    if (at) world.moveClock(at)
    const query = { update_level }
    const answer = await call('GET /customer', { headers: await signedIn(), query })
    expect(answer.status).toBe(200)
    return answer.body as Customer
  }
  /** Signs in again: the session may have ended unused. */
  async function signedIn(): Promise<Record<string, string>> {
    await rows(
      database,
      sql`update session set expires_at = 'infinity', last_used_on = ${world.now()}::timestamptz::date
           where company_id = ${shop.id} and customer_id = ${customer.id}`,
    )
    return customer.headers
  }
  /** The name of the current level. */
  const level = async (at?: string) => (await seen(at)).levels_system.current?.level.name ?? null
  const stored = async (at?: string, update_level: 'TRUE' | 'FALSE' = 'TRUE') =>
    (await seen(at, update_level)).consolidated_level_data
  const multiplier = async () => {
    const [found] = await rows<{ multiplier: number }>(
      database,
      sql`select level_multiplier(${shop.id}, ${customer.id}, ${world.now()})::float8 as multiplier`,
    )
    return found!.multiplier
  }
  /** The changes of the level: 'Bronze → Prata EARNED'. */
  const changes = async () => {
    const found = await rows<{ from: string | null; to: string | null; reason: string }>(
      database,
      sql`select from_name as from, to_name as to, reason
            from level_change
           where company_id = ${shop.id} and customer_id = ${customer.id}
           order by id`,
    )
    return found.map(({ from, to, reason }) => `${from} → ${to} ${reason}`)
  }
  return { seen, level, stored, multiplier, changes }
}
