/**
 * Random histories of a whole programme through HTTP: purchases, returns, promotions, prizes, vouchers, intentions, levels
 * and time. The first test compares each answer, and all that a customer then sees, with a model in plain objects
 * (testing/models/engine-model.ts). The concurrent test checks that each answered change is stored exactly once.
 *
 * `npm run soak -- --steps N --seed S --clients C` runs longer histories.
 */

import { expect, test } from 'vitest'

import { rows, sql } from '#database/sql.ts'

import {
  type History,
  playAsModelled,
  playSeed,
  stepMinutes,
  verifyAll,
} from './testing/models/engine-history.ts'
import { passTo, seenBy, setStage, type Stage } from './testing/models/engine-stage.ts'
import { done } from './testing/models/engine-steps.ts'
import { levelByRecords } from './testing/models/level-by-records.ts'
import { createWorld } from './testing/worlds/world.ts'

const settings = process.env
const stepsInTurn = Number(settings['SOAK_STEPS'] ?? 300)
const stepsAtOnce = Number(settings['SOAK_STEPS'] ?? 125)
const seed = Number(settings['SOAK_SEED'] ?? Math.floor(Math.random() * 1_000_000))
const clients = Number(settings['SOAK_CLIENTS'] ?? 8)
/** ms. A soak runs without a time limit. */
const timeout = settings['SOAK_STEPS'] ? 2_147_483_647 : 600_000

/** Whether the smallest failing history is searched (not with SOAK_SHRINK=no). */
const isShrunk = settings['SOAK_SHRINK'] !== 'no'

const world = await createWorld()

test(
  'any history of the engine’s calls agrees with the model in plain objects [D4 D5 D6 D8 D9 I3]',
  { timeout },
  async () => {
    await soak('beside the model', stepsInTurn, (history) => playAsModelled(world, history))
  },
)

test(
  'concurrent calls store each answered change once, within all limits, with the right levels [I5 I12]',
  { timeout },
  async () => {
    await soak(`by ${clients} clients at once`, stepsAtOnce, async (history) => {
      const { people, steps, programme, reversal } = history
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
    })
  },
)

/** Runs `play` on random histories. Prints the number of steps and the seed, so that a failure can be repeated. */
async function soak(
  how: string,
  asked: number,
  play: (history: History) => Promise<void>,
): Promise<void> {
  let steps = 0
  for (let at = seed; steps < asked; at += 1) {
    try {
      steps += await playSeed(at, play, isShrunk)
    } catch (error) {
      console.log(`${how}: failed; npm run soak -- --seed ${at} --clients ${clients}`)
      throw error
    }
  }
  console.log(`${how}: ${steps} steps agree, from seed ${seed}`)
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
