/** The engine's dependencies: clock, random numbers and database. They are passed in, so that a simulation can replace them. */

import { randomBytes } from 'node:crypto'

import type { Database } from './sql.ts'

/** The engine's only network is its connection to the database. */
export type Io = { database: Database; clock: Clock; random: Random }

/** This machine's clock and random numbers. */
export function systemIo(database: Database): Io {
  return { database, clock: systemClock, random: systemRandom }
}

export type Clock = {
  /** Milliseconds since any fixed moment; never goes back. */
  elapsed_ms: () => number
  /** Calls `work` once after `wait_ms`. Returns a function that cancels it. */
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
