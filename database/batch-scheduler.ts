/** Limits the statements that all batch queues of a pool have in flight, and gives the queues turns. */

import pg from 'pg'

import { type Clock, systemClock } from './io.ts'
import { type Database, isDistributed, limitsOf } from './sql.ts'

/** The part of a pool's connections that batches may hold. The rest serves keyed calls, sign-in and every other unbatched call. */
const batchShare = 0.5

/**
 * Maximum batches of one queue in flight. Further members wait, so that load makes batches larger and not more numerous. With three
 * batches, one waits for the disk at its commit while two use the CPU. On two cores this gives a third more vouchers a second
 * than two batches. Four give no more than three.
 */
const maxInFlightPerQueue = 3

/**
 * Maximum lanes in a batch. A lane holds the waiting members of one company. Each lane becomes one call of the engine within the
 * statement.
 */
const defaultMaxLanes = 32

export type Queue = {
  hasWaiting: () => boolean
  /** Takes the next batch out of the queue at once. Resolves when all its members have their answers; never rejects. */
  send: () => Promise<void>
}

/** Sends the batches of a pool. A batch is in flight from its statement until the database has answered all its members. */
export type BatchScheduler = {
  /** Asks for a turn for a queue that has waiting members. */
  request: (queue: Queue) => void
  /** How long the oldest batch in flight has waited for the database; 0 if none is in flight. */
  longest_ms: () => number
  /** How long a member of a queue waits for its answer, unless the queue has its own deadline. */
  deadline_ms: number
  /** How many lanes a batch may have. */
  maxLanes: number
}

/** The scheduler of a pool, which all its queues share. It uses the clock of the first queue. */
export function batchSchedulerOf(database: Database, clock: Clock = systemClock): BatchScheduler {
  const scheduler = schedulerByPool.get(database) ?? openBatchScheduler(database, clock)
  schedulerByPool.set(database, scheduler)
  return scheduler
}

const schedulerByPool = new WeakMap<Database, BatchScheduler>()

function openBatchScheduler(database: Database, clock: Clock): BatchScheduler {
  const connections = database instanceof pg.Pool ? database.options.max : 1
  const maxInFlight = Math.max(1, Math.floor(connections * batchShare))
  // On Citus each company has a statement and a commit of its own, so that more statements are in flight.
  const limits = isDistributed(database) ? { maxLanes: 1, maxPerQueue: maxInFlight } : {}
  return createBatchScheduler(maxInFlight, limitsOf(database).answer_ms, { clock, ...limits })
}

type Options = { clock?: Clock; maxLanes?: number; maxPerQueue?: number }

/** At most `maxInFlight` batches are in flight at once. Queues take turns, one batch each, so that none starves another. */
export function createBatchScheduler(
  maxInFlight: number,
  deadline_ms: number,
  {
    clock = systemClock,
    maxLanes = defaultMaxLanes,
    maxPerQueue = maxInFlightPerQueue,
  }: Options = {},
): BatchScheduler {
  // The queues with waiting members, the next first.
  const turns: Queue[] = []
  const batches = new Set<{ queue: Queue; began: number }>()

  function isFull(queue: Queue): boolean {
    return [...batches].filter((batch) => batch.queue === queue).length >= maxPerQueue
  }

  function sendNext(): void {
    while (batches.size < maxInFlight) {
      const next = turns.findIndex((queue) => !isFull(queue))
      if (next === -1) return
      const [queue] = turns.splice(next, 1) as [Queue]
      // All members of the queue may have reached their deadlines.
      if (!queue.hasWaiting()) continue
      const batch = { queue, began: clock.elapsed_ms() }
      batches.add(batch)
      void queue.send().finally(() => {
        batches.delete(batch)
        sendNext()
      })
      if (queue.hasWaiting()) turns.push(queue)
    }
  }

  return {
    deadline_ms,
    maxLanes,
    request: (queue) => {
      if (!turns.includes(queue)) turns.push(queue)
      sendNext()
    },
    longest_ms: () => {
      const [oldest] = batches
      return oldest ? clock.elapsed_ms() - oldest.began : 0
    },
  }
}
