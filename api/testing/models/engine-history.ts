/** Plays a random history of one company through HTTP, and compares it with the model in plain objects step by step. */

import { AssertionError } from 'node:assert'
import { inspect, isDeepStrictEqual } from 'node:util'

import fc from 'fast-check'

import { reversalPolicies, type ReversalPolicy } from '#contract/points.ts'

import { EngineModel } from './engine-model.ts'
import { expectedOf, passTo, seenBy, setStage, type Stage, type World } from './engine-stage.ts'
import { done, modelled, type Step, stepsFor } from './engine-steps.ts'
import type { Programme } from './level-model.ts'
import { verify } from './verification.ts'

/** The clock moves on before each step. */
export const stepMinutes = 7
/** Customers of a history. */
export const people = 2
/** Histories of a seed. */
const historiesPerSeed = 4
const time_zone = 'America/Sao_Paulo'

/** `steps_per_view`: a customer is looked at after each step with a number that it divides, and all of them after the last one. */
export type History = {
  steps: Step[]
  programme: Programme
  reversal: ReversalPolicy
  steps_per_view: number
}

const histories = fc.record({
  // About 90 steps: the company and its customers take as much time as 20 steps.
  steps: fc.array(stepsFor(people), { minLength: 1, maxLength: 180, size: 'max' }),
  programme: fc.constantFrom<Programme>(
    { levels_system: 'LOOKBACK', update_lookback: 7, time_zone },
    { levels_system: 'RENOVATION', renovation_interval: 1, time_zone },
  ),
  reversal: fc.constantFrom(...reversalPolicies),
  // A view takes four times as long as a step, and settles the level. With few views the engine settles many days at once.
  steps_per_view: fc.constantFrom(1, 8, 32),
})

/**
 * Plays the histories of a seed, one after the other, and returns the number of their steps. Throws an Error with the smallest
 * history that `play` rejects; without `isShrunk` with the first one.
 */
export async function playSeed(
  seed: number,
  play: (history: History) => Promise<void>,
  isShrunk: boolean,
): Promise<number> {
  let steps = 0
  const property = fc.asyncProperty(histories, async (history) => {
    await play(history)
    steps += history.steps.length
  })
  const run = await fc.check(property, {
    seed,
    numRuns: historiesPerSeed,
    endOnFailure: !isShrunk,
  })
  if (run.failed) throw new Error(fc.defaultReportMessage(run), { cause: run.errorInstance })
  return steps
}

/** Throws an AssertionError at the first answer, or view of a customer after a step, that the model does not give. */
export async function playInTurn(
  world: World,
  { steps, programme, reversal, steps_per_view }: History,
): Promise<void> {
  const stage = await setStage(world, programme, reversal, people)
  const model = new EngineModel(programme, reversal, world.now(), people)
  for (const [place, step] of steps.entries()) {
    const description = `step ${place}: ${JSON.stringify(step)}`
    const now = new Date(model.now + stepMinutes * 60_000)
    model.passTo(now)
    await passTo(stage, now)
    const expected = modelled(model, step)
    agree(await done(stage, step), expected, description)
    if (place % steps_per_view === 0) await look(stage, model, step.who, `after ${description}`)
  }
  for (const who of stage.people.keys()) await look(stage, model, who, 'at the end')
  await verifyAll(stage)
}

/** Compares all that a customer sees with the model. */
async function look(stage: Stage, model: EngineModel, who: number, when: string): Promise<void> {
  agree(await seenBy(stage, stage.people[who]!), expectedOf(model, who), when)
}

/** Compares the answers with the tables: each answered change is stored once, and nothing else is. */
export async function verifyAll({ world, shop, told }: Stage): Promise<void> {
  const found = await verify(world, shop.id, told, world.now())
  agree(found, { lost: [], doubled: [], halves: [], differences: [] }, 'verification')
}

function agree(actual: unknown, expected: unknown, what: string): void {
  if (isDeepStrictEqual(actual, expected)) return
  const shown = (value: unknown) => inspect(value, { depth: 9, breakLength: 120 })
  const message = `${what}: expected ${shown(actual)} to equal ${shown(expected)}`
  throw new AssertionError({ message, actual, expected })
}
