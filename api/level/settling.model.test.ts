/**
 * The engine settles a level only when a trigger or a date is crossed. The result must equal that of an engine that settles
 * at every earning.
 */

import { randomUUID } from 'node:crypto'

import fc from 'fast-check'
import { expect, test } from 'vitest'

import { customer } from '#api/customer/customer.ts'
import { chain } from '#api/testing/models/level-model.ts'
import { giveBackPurchase, plainRule } from '#api/testing/worlds/level-world.ts'
import { consume, grant } from '#api/testing/worlds/movement.ts'
import { createWorld, type TestCompany } from '#api/testing/worlds/world.ts'
import { systemIo } from '#database/io.ts'
import { row, rows, sql } from '#database/sql.ts'
import { createEngine } from '#engine/apply.ts'
import { bytes } from '#engine/command.ts'

import { settleDue } from './settle-due.ts'

const world = await createWorld()
const { database } = world
const engine = createEngine(systemIo(database))
const time_zone = 'America/New_York'

const programmes = fc.oneof(
  fc.record({
    levels_system: fc.constant('LOOKBACK' as const),
    update_lookback: fc.constantFrom(1, 7, 30, 365),
  }),
  fc.record({
    levels_system: fc.constant('RENOVATION' as const),
    renovation_interval: fc.constantFrom(1, 2, 12),
  }),
)
/** Changes of a company's levels: lower or higher triggers, a removed level, other names. */
const chains = [
  chain,
  chain.map((level) => ({ ...level, trigger_amount: level.trigger_amount / 2 })),
  chain.map((level) => ({ ...level, trigger_amount: level.trigger_amount + 40 })),
  chain.filter(({ name }) => name !== 'B'),
  chain.map((level) => ({ ...level, name: `${level.name}2`, multiplier: level.multiplier + 1 })),
]
type Step =
  | { earns: number }
  | { granted: number }
  | { spends: number }
  | { givesBack: number; part: number }
  | { changes_to: number; programme: object | null }
  | 'job'
  | 'settles'

const steps = fc.array(
  fc.record({
    hoursBefore: fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(0, 0, 1, 5, 12, 24) },
      { weight: 1, arbitrary: fc.integer({ min: 0, max: 24 * 40 }) },
      { weight: 1, arbitrary: fc.constantFrom(24 * 6, 24 * 7, 24 * 29, 24 * 31, 24 * 365) },
    ),
    customer: fc.nat(1),
    action: fc.oneof(
      { weight: 8, arbitrary: fc.record({ earns: fc.integer({ min: 0, max: 90 }) }) },
      { weight: 1, arbitrary: fc.record({ earns: fc.integer({ min: 0, max: 400 }) }) },
      { weight: 1, arbitrary: fc.record({ granted: fc.integer({ min: 1, max: 60 }) }) },
      { weight: 2, arbitrary: fc.record({ spends: fc.integer({ min: 1, max: 30 }) }) },
      {
        weight: 1,
        arbitrary: fc.record({ givesBack: fc.nat(24), part: fc.constantFrom(0.3, 0.5, 1) }),
      },
      {
        weight: 1,
        arbitrary: fc.record({
          changes_to: fc.nat(chains.length - 1),
          programme: fc.option(programmes, { freq: 2 }),
        }),
      },
      { weight: 1, arbitrary: fc.constantFrom('job' as const, 'settles' as const) },
    ),
  }),
  { minLength: 5, maxLength: 40 },
)

type Company = {
  slug: string
  shop: TestCompany
  settings: object
  reversal: string
  people: { id: string; document: string; records: string[] }[]
}
let companies = 0

async function createTestedCompany(programme: object, reversal: string): Promise<Company> {
  companies += 1
  const slug = `niveis-${companies}`
  const company = { slug, settings: programme, reversal, people: [] as Company['people'] }
  const shop = await applyFile(slug, company, chain)
  await rows(
    database,
    sql`insert into webhook_endpoint (company_id, url, created_at)
        values (${shop.id}, 'https://niveis.example', ${world.now()})`,
  )
  for (let n = 0; n < 2; n += 1) {
    const { id, document } = await world.registered(shop)
    company.people.push({ id, document, records: [] })
  }
  return { ...company, shop }
}

function applyFile(slug: string, { settings, reversal }: Omit<Company, 'shop'>, levels: object[]) {
  const calculation_rules = [{ ...plainRule, multiplied_by_level: true }]
  return world.createCompany(slug, { settings, levels, calculation_rules, time_zone, reversal })
}

