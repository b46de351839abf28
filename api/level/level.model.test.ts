import fc from 'fast-check'
import { expect, test } from 'vitest'

import { customer } from '#api/customer/customer.ts'
import { chain, modelOf, timeZones } from '#api/testing/models/level-model.ts'
import { giveBackPurchase, plainRule } from '#api/testing/worlds/level-world.ts'
import { createWorld, sale } from '#api/testing/worlds/world.ts'
import type { GeneratedPoints } from '#contract/points.ts'
import { localDate } from '#contract/value/date.ts'
import { systemIo } from '#database/io.ts'
import { rows, sql } from '#database/sql.ts'
import { createEngine } from '#engine/apply.ts'

import { settleDue } from './settle-due.ts'

const world = await createWorld()
const { database } = world
const engine = createEngine(systemIo(database))

const programmes = fc.oneof(
  fc.record({
    levels_system: fc.constant('LOOKBACK' as const),
    update_lookback: fc.constantFrom(1, 7, 30, 365),
    time_zone: fc.constantFrom(...timeZones),
  }),
  fc.record({
    levels_system: fc.constant('RENOVATION' as const),
    renovation_interval: fc.constantFrom(1, 2, 12),
    time_zone: fc.constantFrom(...timeZones),
  }),
)
const steps = fc.array(
  fc.record({
    /** How far the clock advances before the step: within a day, to midnight, or over months. */
    hoursBefore: fc.oneof(
      fc.constantFrom(0, 0, 1, 12, 24),
      fc.integer({ min: 0, max: 24 * 40 }),
      fc.constantFrom(24 * 29, 24 * 365),
    ),
    toMidnight: fc.option(fc.constantFrom(-1, 0, 1), { freq: 3 }),
    customer: fc.nat(1),
    action: fc.oneof(
      { weight: 4, arbitrary: fc.integer({ min: 0, max: 300 }) },
      {
        weight: 1,
        arbitrary: fc.constantFrom('job' as const, 'settles' as const, 'waits' as const),
      },
      {
        weight: 1,
        arbitrary: fc.record({ givesBack: fc.nat(24), part: fc.constantFrom(0.3, 0.5, 1) }),
      },
    ),
  }),
  { minLength: 1, maxLength: 25 },
)

test('after random steps the level equals the model’s, with or without the job [D6]', async () => {
  let run = 0
  await fc.assert(
    fc.asyncProperty(
      programmes,
      fc.constantFrom('2027-01-31', '2028-02-29', '2026-11-20', '2027-03-13'),
      fc.constantFrom('deficit', 'clamp', 'pending_only'),
      steps,
      async (programme, beginsOn, reversal, script) => {
        run += 1
        world.moveClock(`${beginsOn}T15:00:00Z`)
        const { time_zone, ...settings } = programme
        const shop = await world.createCompany(`modelo-${run}`, {
          settings,
          levels: chain,
          calculation_rules: [plainRule],
          time_zone,
          reversal,
        })
        const climbers = []
        for (let n = 0; n < 2; n += 1) {
          const { id, document } = await world.registered(shop)
          const records: string[] = []
          climbers.push({ id, document, records, model: modelOf(programme, world.now()) })
        }
        for (const { hoursBefore, toMidnight, customer: who, action } of script) {
          let now = world.now().getTime() + hoursBefore * 3_600_000
          if (toMidnight !== null) now = midnightAfter(now, time_zone) + toMidnight
          world.moveClock(new Date(now).toISOString())
          for (const { model } of climbers) model.passTo(world.now())
          const { id, document, records, model } = climbers[who]!

          if (action === 'job') {
            await settleDue(database, world.now())
          } else if (action === 'settles') {
            await engine.apply(shop.id, { verb: 'settle_level', caller_id: id }, world.now())
            model.settled()
          } else if (typeof action === 'object') {
            if (records.length === 0) continue
            const at = action.givesBack % records.length
            const returned = Math.ceil(model.left(at) * action.part)
            if (returned === 0) continue
            await giveBackPurchase(world, shop, records[at]!, returned)
            model.giveBack(at, returned)
          } else if (action !== 'waits') {
            const sent = sale(document, { purchase_value: Math.max(1, action * 100) })
            const { status, body } = await world.generate(shop, sent)
            expect(status).toBe(201)
            records.push((body as GeneratedPoints).id)
            model.earn(action)
          }
          for (const one of climbers) await expectAgreement(shop.id, one)
        }
      },
    ),
    // `npm run night` sets 600.
    { numRuns: Number(process.env['LEDGER_RUNS'] ?? 30) },
  )
}, 1_200_000)

async function expectAgreement(
  company_id: string,
  { id, model }: { id: string; model: ReturnType<typeof modelOf> },
): Promise<void> {
  const answer = await customer(database, company_id, id, world.now())
  const [level] = await rows<{ multiplier: number }>(
    database,
    sql`select level_multiplier(${company_id}, ${id}, ${world.now()})::float8 as multiplier`,
  )
  expect({
    name: answer.levels_system.current?.level.name,
    multiplier: level!.multiplier,
    accumulated: answer.transition_level_data?.accumulated_amount,
  }).toEqual({
    name: model.level().name,
    multiplier: model.level().multiplier,
    accumulated: model.accumulated(),
  })
}

/** The instant at which the next local day begins, found by bisection. */
function midnightAfter(from: number, time_zone: string): number {
  const day = localDate(new Date(from), time_zone)
  let [before, after] = [from, from + 26 * 3_600_000]
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (localDate(new Date(middle), time_zone) === day) before = middle
    else after = middle
  }
  return after
}
