/** Companies with levels, and customers who climb them. */

import { expect } from 'vitest'

import { rows, sql } from '#api/database/sql.ts'
import type { Customer } from '#contract/customer.ts'

import { type createWorld, sale, type TestCompany } from './world.ts'

export const chain = [
  { name: 'Bronze', trigger_amount: 0 },
  { name: 'Prata', trigger_amount: 1_000, multiplier: 1.25 },
  { name: 'Ouro', trigger_amount: 2_000, multiplier: 1.5 },
]

export function levelWorld(world: Awaited<ReturnType<typeof createWorld>>) {
  const { call, database } = world
  let companies = 0
  function company(settings: object, changes: object): Promise<TestCompany> {
    companies += 1
    return world.createCompany(`niveis-${companies}`, { settings, levels: chain, ...changes })
  }
  const lookback = (update_lookback: number, changes: object = {}) =>
    company({ levels_system: 'LOOKBACK', update_lookback }, changes)
  const renovation = (renovation_interval: number, changes: object = {}) =>
    company({ levels_system: 'RENOVATION', renovation_interval }, changes)

  /** The customer of a company, whom the test has earn and look. */
  async function climber(shop: TestCompany) {
    const customer = await world.registered(shop)
    async function settle(): Promise<void> {
      await rows(database, sql`select settle_level(${shop.id}, ${customer.id}, ${world.now()})`)
    }
    /** Points, at an instant; a rate of 1 point a real. */
    async function earn(amount: number, at?: string): Promise<void> {
      if (at) world.moveClock(at)
      const sent = sale(customer.document, { purchase_value: amount * 100 })
      expect((await world.generate(shop, sent)).status).toBe(201)
      await settle()
    }
    async function seen(at?: string, update_level: 'TRUE' | 'FALSE' = 'FALSE'): Promise<Customer> {
      if (at) world.moveClock(at)
      const query = { update_level }
      const answer = await call('GET /customer', { headers: await signedIn(), query })
      expect(answer.status).toBe(200)
      return answer.body as Customer
    }
    /** A session ends when it is not used for long. */
    async function signedIn(): Promise<Record<string, string>> {
      await rows(
        database,
        sql`update session set expires_at = 'infinity', last_used_on = ${world.now()}::timestamptz::date
             where company_id = ${shop.id} and customer_id = ${customer.id}`,
      )
      return customer.headers
    }
    /** The name of the level, as it is now. */
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
    /** How the level came about: 'Bronze → Prata EARNED'. */
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
    return { ...customer, shop, settle, earn, seen, level, stored, multiplier, changes }
  }

  return { lookback, renovation, climber }
}
