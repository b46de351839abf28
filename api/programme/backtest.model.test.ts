/** The proof of the backtest (D18): the versions in force, replayed, give the ledger exactly, whatever happened. */

import { randomUUID } from 'node:crypto'

import fc from 'fast-check'
import { expect, test } from 'vitest'

import { giveBackPurchase } from '#api/testing/worlds/level-world.ts'
import { consume } from '#api/testing/worlds/movement.ts'
import { type Editor, editorOf, replace } from '#api/testing/worlds/programme-world.ts'
import { createWorld, newCpf, sale } from '#api/testing/worlds/world.ts'
import type { GeneratedPoints } from '#contract/points.ts'
import { addBacktests, type BacktestPage } from '#contract/programme/backtest.ts'
import { row, sql } from '#database/sql.ts'

const world = await createWorld()

/** The words are few, so that rules and levels are renamed, leave and come back. */
const ruleKeys = ['um', 'dois', 'tres']
const ruleNames = ['Compra', 'Em dobro', 'Natal']
const levelNames = ['Bronze', 'Prata', 'Ouro']

const expiry = fc.constantFrom(
  null,
  { days: 3 },
  { days: 40 },
  { months: 1 },
  { months: 13 },
  { end_of: 'MONTH' },
  { end_of: 'YEAR' },
)
const validity = fc.constantFrom(
  {},
  {},
  { valid_from: '2027-02-01' },
  { valid_to: '2027-03-15' },
  { valid_from: '2027-01-10', valid_to: '2027-04-30' },
)

const rule = fc
  .record({
    type: fc.constantFrom('POINTS_PER_REAL', 'PERCENTAGE'),
    tenths: fc.integer({ min: 1, max: 150 }),
    minimum_purchase_value: fc.constantFrom(0, 0, 1_000, 20_000),
    cap: fc.constantFrom(null, null, 10, 500),
    waiting_days: fc.constantFrom(0, 0, 1, 20),
    expires_in: expiry,
    validity,
    multiplied_by_level: fc.boolean(),
    earns_on_points: fc.boolean(),
  })
  .map(({ tenths, validity: dates, ...others }) => ({ ...others, ...dates, rate: tenths / 10 }))

const document = fc.record({
  rules: fc.array(rule, { minLength: 1, maxLength: 3 }),
  keys: fc.shuffledSubarray(ruleKeys, { minLength: 3 }),
  names: fc.shuffledSubarray(ruleNames, { minLength: 3 }),
  levels: fc.shuffledSubarray(levelNames, { minLength: 0 }),
  multipliers: fc.array(fc.constantFrom(1, 1.1, 1.25, 2), { minLength: 3, maxLength: 3 }),
  system: fc.constantFrom('LOOKBACK', 'RENOVATION'),
  points_per_real: fc.constantFrom(100, 50, 7),
  reversal: fc.constantFrom('deficit', 'clamp', 'pending_only'),
})

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('sale' as const),
      customer: fc.nat(2),
      purchase_value: fc.integer({ min: 1, max: 60_000 }),
      paid: fc.constantFrom(0, 0, 1, 2),
      rule: fc.constantFrom(null, null, null, ...ruleKeys),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('return' as const),
      sale: fc.nat(40),
      part: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('spend' as const), customer: fc.nat(2) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('apply' as const), document }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('wait' as const),
      hours: fc.constantFrom(1, 7, 24, 200, 900),
    }),
  },
)

type Document = typeof document extends fc.Arbitrary<infer One> ? One : never

function fileOf({ rules, keys, names, levels, multipliers, system, ...others }: Document): object {
  return {
    ...others,
    calculation_rules: rules.map((one, at) => ({ key: keys[at]!, name: names[at]!, ...one })),
    settings: { levels_system: system, update_lookback: 60, renovation_interval: 2 },
    levels: levels.map((name, at) => ({
      name,
      trigger_amount: at * 200,
      multiplier: multipliers[at]!,
    })),
  }
}

async function backtest(editor: Editor) {
  const { revision } = (await editor.draft())!
  const pages: BacktestPage[] = []
  for (let after: { after?: string; until?: string } = {}; ;) {
    const query = { revision, ...after }
    const { status, body, text } = await editor.send('GET /admin/programme/draft/backtest', {
      query,
    })
    expect(status, text).toBe(200)
    const { next, until } = body as BacktestPage
    pages.push(body as BacktestPage)
    if (next === null) return addBacktests(pages)
    after = { after: next, until }
  }
}

test(
  'the versions in force at each purchase, replayed, give every record of random histories [D18 D4]',
  { timeout: 180_000 },
  async () => {
    let run = 0
    let replayed = 0
    await fc.assert(
      fc.asyncProperty(
        document,
        fc.array(step, { minLength: 20, maxLength: 50 }),
        async (first, script) => {
          run += 1
          let now = Date.parse('2027-01-01T12:00:00Z')
          const moveTo = (instant: number) => {
            now = instant
            world.moveClock(new Date(now).toISOString())
          }
          moveTo(now)
          const slug = `historia-${run}`
          let shop = await world.createCompany(slug, fileOf(first))
          const customers = [newCpf(), newCpf()]
          const ana = await world.registered(shop)
          const documents = [...customers, ana.document]
          const sales: GeneratedPoints[] = []
          for (const one of script) {
            moveTo(now + 1_000)
            if (one.kind === 'wait') moveTo(now + one.hours * 3_600_000)
            if (one.kind === 'apply') shop = await world.createCompany(slug, fileOf(one.document))
            if (one.kind === 'spend') await consume(world, shop, ana, 5)
            if (one.kind === 'sale') {
              const { status, body } = await world.generate(
                shop,
                sale(documents[one.customer]!, {
                  purchase_value: one.purchase_value,
                  ...(one.paid > 0 && {
                    points_value: Math.floor(one.purchase_value / (one.paid + 1)),
                  }),
                  ...(one.rule !== null && { calculation_rule_id: one.rule }),
                }),
              )
              if (status === 201) sales.push(body as GeneratedPoints)
            }
            const returned =
              one.kind === 'return' ? sales[one.sale % (sales.length || 1)] : undefined
            if (one.kind === 'return' && returned) {
              const part = one.part ? Math.max(1, Math.floor(returned.purchase_value! / 3)) : null
              await giveBackPurchase(world, shop, returned.id, part).catch(() => undefined)
            }
          }
          moveTo(now + 1_000)
          const editor = await editorOf(world, shop, { name: randomUUID() })
          await editor.patch(replace('/program_name', `Clube ${run}`))
          const { purchases, exact, before } = await backtest(editor)
          expect({ purchases, exact }).toEqual({ purchases: sales.length, exact: sales.length })
          const lots = await row<{ liability: number }>(
            world.database,
            sql`select coalesce(sum(remaining_value), 0)::bigint as liability
                from lot
               where company_id = ${shop.id} and expires_at > ${world.now()}`,
          )
          expect(before.liability).toBe(lots!.liability)
          replayed += exact
        },
      ),
      { numRuns: 25 },
    )
    expect(replayed).toBeGreaterThan(100)
  },
)
