/** The proof of the histories beside a model: every answer, and all that a customer then sees, equals the model in plain objects. */

import type pg from 'pg'

import { playAsModelled, playSeed } from '#api/testing/models/engine-history.ts'
import type { World } from '#api/testing/models/engine-stage.ts'
import { callersOf } from '#api/testing/worlds/callers.ts'
import { openPool } from '#database/sql.ts'

import { renewed } from '../chunk/renewed.ts'
import { type Node, openDatabase, type ProofDatabase, startNode } from '../node/node.ts'
import type { Chunk, Proof, Stage } from '../proof.ts'

/**
 * Histories at the same time. A history waits for PostgreSQL for half of its time, so one alone leaves half of two cores idle. Each
 * is of a company of its own, and on a node of its own, because the clock of a node is that of its history.
 */
const worldCount = 4
/** Connections of a node. One customer's look has eight calls in flight, which the node sends in batches. */
const connections = 4
/** Ten times those of the product: a time-out on a busy machine is no difference from the model. */
const limits = { connect_ms: 50_000, statement_ms: 150_000, answer_ms: 170_000, probe_ms: 50_000 }
/** Seeds of a chunk: about 600 steps each. Chunks are further apart, so that none shares a seed with the next one. */
const seedsOfChunk = 8
const seedsPerChunk = 1_000
/** A database of this many steps has about 0.5 GB. */
const stepsPerDatabase = 50_000

export const model: Proof = {
  name: 'model',
  title: 'Commands to the API’s routes get the answers of a model in plain objects',
  unit: 'operations',
  full: 1_000_000,
  open: () => renewed(() => openModel(), stepsPerDatabase),
}

/** `spoil` gets the database before the nodes start: a test breaks a promise there. `seeds`: how many a chunk has. */
export async function openModel({
  spoil,
  seeds = seedsOfChunk,
}: { spoil?: (database: ProofDatabase) => Promise<void>; seeds?: number } = {}): Promise<Stage> {
  await using opening = new AsyncDisposableStack()
  const database = await openDatabase()
  opening.defer(database.close)
  await spoil?.(database)
  const owner = openPool(database.ownerUrl, 2 * worldCount, limits)
  opening.defer(() => owner.end())
  const worlds: Opened[] = []
  for (let n = 0; n < worldCount; n += 1) {
    const world = await openWorld(database, owner)
    opening.defer(world.node.close)
    worlds.push(world)
  }
  const opened = opening.move()
  return {
    chunk: (seed) => chunk(worlds, (seed * seedsPerChunk) % 2 ** 31, seeds),
    close: () => opened.disposeAsync(),
  }
}

type Opened = { node: Node; world: World }

/** A node with a clock of its own. `owner`: the pool of the verification, which reads what the node's role may not. */
async function openWorld(database: ProofDatabase, owner: pg.Pool): Promise<Opened> {
  let present = new Date()
  const clock = () => present
  const { url } = database
  const node = await startNode(database, { url, connections, limits, clock })
  const sealed = { database: owner, secret: database.sealed.secret }
  const callers = callersOf(sealed, node.app, clock)
  const moveClock = (to: string) => void (present = new Date(to))
  return { node, world: { ...callers, ...sealed, now: clock, moveClock } }
}

/** Plays the seeds from `first` on, each on the next world that is free. So the steps do not depend on the time that they take. */
async function chunk(opened: Opened[], first: number, seeds: number): Promise<Chunk> {
  const left = Array.from({ length: seeds }, (_, at) => first + at)
  const chunk: Chunk = { steps: 0, wrongs: [], reached: {} }
  await Promise.all(
    opened.map(async ({ node, world }) => {
      for (let seed = left.shift(); seed !== undefined; seed = left.shift()) {
        try {
          // Not shrunk: a run that is ended while it looks for a smaller history would lose the difference.
          const steps = await playSeed(seed, (history) => playAsModelled(world, history), false)
          // Not before the wait: another history adds its steps meanwhile.
          chunk.steps += steps
        } catch (error) {
          chunk.wrongs.push(sentenceOf(seed, error as Error))
        }
        chunk.wrongs.push(...node.defects.splice(0).map((line) => `seed ${seed}: ${line}`))
      }
    }),
  )
  return chunk
}

/** Characters of a difference in the journal. */
const maxDifference = 4_000

/** The error's cause has the difference. The command plays the seed again, and looks for the smallest history with it. */
function sentenceOf(seed: number, { message, cause }: Error): string {
  const difference = cause instanceof Error ? cause.message : message
  return `npm run soak -- --seed ${seed} differs from the model: ${difference.slice(0, maxDifference)}`
}
