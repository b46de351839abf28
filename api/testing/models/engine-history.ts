/** Plays a random history of one company through HTTP, and compares it with the model in plain objects step by step. */

import { AssertionError } from 'node:assert'
import { inspect, isDeepStrictEqual } from 'node:util'

import fc from 'fast-check'
import pLimit from 'p-limit'

import { reversalPolicies, type ReversalPolicy } from '#contract/points.ts'

import { EngineModel } from './engine-model.ts'
import { expectedOf, passTo, seenBy, setStage, type Stage, type World } from './engine-stage.ts'
import { done, modelled, type Step, stepsFor } from './engine-steps.ts'
import type { Programme } from './level-model.ts'
import { verify } from './verification.ts'

/** The clock moves on before each step. */
export const stepMinutes = 7
/** Customers who are looked at together. A look has eight calls in flight, and a node with 80 may refuse some with 503. */
const looksAtOnce = 4
/** Histories of a seed. */
const historiesPerSeed = 2
const time_zone = 'America/Sao_Paulo'

/**
 * `steps_per_view`: a customer is looked at after each step with a number that it divides, and all of them after the last one.
 * `isTogether`: steps that do not depend on each other are taken at the same time, and one at a time otherwise.
 */
export type History = {
  people: number
  isTogether: boolean
  steps: Step[]
  programme: Programme
  reversal: ReversalPolicy
  steps_per_view: number
}

/** About 45 steps a customer: the company and its customers take as much time as 20 steps. */
const histories = fc.oneof(historiesOf(2, false), historiesOf(12, true))

function historiesOf(people: number, isTogether: boolean): fc.Arbitrary<History> {
  return fc.record({
    people: fc.constant(people),
    isTogether: fc.constant(isTogether),
    steps: fc.array(stepsFor(people), { minLength: 1, maxLength: 90 * people, size: 'max' }),
    programme: fc.constantFrom<Programme>(
      { levels_system: 'LOOKBACK', update_lookback: 7, time_zone },
      { levels_system: 'RENOVATION', renovation_interval: 1, time_zone },
    ),
    reversal: fc.constantFrom(...reversalPolicies),
    // A view takes four times as long as a step, and settles the level. With few views the engine settles many days at once.
    steps_per_view: isTogether ? fc.constantFrom(4, 16) : fc.constantFrom(1, 8, 32),
  })
}

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
export async function playAsModelled(world: World, history: History): Promise<void> {
  const { people, programme, reversal, steps_per_view } = history
  const stage = await setStage(world, programme, reversal, people)
  const model = new EngineModel(programme, reversal, world.now(), people)
  const inTurn = pLimit(looksAtOnce)
  for (const round of roundsOf(history)) {
    const description = `steps ${round.map(({ place, step }) => `${place}: ${JSON.stringify(step)}`).join(', ')}`
    const now = new Date(model.now + stepMinutes * 60_000)
    model.passTo(now)
    await passTo(stage, now)
    const expected = round.map(({ step }) => modelled(model, step))
    agree(await Promise.all(round.map(({ step }) => done(stage, step))), expected, description)
    const viewed = round.filter(({ place }) => place % steps_per_view === 0)
    await inTurn.map(viewed, ({ step }) => look(stage, model, step.who, `after ${description}`))
  }
  await inTurn.map(stage.people, (_, who) => look(stage, model, who, 'at the end'))
  await verifyAll(stage)
}

type Placed = { step: Step; place: number }

/** The clock, or an earlier call of any customer. */
const isAlone = ({ verb }: Step) => verb === 'wait' || verb === 'again'
/** Changes what customers share: a stock, or the activations of all. */
const isShared = ({ verb }: Step) =>
  verb === 'redeem' || verb === 'give_back' || verb === 'activate'

function areOrdered(one: Step, other: Step): boolean {
  return (
    one.who === other.who || isAlone(one) || isAlone(other) || (isShared(one) && isShared(other))
  )
}

/**
 * Puts each step into the first round after all steps whose order with it counts. So the steps of one round have the same outcome in
 * any order. Without `isTogether` each step has a round of its own.
 */
function roundsOf({ steps, isTogether }: History): Placed[][] {
  const rounds: Placed[][] = []
  for (const [place, step] of steps.entries()) {
    const last = rounds.findLastIndex(
      (round) => !isTogether || round.some((one) => areOrdered(one.step, step)),
    )
    ;(rounds[last + 1] ??= []).push({ step, place })
  }
  return rounds
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
