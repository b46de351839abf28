/** 200 kills of the API and 200 of PostgreSQL, under the load of proof/crash. */

import { availableParallelism, loadavg } from 'node:os'

import { openCrash, type Round, type Victim } from '../crash/run.ts'
import type { Chunk, Proof } from '../proof.ts'
import { groupOf, groups } from '../traffic/journal.ts'
import { wrongsOf } from '../traffic/verify.ts'

const victims: Victim[] = ['API', 'PostgreSQL', 'API', 'PostgreSQL']
/** Half of it is enough for every client to have calls in flight. */
const load_ms = 1_000
/** The API serves again within this time, also after a new PostgreSQL accepts connections. */
const readyLimit_ms = 5_000
/** Above this load a start is slow because of other programs. The load of the proof itself is below 4 for each core. */
const busyLoad = 4 * availableParallelism()

export const kills: Proof = {
  name: 'kills',
  title: 'kill -9 of the API and of PostgreSQL: no acknowledged write is lost, none is doubled',
  unit: 'kills',
  full: 400,
  cells: {
    required: [
      ...['API', 'PostgreSQL'].flatMap((victim) =>
        groups.map((group) => `${victim} · ${group} · had not`),
      ),
      'API · had happened',
    ],
    impossible: {},
  },
  open: async () => {
    const crash = await openCrash()
    return {
      chunk: async (seed) => {
        const rounds: Round[] = []
        await crash.rounds({ seed, victims, load_ms }, (round) => void rounds.push(round))
        return chunkOf(rounds, loadavg()[0]!)
      },
      close: crash.close,
    }
  },
}

/** `load`: the machine's load average. On a busy machine a late start is counted, and is no wrong. */
export function chunkOf(rounds: Round[], load: number): Chunk {
  const reached: Record<string, number> = {}
  const wrongs: string[] = []
  const count = (cell: string) => (reached[cell] = (reached[cell] ?? 0) + 1)
  for (const round of rounds) {
    const { victim, resolved, ready_ms } = round
    wrongs.push(...wrongsOf(round))
    for (const { verb, isDone } of resolved) {
      const outcome = isDone ? 'had happened' : 'had not'
      count(`${victim} · ${outcome}`)
      count(`${victim} · ${groupOf(verb)} · ${outcome}`)
    }
    if (ready_ms <= readyLimit_ms) count(`${victim} · ready within 5 s`)
    else if (load > busyLoad) count(`${victim} · ready later, on a busy machine`)
    else wrongs.push(`${victim}: ready after ${(ready_ms / 1000).toFixed(1)} s, the limit is 5 s`)
  }
  return { steps: rounds.length, wrongs, reached }
}
