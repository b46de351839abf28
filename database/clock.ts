/** Time and chance, passed in so that a test or a simulation can play both. */

import { randomBytes } from 'node:crypto'

export type Clock = {
  /** Milliseconds since any fixed moment; never goes back. */
  elapsed_ms: () => number
  /** Calls `work` once after `wait_ms`. Returns what cancels that. */
  after: (wait_ms: number, work: () => void) => () => void
  /** Calls `work` when everything that has arrived in this turn of the event loop is read. */
  nextTurn: (work: () => void) => void
}

export type Random = {
  /** From 0 to 1, without 1. */
  fraction: () => number
  bytes: (count: number) => Buffer
}

export const systemClock: Clock = {
  elapsed_ms: () => performance.now(),
  after: (wait_ms, work) => {
    const timer = setTimeout(work, wait_ms)
    return () => clearTimeout(timer)
  },
  nextTurn: (work) => void setImmediate(work),
}

export const systemRandom: Random = {
  fraction: () => Math.random(),
  bytes: (count) => randomBytes(count),
}
