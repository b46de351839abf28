/** One disturbance in the middle of a load: a fault of the network, a full disk, a wrong clock. */

import { setTimeout as sleep } from 'node:timers/promises'

import type { SealedDatabase } from '#api/context/context.ts'

import type { Traffic } from './attempt.ts'
import type { Journal } from './journal.ts'
import { load } from './load.ts'
import type { Random } from './random.ts'
import { resolve, type Resolved } from './resolve.ts'

/** Answers of a load before its disturbance comes. */
const answersBefore = { min: 10, max: 80 }

export type Disturbance = {
  strike: () => Promise<void> | void
  /** Ends what still goes on. Is called before the clients stop. */
  mend: () => Promise<void> | void
  /** Cleans up once all clients have stopped, before their calls are sent again. */
  after?: () => Promise<void> | void
  /** The longest time from strike to mend. It ends earlier if it has left every client without an answer. */
  longest_ms: number
}

export type Disturbed = {
  /** Calls that were answered during the disturbance. */
  answered: number
  resolved: Resolved[]
}

/** Runs a load with the disturbance, and resolves the calls that it left without an answer. */
export async function disturb(
  traffic: Traffic,
  sealed: SealedDatabase,
  random: Random,
  { strike, mend, after, longest_ms }: Disturbance,
): Promise<Disturbed> {
  const { journal } = traffic
  const over = new AbortController()
  const loaded = load(traffic, random.integer(0, 1_000_000_000), over.signal)
  const count = random.integer(answersBefore.min, answersBefore.max)
  // On a busy machine clients may stop earlier, at an answer 503.
  await Promise.race([loaded, furtherAnswers(journal, count, over.signal)])
  const before = journal.answers
  await strike()
  await Promise.race([loaded, sleep(longest_ms)])
  await mend()
  over.abort()
  const answered = journal.answers - before
  await loaded
  await after?.()
  const { attemptLimit_ms: _impatience, ...patient } = traffic
  return { answered, resolved: await resolve(patient, sealed) }
}

/** Resolves after this many further answers, or once the load is over. */
async function furtherAnswers(journal: Journal, count: number, over: AbortSignal): Promise<void> {
  const wanted = journal.answers + count
  while (journal.answers < wanted && !over.aborted) await sleep(5)
}
