/**
 * Random histories of a whole programme through HTTP: purchases, returns, promotions, prizes, vouchers, intentions, levels
 * and time. The sequential test compares each answer, and all that a customer then sees, with a model in plain objects
 * (testing/models/engine-model.ts). The concurrent test checks that each answered change is stored exactly once.
 *
 * `npm run soak -- --steps N --seed S --clients C` runs longer histories.
 */

import fc from 'fast-check'
import { expect, test } from 'vitest'

import { reversalPolicies, type ReversalPolicy } from '#contract/points.ts'
import { rows, sql } from '#database/sql.ts'

import { EngineModel } from './testing/models/engine-model.ts'
import { expectedOf, passTo, seenBy, setStage, type Stage } from './testing/models/engine-stage.ts'
import { done, modelled, type Step, stepsFor } from './testing/models/engine-steps.ts'
import { levelByRecords } from './testing/models/level-by-records.ts'
import type { Programme } from './testing/models/level-model.ts'
import { verify } from './testing/models/verification.ts'
import { createWorld } from './testing/worlds/world.ts'

const settings = process.env
const stepsInTurn = Number(settings['SOAK_STEPS'] ?? 300)
const stepsAtOnce = Number(settings['SOAK_STEPS'] ?? 125)
const seed = Number(settings['SOAK_SEED'] ?? Math.floor(Math.random() * 1_000_000))
const clients = Number(settings['SOAK_CLIENTS'] ?? 8)
/** ms. A soak runs without a time limit. */
const timeout = settings['SOAK_STEPS'] ? 2_147_483_647 : 600_000

/** Skips the search for the smallest failing history (SOAK_SHRINK=no). */
const endOnFailure = settings['SOAK_SHRINK'] === 'no'

/** Histories per seed. The seed then grows by 1, until the requested number of steps has run. */
const histories = 10
const stepMinutes = 7

const world = await createWorld()
const time_zone = 'America/Sao_Paulo'
const programmes = fc.constantFrom<Programme>(
  { levels_system: 'LOOKBACK', update_lookback: 7, time_zone },
  { levels_system: 'RENOVATION', renovation_interval: 1, time_zone },
)
const people = 2

test(
  'any history of the engine’s calls agrees with the model in plain objects [D4 D5 D6 D8 D9 I3]',
  { timeout },
  async () => {
    await soak('one after the other', stepsInTurn, async (steps, programme, reversal) => {
      const stage = await setStage(world, programme, reversal, people)
      const model = new EngineModel(programme, reversal, world.now(), people)
      for (const [place, step] of steps.entries()) {
        const description = `step ${place}: ${JSON.stringify(step)}`
        const now = new Date(model.now + stepMinutes * 60_000)
        model.passTo(now)
        await passTo(stage, now)
        const expected = modelled(model, step)
        expect(await done(stage, step), description).toEqual(expected)
        const view = await seenBy(stage, stage.people[step.who]!)
        expect(view, `after ${description}`).toEqual(expectedOf(model, step.who))
      }
      await verifyAll(stage)
      await deleteBalances(stage)
    })
  },
)

test(
  'concurrent calls store each answered change once, within all limits, with the right levels [I5 I12]',
  { timeout },
  async () => {
    await soak(`by ${clients} clients at once`, stepsAtOnce, async (steps, programme, reversal) => {
      const stage = await setStage(world, programme, reversal, people)
      const registered = world.now()
      for (let from = 0; from < steps.length; from += clients) {
        const together = steps.slice(from, from + clients)
        await Promise.all(
          together.filter(({ verb }) => verb !== 'wait').map((step) => done(stage, step)),
        )
        const waits = together.reduce(
          (days, step) => days + (step.verb === 'wait' ? step.days : 0),
          0,
        )
        await passTo(
          stage,
          new Date(world.now().getTime() + waits * 86_400_000 + stepMinutes * 60_000),
        )
      }
      await verifyAll(stage)
      await withinLimits(stage)
      for (const player of stage.people) {
        const { level, accumulated } = await seenBy(stage, player)
        const model = await levelByRecords(world, stage, player.id, programme, registered)
        expect({ level, accumulated }).toEqual({
          level: model.level().name,
          accumulated: model.accumulated(),
        })
      }
      await deleteBalances(stage)
    })
  },
)

/** Runs `play` on random histories. Prints the number of steps and the seed, so that a failure can be repeated. */
async function soak(
  how: string,
  asked: number,
  play: (steps: Step[], programme: Programme, reversal: ReversalPolicy) => Promise<void>,
): Promise<void> {
  const arbitrary = fc.array(stepsFor(people), { minLength: 1, maxLength: 60, size: 'max' })
  const count = { steps: 0 }
  const property = fc.asyncProperty(
    arbitrary,
    programmes,
    fc.constantFrom(...reversalPolicies),
    async (steps, programme, reversal) => {
      await play(steps, programme, reversal)
      count.steps += steps.length
    },
  )
  for (let at = seed; count.steps < asked; at += 1) {
    const run = await fc.check(property, { seed: at, numRuns: histories, endOnFailure })
    if (run.failed) {
      console.log(`${how}: failed; npm run soak -- --seed ${at} --clients ${clients}`)
      throw new Error(fc.defaultReportMessage(run), { cause: run.errorInstance })
    }
  }
  console.log(`${how}: ${count.steps} steps agree, from seed ${seed}`)
}

/** Compares the answers with the tables: each answered change is stored once, and nothing else is. */
async function verifyAll({ shop, told }: Stage): Promise<void> {
  expect(await verify(world, shop.id, told, world.now())).toEqual({
    lost: [],
    doubled: [],
    halves: [],
    differences: [],
  })
}

async function withinLimits({ shop }: Stage): Promise<void> {
  const over = await rows(
    world.database,
    sql`select key as what from prize where company_id = ${shop.id} and issued > stock
         union all
        select code from promotion where company_id = ${shop.id} and activations > limit_in_all
         union all
        select code
          from promotion
          join promotion_activation
            on promotion_activation.company_id = promotion.company_id and promotion_id = promotion.id
         where promotion.company_id = ${shop.id}
           and number > limit_per_customer`,
  )
  expect(over).toEqual([])
}

/** Deletes the balances of a finished history. The audit replays every customer with a balance, so it would slow down. */
async function deleteBalances({ shop }: Stage): Promise<void> {
  await rows(world.database, sql`delete from balance where company_id = ${shop.id}`)
}
