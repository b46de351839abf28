/** The Io of a node in virtual time. */

import type { Clock, Io } from '#database/io.ts'

import type { Timeline } from '../time/timeline.ts'

/** Timers of a dead node never fire. */
export function ioOf(
  timeline: Timeline,
  name: string,
  isAlive: () => boolean,
): Pick<Io, 'clock' | 'random'> {
  const label = `${name} timer`
  const after = (wait_ms: number, work: () => void) =>
    timeline.after(wait_ms, label, () => {
      if (isAlive()) work()
    })
  const { chance } = timeline
  const clock: Clock = {
    elapsed_ms: () => timeline.now_ms,
    after,
    // A turn of a busy process takes a while, and what arrives meanwhile is read in it.
    nextTurn: (work) => void after(chance.within(0, 1), work),
  }
  return {
    clock,
    random: { fraction: () => chance.fraction(), bytes: (count) => chance.bytes(count) },
  }
}
