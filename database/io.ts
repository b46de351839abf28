/** The dependencies of a server's code: clock, random numbers and database. They are passed in, so that a simulation can replace them. */

import { randomBytes } from 'node:crypto'

import {
  type Clock as MachineClock,
  machineClock,
  machineRandom,
  type Random as MachineRandom,
} from '#contract/io/io.ts'

import type { Database } from './sql.ts'

/** The engine's only network is its connection to the database. */
export type Io = { database: Database; clock: Clock; random: Random }

/** This machine's clock and random numbers. */
export function systemIo(database: Database): Io {
  return { database, clock: systemClock, random: systemRandom }
}

export type Clock = Omit<MachineClock, 'after'> & {
  /** `isBackground`: a process that ends does not wait for the work. */
  after: (wait_ms: number, work: () => void, options?: { isBackground: boolean }) => () => void
  /** Calls `work` when everything that has arrived in this turn of the event loop is read. */
  nextTurn: (work: () => void) => void
}

export type Random = MachineRandom & { bytes: (count: number) => Buffer }

export const systemClock: Clock = {
  elapsed_ms: machineClock.elapsed_ms,
  after: (wait_ms, work, options) => {
    const timer = setTimeout(work, wait_ms)
    if (options?.isBackground) timer.unref()
    return () => clearTimeout(timer)
  },
  nextTurn: (work) => void setImmediate(work),
}

export const systemRandom: Random = {
  ...machineRandom,
  bytes: (count) => randomBytes(count),
}