/** Runs one step in one company. */
async function runStep(company: Company, who: number, action: Step): Promise<void> {
  const { shop, people } = company
  const person = people[who]!
  if (action === 'job') await settleDue(database, world.now())
  else if (action === 'settles') {
    await engine.apply(shop.id, { verb: 'settle_level', caller_id: person.id }, world.now())
  } else if ('earns' in action)
    person.records.push(await earn(company, person.document, action.earns))
  else if ('granted' in action) await grant(world, shop, person, action.granted)
  else if ('spends' in action) await consume(world, shop, person, action.spends)
  else if ('changes_to' in action) {
    company.settings = action.programme ?? company.settings
    await applyFile(company.slug, company, chains[action.changes_to]!)
  } else if (person.records.length > 0) {
    const record = person.records[action.givesBack % person.records.length]!
    const left = await row<{ left: number }>(
      database,
      sql`select (max(purchase_value) filter (where id = ${record})
                  - coalesce(sum(purchase_value) filter (where reverses_id = ${record}), 0))::bigint as left
            from points_record
           where company_id = ${shop.id} and (id = ${record} or reverses_id = ${record})`,
    )
    const returned = Math.ceil(left!.left * action.part)
    if (returned > 0) await giveBackPurchase(world, shop, record, returned)
  }
}

async function earn({ shop }: Company, document: string, reais: number): Promise<string> {
  const { error, result } = await engine.apply(
    shop.id,
    {
      verb: 'earn',
      document,
      purchase_value: Math.max(1, reais * 100),
      points_value: 0,
      external_id: randomUUID(),
      fingerprint: bytes(Buffer.alloc(32)),
      subsidiary_name: 'Loja 1',
      subsidiary_key: 'loja 1',
    },
    world.now(),
  )
  expect(error).toBeNull()
  return (result as { id: string }).id
}

/** Every level fact that a customer, a till, the job or a webhook receiver can observe. */
async function observe({ shop, people }: Company) {
  const history = await row<{ facts: object }>(
    database,
    sql`select jsonb_build_object(
                 'changes', (select jsonb_agg(jsonb_build_array(from_name, to_name, reason, created_at) order by id)
                               from level_change where company_id = ${shop.id}),
                 'notices', (select jsonb_agg(jsonb_build_array(data, created_at) order by id)
                               from notification where company_id = ${shop.id} and type = 'level_changed'),
                 'events', (select jsonb_agg(jsonb_build_array(data, created_at) order by id)
                              from webhook_event where company_id = ${shop.id} and type = 'level.changed')) as facts`,
  )
  const standing = []
  for (const { id } of people) {
    const { balance, ...levels } = await customer(database, shop.id, id, world.now())
    const [own] = await rows(
      database,
      sql`select level_multiplier(${shop.id}, ${id}, ${world.now()})::text as multiplier,
                 (select due_at::text from customer_level where company_id = ${shop.id} and customer_id = ${id}) as due_at,
                 (select moved_at::text from balance where company_id = ${shop.id} and customer_id = ${id}) as moved_at,
                 (select jsonb_agg(jsonb_build_array(type_id, amount, calculation) order by sequence)
                    from points_record where company_id = ${shop.id} and customer_id = ${id}) as records`,
    )
    const { consolidated_level_data, transition_level_data, level_reset_pending } = levels
    const { level_infos, levels_system } = levels
    standing.push({
      own,
      balance,
      consolidated_level_data,
      transition_level_data,
      level_reset_pending,
      level_infos,
      levels_system,
    })
  }
  return JSON.parse(
    JSON.stringify({ history, standing }).replaceAll(
      /"[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}"/g,
      '"id"',
    ),
  ) as object
}

/** Makes the next earning of each customer settle the level, as in an engine that settles at every earning. */
async function forceSettlement({ shop }: Company): Promise<void> {
  await rows(
    database,
    sql`update balance set level_settled_at = '-infinity' where company_id = ${shop.id}`,
  )
}

/** The number of customers with records that no settlement has counted yet. */
async function unsettled({ shop }: Company): Promise<number> {
  const counted = await row<{ count: number }>(
    database,
    sql`select count(*) as count
          from customer_level
          join balance using (company_id, customer_id)
         where company_id = ${shop.id}
           and counted_sequence < balance.sequence`,
  )
  return counted!.count
}

test('settling a level only at crossings shows the same levels as settling at each earning [D6]', async () => {
  let unsettledCount = 0
  await fc.assert(
    fc.asyncProperty(
      programmes,
      fc.constantFrom('2027-01-31', '2028-02-29', '2026-11-20', '2027-03-13'),
      fc.constantFrom('deficit', 'clamp', 'pending_only'),
      steps,
      async (programme, beginsOn, reversal, script) => {
        world.moveClock(`${beginsOn}T15:00:00Z`)
        const [lazy, eager] = [
          await createTestedCompany(programme, reversal),
          await createTestedCompany(programme, reversal),
        ]
        for (const { hoursBefore, customer: who, action } of script) {
          world.moveClock(new Date(world.now().getTime() + hoursBefore * 3_600_000).toISOString())
          await runStep(lazy, who, action)
          await forceSettlement(eager)
          await runStep(eager, who, action)
          unsettledCount += await unsettled(lazy)
          expect(await observe(lazy)).toEqual(await observe(eager))
        }
      },
    ),
    { numRuns: Number(process.env['LEDGER_RUNS'] ?? 6), endOnFailure: true },
  )
  expect(unsettledCount).toBeGreaterThan(0)
}, 1_200_000)
