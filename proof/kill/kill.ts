/** 200 kills of the API and 200 of PostgreSQL, under the load of proof/crash. */

import { loadavg } from 'node:os'

import { lateSentence, readyLimit_ms } from '../crash/late.ts'
import { openCrash, type Round, type Victim } from '../crash/run.ts'
import { busyLoad } from '../node/busy-machine.ts'
import type { Chunk, Proof } from '../proof.ts'
import { groupOf, groups } from '../traffic/journal.ts'
import { wrongsOf } from '../traffic/verify.ts'

const victims: Victim[] = ['API', 'PostgreSQL', 'API', 'PostgreSQL']
/** Half of it is enough for every client to have calls in flight. */
const load_ms = 1_000
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
      // So a run in which most starts were late, because of other programs, is no proof of the time.
      'API · ready within 5 s',
      'PostgreSQL · ready within 5 s',
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
    else wrongs.push(lateSentence(round))
  }
  return { steps: rounds.length, wrongs, reached }
}
