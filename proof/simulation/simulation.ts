/**
 * The deterministic simulation of the Node half (docs/decisions/062-simulation.md): seeded schedules of clients, nodes and faults in virtual
 * time, on a model of the database. A seed repeats its schedule bit for bit.
 */

import type { Chunk, Proof, Stage } from '../proof.ts'
import { cells } from './cells.ts'
import { play } from './schedule.ts'
import { guardMachine } from './time/guard.ts'

/** About 20 s of one core. */
const schedulesPerChunk = 5_000

export const simulation: Proof = {
  name: 'simulation',
  title: 'the Node half in virtual time: faults, restarts and repeats',
  unit: 'schedules',
  full: 1_000_000,
  cells,
  open: async (): Promise<Stage> => {
    const release = guardMachine()
    return {
      chunk: (seed) => playMany(seed * schedulesPerChunk, schedulesPerChunk),
      close: async () => release(),
    }
  },
}

/** Plays the schedules of the seeds from `first` on. The machine must be guarded. */
export async function playMany(first: number, count: number): Promise<Chunk> {
  const wrongs: string[] = []
  const reached: Record<string, number> = {}
  let seed = first
  const note = (wrong: string) => {
    wrongs.push(`${wrong} (node scripts/run.cjs proof/simulation/show.ts ${seed})`)
  }
  const onRejection = (error: unknown) => note(`a rejection is not handled: ${String(error)}`)
  process.on('unhandledRejection', onRejection)
  try {
    for (; seed < first + count; seed += 1) {
      const played = await play(seed)
      played.wrongs.forEach(note)
      for (const [cell, times] of played.reached) reached[cell] = (reached[cell] ?? 0) + times
      // Node tells of unhandled rejections when the queue of ticks is empty.
      await new Promise(setImmediate)
    }
  } finally {
    process.off('unhandledRejection', onRejection)
  }
  return { steps: count, wrongs, reached }
}
